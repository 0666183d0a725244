// Closing a take: file, metadata, journal and waveform. Writer thread only; blocks on the disk.
internal import Dictation
internal import JackClient
internal import Storage
internal import System

extension TakeWriter {
    /// Closes the take when it has ended, after the parts before it, and reports its summary.
    mutating func closeIfEnded() {
        guard let take, take.state == .ended else { return }
        markClips(take)
        obeyMarks(take)
        refuseComingCuts(of: take)
        self.take = nil
        let goesOn = splits(take)
        let leftAt = stream?.frame.map { wallTime(of: $0) } ?? take.request.earlier?.leftAt ?? Clock.sinceBoot.nanoseconds
        closings.append(TakeClosing(take, journal, troubles, xruns: xruns, leftAt: leftAt, goesOn: goesOn))
        // A take whose metadata could not be saved keeps its journal on the disk, for recovery.
        journal = nil
        closeAll()
        armNext(after: take)
    }

    /// Closes everything that has ended.
    mutating func closeAll() { while !closings.isEmpty { closeNext() } }

    /// Closes the oldest of the ended takes by one step: first its file, then its sidecar, journal and waveform.
    mutating func closeNext() {
        guard let closing = closings.first else { return }
        guard !closing.take.isEmpty else { return drop(closings.removeFirst()) }
        guard closing.bytes != nil else { return closeFile() }
        closings.removeFirst()
        post(closing)
    }

    /// Closes the file of the oldest of the ended takes.
    private mutating func closeFile() {
        let take = closings[0].take
        do throws(StorageError) {
            closings[0].bytes = try take.segment.close(markers: take.segmentMarkers)
        } catch {
            closings[0].troubles.append(.storage(error))
            closings[0].bytes = take.request.segment.bytes
        }
    }

    /// Saves the metadata of a take whose file is closed, and reports its summary.
    private func post(_ closing: TakeClosing) {
        let (take, segment) = (closing.take, closing.segment)
        var troubles = closing.troubles
        var recording: Recording?
        do throws(StorageError) {
            var entry = take.request.journalEntry
            entry.segment = segment
            entry.markers = take.markers
            recording = try library.keepTake(entry)
            try closing.journal?.end()
        } catch {
            troubles.append(.storage(error))
        }
        keep(take.peaks, of: segment)
        outbox.post(
            .closed(
                TakeSummary(
                    id: take.request.id, path: take.request.path, name: take.request.name,
                    addsToRecording: take.request.addsToRecording, segment: segment, markers: take.markers,
                    earlier: take.request.earlier, leftAt: closing.leftAt, recording: recording, delivery: take.request.delivery,
                    edit: take.request.edit, troubles: troubles, goesOn: closing.goesOn)))
    }

    /// Discards a segment without frames (paused throughout, or its server went away at once): the recording stays as it was.
    private func drop(_ closing: TakeClosing) {
        var troubles = closing.troubles
        do throws(StorageError) {
            try closing.take.segment.discard()
            try closing.journal?.end()
        } catch {
            troubles.append(.storage(error))
        }
        outbox.post(.dropped(closing.take.request, closing.take.endReason, troubles))
    }

    /// Saves the waveform. When that fails (a full disk cut the take short), the waveform is drawn when it is first shown.
    private func keep(_ peaks: PeakWriter?, of segment: Segment) {
        do throws(StorageError) { try peaks?.keep(library, of: segment) } catch {}
    }

    /// Xruns since the open take began.
    var xruns: Int { (client?.xruns ?? xrunsBefore) - xrunsBefore }
}

extension Take {
    /// True for an ended segment without a frame that follows an earlier one: nothing is lost without it. A part that a split has
    /// begun is kept when the take is to go on in it at the next server.
    fileprivate var isEmpty: Bool {
        guard framesWritten == 0 else { return false }
        return request.earlier != nil && markers.isEmpty || request.splitFrom != nil && !isInterrupted
    }
}
