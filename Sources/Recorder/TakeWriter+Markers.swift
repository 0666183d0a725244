// Markers of the open take, written to its journal at once. Writer thread only.
internal import Dictation
internal import Messages
internal import Storage
internal import Threads

extension TakeWriter {
    /// Accepts a marker request; refuses it when no take is open.
    func accept(_ mark: TakeMark) {
        guard armed == nil else {
            let words = tr("The take is armed and has no frame yet: set the marker after the first sound")
            outbox.post(.marked(id: mark.id, .failure(.wrongState(words))))
            return
        }
        guard let take else {
            outbox.post(.marked(id: mark.id, .failure(.wrongState(tr("The take is over: name its recording (--in NAME)")))))
            return
        }
        take.marksToCome.append(mark)
        take.split(at: mark, read: markedTo)
    }

    /// First extended JACK frame that the open take has not had: a gate holds some of those that were read.
    private var markedTo: Int64? {
        if let held = gate?.oldestFrame { return held }
        return stream?.frame
    }

    /// Carries out the marker requests that are due, and reports the results.
    func obeyMarks(_ take: Take) {
        for mark in take.takeDueMarks(before: markedTo) {
            outbox.post(.marked(id: mark.id, carryOut(mark, take)))
        }
    }

    /// Writes the change to the journal, then applies it to the take.
    func carryOut(_ mark: TakeMark, _ take: Take) -> Result<TakeMarkResult, EngineError> {
        do throws(EngineError) {
            let change = try take.change(for: mark)
            do throws(StorageError) { try journal?.append(change) } catch { throw EngineError.storage(error) }
            take.apply(change)
            return .success(TakeMarkResult(recording: take.request.name, change: change, rate: take.request.format.rate))
        } catch {
            return .failure(error)
        }
    }
}
