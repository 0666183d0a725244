// Takes into an existing recording: append, insert and overwrite. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Storage

extension RecordingDesk {
    /// A take that waits for the library to find its recording.
    struct Recall {
        /// Name of the verb, for error messages.
        let verb: String
        /// Starts the take, or fails it when the recording was not found. Called once.
        let begin: (Result<Recording, EngineError>) -> Void
    }

    /// Starts an append, insert or overwrite: the take begins when the library has found the recording. `answer` is called
    /// once. Throws when a take is in progress or no recording is named.
    func recordInto(_ request: Request, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        try checkIdle(request.name)
        let loaded = playing.ownLoaded
        guard let name = request.text(.name) ?? loaded?.name else {
            throw EngineError.usage("\(request.name): name a recording, since no recording of the library is loaded")
        }
        // The place is the playhead's position now, or at the past frame that the request names. The playhead may have moved on
        // when the library answers.
        let asked = request.atFrame.map(time.extended).flatMap { $0 <= time.now ? $0 : nil }
        // A past frame was heard of the loaded recording, which a play under way may be leaving.
        let source = asked == nil ? loaded : playing.loaded
        let place = asked.map { playing.markPosition(at: $0, time) } ?? playing.here(time)
        let here = source?.name == name ? place : nil
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

    /// Starts or fails the waiting take when the library answers.
    func hear(_ event: LibraryEvent) {
        switch event {
        case .recalled(let id, let recording): recalled(id, .success(recording))
        case .refused(let id, let error): recalled(id, .failure(error))
        default: break
        }
    }

    /// Starts or fails the waiting take, then carries out the stops that waited for it.
    private func recalled(_ id: UInt64, _ result: Result<Recording, EngineError>) {
        guard let recall = recalls.removeValue(forKey: id) else { return }
        recall.begin(result)
        let stops = stopsToCome
        stopsToCome = []
        for stop in stops {
            do throws(EngineError) { try self.stop(stop.request, jack.time, stop.answer) } catch { stop.answer(.failure(error)) }
        }
    }

    /// Cancels every take that still waits for the library; nothing of it has been recorded. False when no take was waiting.
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

    /// Edit that the request makes: at the place it names, otherwise at `here`, the playhead in timeline frames. Throws when
    /// neither is known, or when the place is past the end.
    private func edit(
        _ request: Request, of recording: Recording, _ here: Int64?
    ) throws(EngineError) -> JournalEntry.Edit {
        guard request.verb != .recording(.append) else { return .append }
        guard let place = try place(request, of: recording) ?? here else {
            throw EngineError.usage("\(request.name): give a place with --at, since \(recording.name) is not loaded")
        }
        let length = recording.timeline.length
        guard place <= length else {
            throw EngineError.pastEnd(frame: place, frames: length, seconds: Double(length) / Double(max(1, recording.rate)))
        }
        return request.verb == .recording(.insert) ? .insert(at: place) : .overwrite(from: place)
    }

    /// Timeline frame of the request's `--at`; nil when the request names no place.
    private func place(_ request: Request, of recording: Recording) throws(EngineError) -> Int64? {
        do throws(MarkerError) {
            return try request.place(.at)?.frame(rate: recording.rate, markers: recording.markers)
        } catch {
            throw EngineError.marker(error)
        }
    }
}
