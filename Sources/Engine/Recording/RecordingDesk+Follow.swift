// Recordings of takes that are renamed or deleted meanwhile. Control loop only.
internal import Catalogue
internal import Control
internal import Dictation
internal import Messages
internal import Recorder
internal import Threads

extension RecordingDesk {
    /// Follows a change of the files of a recording that a take needs: one that waits finds it by name when it goes on.
    func follow(_ change: FileChange) {
        followParts(change)
        followCounting(change)
        followArmed(change)
        followWaiting(change)
    }

    /// Keeps the answer at the end of a split take to files that are there.
    private func followParts(_ change: FileChange) {
        let (count, seconds) = (parts.count, parts.reduce(0.0) { $0 + $1.seconds })
        parts = parts.compactMap { $0.following(change) }
        partCount -= Int64(count - parts.count)
        partSeconds -= seconds - parts.reduce(0.0) { $0 + $1.seconds }
        guard let before = lastPart, before.name == change.name else { return }
        switch change {
        case .renamed(_, let newName, let files): lastPart = before.renamed(to: newName, files: files)
        case .deleted: lastPart = nil
        case .replaced: break
        }
    }

    private func followCounting(_ change: FileChange) {
        guard let target = counting?.target, target.recording.name == change.name else { return }
        switch change {
        case .renamed(_, let newName, let files):
            counting?.target = TakeTarget(recording: target.recording.renamed(to: newName, files: files), edit: target.edit)
        case .deleted: endCountIn(.wrongState(tr("\(change.name) was deleted: no take was made")))
        case .replaced: break
        }
    }

    /// The first sound of an armed take finds its recording by name.
    private func followArmed(_ change: FileChange) {
        guard let armed = current, armed.voice?.isArmed == true, !isOpen, armed.addsToRecording, change.name == armed.name else {
            return
        }
        switch change {
        case .renamed(_, let newName, _):
            current?.name = newName
            self.armed?.name = newName
            rearming?.name = newName
            writer.post(.follow(name: newName))
        case .deleted:
            let error = EngineError.wrongState(tr("\(armed.name) was deleted: the take that was armed for it has ended"))
            writer.post(.follow(name: nil))
            fail(error)
            board.report(LogText(error), of: "record")
        case .replaced: break
        }
    }

    /// A take that waits for a server goes on in a recording of that name.
    private func followWaiting(_ change: FileChange) {
        guard let (summary, request, isPaused) = interrupted, summary.name == change.name else { return }
        switch change {
        case .renamed(_, let newName, let files):
            interrupted = (
                summary.renamed(to: newName, files: files), request.renamed(to: newName, files: files), isPaused
            )
            current = current?.renamed(to: newName, files: files)
            coming = coming?.renamed(to: newName, files: files)
            writer.post(.follow(name: newName))
        case .deleted:
            let error = EngineError.wrongState(tr("\(change.name) was deleted: the take that was to go on in it has ended"))
            writer.post(.follow(name: nil))
            writer.post(.letGo)
            fail(error)
            board.report(LogText(error), of: "record")
            tellStopped(request)
        case .replaced: break
        }
    }
}
