// Closing a take: file, metadata, journal and waveform. Writer thread only; blocks on the disk.
internal import Dictation
internal import JackClient
internal import Storage
internal import System

extension TakeWriter {
    /// Closes the take when it has ended, and reports its summary.
    mutating func closeIfEnded() {
        guard let take, take.state == .ended else { return }
        obeyMarks(take)
        self.take = nil
        guard take.request.earlier == nil || take.framesWritten > 0 || !take.markers.isEmpty else { return drop(take) }
        var segment = take.request.segment
        do throws(StorageError) {
            segment.bytes = try take.segment.close(markers: take.segmentMarkers)
        } catch {
            troubles.append(.storage(error))
        }
        segment.frames = take.framesWritten
        segment.startFrame = take.request.timeReference(take.firstFrame ?? take.request.startFrame)
        segment.preRollFrames = max(0, take.request.startFrame - (take.firstFrame ?? take.request.startFrame))
        segment.joints = take.joints
        segment.gaps = take.gaps
        segment.dropouts = take.dropouts?.found
        segment.dropoutCount = take.dropouts?.count ?? 0
        let leftAt = stream?.frame.map { wallTime(of: $0) } ?? take.request.earlier?.leftAt ?? Clock.sinceBoot.nanoseconds
        var recording: Recording?
        segment.peaks = take.request.format.channels == 1 ? [max(take.peak[0], take.peak[1])] : [take.peak[0], take.peak[1]]
        segment.clips = take.clips
        segment.xruns = (client?.xruns ?? xrunsBefore) - xrunsBefore
        segment.endReason = take.endReason
        do throws(StorageError) {
            var entry = take.request.journalEntry
            entry.segment = segment
            entry.markers = take.markers
            recording = try library.keepTake(entry)
            try journal?.end()
        } catch {
            troubles.append(.storage(error))
        }
        keep(take.peaks, of: segment)
        // A take whose metadata could not be saved keeps its journal on the disk, for recovery.
        journal = nil
        outbox.post(
            .closed(
                TakeSummary(
                    id: take.request.id, path: take.request.path, name: take.request.name, isPart: take.request.isPart,
                    segment: segment, markers: take.markers, earlier: take.request.earlier, leftAt: leftAt, recording: recording,
                    delivery: take.request.delivery, edit: take.request.edit, troubles: troubles)))
    }

    /// Discards a part without frames (paused throughout, or its server went away at once): the recording stays as it was.
    private mutating func drop(_ take: Take) {
        do throws(StorageError) {
            try take.segment.discard()
            try journal?.end()
        } catch {
            troubles.append(.storage(error))
        }
        journal = nil
        outbox.post(.dropped(take.request, take.endReason, troubles))
    }

    /// Saves the waveform. When that fails (a full disk cut the take short), the waveform is drawn when it is first shown.
    private func keep(_ peaks: PeakWriter?, of segment: Segment) {
        do throws(StorageError) { try peaks?.keep(library, of: segment) } catch {}
    }
}
