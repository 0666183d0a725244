// State of the thread that closes ended takes. Closing thread only; blocks on the disk.
internal import Dictation
internal import Storage
internal import System
internal import Threads

/// Closes ended takes, one after another: file, sidecar, journal and waveform.
///
/// A disk that other programs keep busy answers after seconds, and a take needs several answers. The writer of the next part would
/// have to leave its frames in the ring meanwhile: a kill would take them away, and in the end the ring would be full (F7).
struct TakeCloser: ThreadState, ~Copyable {
    /// An ended take, or the end of the thread.
    enum Order: Sendable {
        case close(EndedTake)
        case quit
    }
    typealias Wake = WakeSemaphore

    private let library: Library
    private let outbox: Mailbox<WriterEvent>
    private let ends: Mailbox<Void>
    private var isQuitting = false
    /// Takes that are ended and still to be saved, oldest first: a deleted file is written anew before that, and the library may be
    /// locked by others. The writer does not wait for them.
    private var held: [(take: EndedTake, segment: Segment, since: Moment)] = []
    /// Number of the take that was saved last, and its files.
    private var saved: (id: UInt64, paths: [String]) = (0, [])
    /// Seconds for which a take waits for the lock of its library, which itself is asked for ten seconds at a time.
    private static let patience = 300.0

    /// Makes the state. `outbox` gets the summary of each take, and `ends` a message once it is closed.
    init(_ library: Library, _ outbox: Mailbox<WriterEvent>, ends: Mailbox<Void>) {
        (self.library, self.outbox, self.ends) = (library, outbox, ends)
    }

    mutating func obey(_ order: Order) {
        guard case .close(let take) = order else {
            isQuitting = true
            return
        }
        close(take)
        ends.post(())
    }

    mutating func turn() -> Int? {
        while !held.isEmpty {
            guard keep() else {
                if isQuitting { continue }
                return 0
            }
            let (take, segment, since) = held[0]
            let isLast = isQuitting || Moment.now.seconds(since: since) > Self.patience
            guard save(take, segment, isLast: isLast) else { break }
            held.removeFirst()
        }
        return isQuitting ? nil : held.isEmpty ? 3_600_000 : 500
    }

    /// Writes a piece of the oldest take whose file was deleted anew, whoever has the lock meanwhile; false if more may be to come, after
    /// the takes that have ended meanwhile are closed.
    private mutating func keep() -> Bool {
        guard let index = held.firstIndex(where: { $0.take.file.isDeleted }) else { return true }
        do throws(StorageError) {
            if try held[index].take.file.keep(in: library) { held[index].since = Moment.now }
        } catch {
            held[index].take.troubles.append(.storage(error))
        }
        return false
    }

    /// Closes a take, and reports its summary unless its file was deleted or the library is locked: then the next turns do.
    mutating func close(_ take: EndedTake) {
        guard !take.isEmpty else {
            // One behind another: the recording's end is that of the part before.
            if held.isEmpty { drop(take) } else { held.append((take, take.segment, Moment.now)) }
            return
        }
        var (take, segment) = (take, take.segment)
        do throws(StorageError) {
            segment.bytes = try take.file.close(markers: take.markers.inFile)
        } catch {
            take.troubles.append(.storage(error))
        }
        // A file that could not be written to its end was cut to the frames that are whole.
        segment.frames = take.file.framesWritten
        // A pause that a split follows at once leaves no joint in the file.
        if take.isSplit { segment.joints.removeAll { $0.position >= segment.frames } }
        // From here on recovery knows all of the take, whatever becomes of this program. A full disk leaves no room for the line, and
        // then the journal has what it had.
        do throws(StorageError) { try take.journal?.append(.end(segment)) } catch {}
        // The next recording is armed with this summary, which comes before the first sound opens a file.
        if take.goesOn {
            do throws(StorageError) { while try !take.file.keep(in: library) {} } catch { take.troubles.append(.storage(error)) }
        }
        // One behind another: the parts of a recording follow each other.
        var isSaved = false
        if held.isEmpty, !take.file.isDeleted { isSaved = save(take, segment, isLast: false) }
        if !isSaved { held.append((take, segment, Moment.now)) }
    }

