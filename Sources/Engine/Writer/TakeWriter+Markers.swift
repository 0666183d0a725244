// Markers of the open take, written to its journal at once. Writer thread only.
internal import Dictation
internal import Storage

extension TakeWriter {
    /// Accepts a marker request; refuses it when no take is open.
    func order(_ mark: TakeMark) {
        guard let take else {
            let error = EngineError.forbidden(verb: mark.request.word, state: "idle", hint: "the take is over")
            outbox.post(.marked(id: mark.id, .failure(error)))
            return
        }
        take.marksToCome.append(mark)
    }

    /// Carries out the marker requests that are due, and reports the results.
    func obeyMarks(_ take: Take) {
        for mark in take.takeDueMarks(before: stream?.frame) {
            outbox.post(.marked(id: mark.id, mark.request.carryOut(take, mark, journal)))
        }
    }
}

extension MarkerRequest {
    /// Name of the verb, for error messages.
    var word: String { if case .remove = verb { "unmark" } else { "mark" } }

    /// Writes the change to the journal, then applies it to the take.
    fileprivate func carryOut(_ take: Take, _ mark: TakeMark, _ journal: TakeJournal?) -> Result<TakeMarkResult, EngineError> {
        do throws(EngineError) {
            let edit = try take.edit(mark)
            do throws(StorageError) { try journal?.append(edit) } catch { throw EngineError.storage(error) }
            let index = take.change(edit) ?? 0
            return .success(
                TakeMarkResult(
                    recording: take.request.name, edit: edit, index: index, markers: take.markers,
                    rate: take.request.format.rate))
        } catch {
            return .failure(error)
        }
    }
}
