// Markers of the open take, in its journal at once. The writer's worker alone.
internal import Dictation
internal import Storage

extension TakeWriter {
    func order(_ mark: TakeMark) {
        guard let take else {
            let error = EngineError.forbidden(verb: mark.order.word, state: "idle", hint: "the take is over")
            outbox.post(.marked(id: mark.id, .failure(error)))
            return
        }
        take.markerRequests.append(mark)
    }

    /// Carries out the orders that are due, and tells.
    func obeyMarks(_ take: Take) {
        for mark in take.takeDueMarks(before: stream?.frame) {
            outbox.post(.marked(id: mark.id, mark.order.carryOut(take, mark, journal)))
        }
    }
}

extension MarkerRequest {
    var word: String { if case .remove = verb { "unmark" } else { "mark" } }

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