    /// Saves the metadata of a take whose file is closed, and reports its summary. False if the library is locked by others; `isLast`
    /// reports that too, and recovery closes the take.
    private mutating func save(_ take: EndedTake, _ segment: Segment, isLast: Bool) -> Bool {
        guard !take.isEmpty else {
            drop(take)
            return true
        }
        var segment = segment
        var troubles = take.troubles
        var loss = take.file.loss
        var recording: Recording?
        var beside: String?
        do throws(StorageError) {
            var entry = take.request.journalEntry
            entry.segment = segment
            entry.markers = take.markers.all
            if case .takeWrittenAnew(let path, let copy)? = loss, copy != path {
                // The file that has the name of the take now is another's: it is no part of the recording.
                entry.segment.file = copy.lastPart
                if !take.request.addsToRecording { entry.name = Library.name(ofPath: copy) }
                let folder = File.parent(of: copy)
                if folder != library.folder { beside = folder }
            }
            if let beside {
                // A recording of another folder; the journal is gone with that of the library.
                try Library(folder: beside).keepTake(entry) { troubles.append(.storage($0)) }
            } else {
                let kept = try library.keepTake(entry) { troubles.append(.storage($0)) }
                recording = kept
                // In a recording that has another name by now it may have another one too.
                let id = segment.id
                if kept.name != entry.name, let own = kept.segments.first(where: { $0.id == id }) { segment.file = own.file }
                // A take whose metadata could not be saved keeps its journal on the disk, for recovery.
                try take.journal?.end()
            }
        } catch {
            switch error {
            case .busy where !isLast, .locked where !isLast: return false
            default: break
            }
            switch (error, loss) {
            case (.missing, .takeMoved?), (.notFolder, .takeMoved?):
                break  // The folder was moved with the file, which tells its place.
            case (.diskGone, .takeMoved?):
                // It is where it was, on its disk.
                loss = nil
                troubles.append(.storage(error))
            default: troubles.append(.storage(error))
            }
        }
        if let loss { troubles.append(.storage(told(loss, take.request))) }
        note(take.request, loss)
        // When the waveform cannot be saved (a full disk cut the take short), it is drawn when it is first shown.
        do throws(StorageError) { try take.peaks?.keep(library, of: segment) } catch {}
        outbox.post(
            .closed(
                TakeSummary(
                    id: take.request.id, path: take.request.path, name: recording?.name ?? take.request.name,
                    addsToRecording: take.request.addsToRecording, segment: segment, markers: take.markers.all,
                    earlier: take.request.earlier, leftAt: take.leftAt, recording: recording, delivery: take.request.delivery,
                    edit: take.request.edit, unsureFrames: segment.frames - take.file.framesSafe, troubles: troubles,
                    goesOn: take.goesOn)))
        return true
    }

    /// The loss of a file, with the earlier files of its take that are gone: once it is closed no descriptor holds a file.
    private func told(_ loss: StorageError, _ request: TakeRequest) -> StorageError {
        guard case .takeWrittenAnew(let path, let copy) = loss, saved.id == request.id else { return loss }
        let gone = saved.paths.filter { !File.exists($0) }
        return gone.isEmpty ? loss : .takePartsGone(path: path, copy: copy, gone: gone)
    }

    /// Notes where the file of a take is, for the parts that follow.
    private mutating func note(_ request: TakeRequest, _ loss: StorageError?) {
        let path =
            switch loss {
            case .takeWrittenAnew(_, let copy)?: copy
            case .takeMoved(_, let now)?: now
            default: request.path
            }
        if saved.id != request.id { saved = (request.id, []) }
        saved.paths.append(path)
    }

    /// Discards a segment without frames (paused throughout, or its server went away at once): the recording stays as it was.
    private func drop(_ take: EndedTake) {
        var troubles = take.troubles
        do throws(StorageError) {
            try take.file.discard()
            try take.journal?.end()
        } catch {
            troubles.append(.storage(error))
        }
        outbox.post(.dropped(take.request, take.segment.endReason ?? .stopped, troubles))
    }
}
