// Takes into a recording that is there: append, insert and overwrite. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Storage

extension RecordingDesk {
    /// A take to come whose recording the library looks up.
    struct Recall {
        let verb: String
        let begin: (Result<Recording, EngineError>) -> Void
    }

    /// Append, insert and overwrite: the library tells of the recording, and the take begins.
    func recordInto(_ request: Request, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        try checkIdle(request.name)
        let loaded = playing.ownLoaded
        guard let name = request.text(.name) ?? loaded?.name else {
            throw EngineError.usage("\(request.name): name a recording, since none of the library is loaded")
        }
        // Where the playhead is now (or was, at a frame that is past), not when the library has answered.
        let asked = request.atFrame.map { time.telemetry.extend($0) }.flatMap { $0 <= time.now ? $0 : nil }
        let heard = asked.map { playing.markPosition(at: $0, time) } ?? playing.heardPosition(time)
        let here = loaded?.name == name ? heard : nil
        let begin = { [unowned self] (result: Result<Recording, EngineError>) in
            do throws(EngineError) {
                let recording = try result.get()
                let time = try jack.graph()
                try checkIdle(request.name)
                let edit = try edit(request, of: recording, here)
                try record(request, into: TakeTarget(recording: recording, edit: edit), time, answer)
            } catch {
                answer(.failure(error))
            }
        }
        recalls[libraryDesk.recall(name)] = Recall(verb: request.name, begin: begin)
    }

    /// The library has found the recording, or has not.
    func hear(_ event: LibraryEvent) {
        switch event {
        case .recalled(let id, let recording): recalled(id, .success(recording))
        case .refused(let id, let error): recalled(id, .failure(error))
        default: break
        }
    }

    private func recalled(_ id: UInt64, _ result: Result<Recording, EngineError>) {
        guard let recall = recalls.removeValue(forKey: id) else { return }
        recall.begin(result)
        let stops = stopsToCome
        stopsToCome = []
        for stop in stops {
            do throws(EngineError) { try self.stop(stop.request, jack.time, stop.answer) } catch { stop.answer(.failure(error)) }
        }
    }

    /// Gives up takes into a recording that the library still looks up: nothing of them has been recorded. False where there is
    /// none.
    func giveUpComingTakes() -> Bool {
        let coming = recalls.values
        guard !coming.isEmpty else { return false }
        recalls = [:]
        for recall in coming {
            recall.begin(
                .failure(.forbidden(verb: recall.verb, state: state.rawValue, hint: "stopped before the take began")))
        }
        let stops = stopsToCome
        stopsToCome = []
        for stop in stops { stop.answer(.success([:])) }
        return true
    }

    private func edit(
        _ request: Request, of recording: Recording, _ here: Int64?
    ) throws(EngineError) -> JournalEntry.Edit {
        guard request.verb != .recording(.append) else { return .append }
        guard let place = try place(request, of: recording) ?? here else {
            throw EngineError.usage("\(request.name): say --at which place, since \(recording.name) is not loaded")
        }
        let length = recording.timeline.length
        guard place <= length else {
            throw EngineError.pastEnd(frame: place, frames: length, seconds: Double(length) / Double(max(1, recording.rate)))
        }
        return request.verb == .recording(.insert) ? .insert(at: place) : .overwrite(from: place)
    }

    private func place(_ request: Request, of recording: Recording) throws(EngineError) -> Int64? {
        do throws(MarkerError) {
            return try request.place(.at)?.frame(rate: recording.rate, markers: recording.markers)
        } catch {
            throw EngineError.marker(error)
        }
    }
}
