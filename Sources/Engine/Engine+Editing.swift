// Room: Engine. Control loop only: takes into a recording that is there.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Storage

extension Engine {
    /// Append, insert and overwrite: the library tells of the recording, and the take begins.
    func recordInto(_ request: Request, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        try recorder.checkIdle(request.name)
        let loaded = player.loaded.flatMap { $0.name == ownLoaded ? $0 : nil }
        guard let name = request.text("name") ?? loaded?.name else {
            throw EngineError.usage("\(request.name): name a recording, since none of the library is loaded")
        }
        // Where the playhead is now (or was, at a frame that is past), not when the library has answered.
        let asked = request.atFrame.map { time.telemetry.extend($0) }.flatMap { $0 <= time.now ? $0 : nil }
        let heard = asked.map { player.markPosition(at: $0, time) } ?? player.heardPosition(time)
        let here = loaded?.name == name ? heard : nil
        let id = nextLibraryAnswer
        let begin = { [self] (result: Result<Recording, EngineError>) in
            do throws(EngineError) {
                let recording = try result.get()
                guard let time = self.time else { throw EngineError.noServer }
                try recorder.checkIdle(request.name)
                let edit = try edit(request, of: recording, here)
                try recorder.record(request, into: TakeTarget(recording: recording, edit: edit), time, answer)
            } catch {
                answer(.failure(error))
            }
        }
        recalls[id] = (request.name, begin)
        ask(.recall(id: id, name: name)) { _ in }
    }

    /// Takes into a recording that the library still looks up are given up: nothing of them has been recorded. False where there
    /// is none.
    func giveUpComingTakes() -> Bool {
        let coming = recalls.values
        guard !coming.isEmpty else { return false }
        recalls = [:]
        for (verb, answer) in coming {
            answer(.failure(.forbidden(verb: verb, state: recorder.state.rawValue, hint: "stopped before the take began")))
        }
        return true
    }

    private func edit(
        _ request: Request, of recording: Recording, _ here: Int64?
    ) throws(EngineError) -> JournalEntry.Edit {
        guard request.name != "append" else { return .append }
        guard let place = try place(request, of: recording) ?? here else {
            throw EngineError.usage("\(request.name): say --at which place, since \(recording.name) is not loaded")
        }
        let length = recording.timeline.length
        guard place <= length else {
            throw EngineError.pastEnd(frame: place, frames: length, seconds: Double(length) / Double(max(1, recording.rate)))
        }
        return request.name == "insert" ? .insert(at: place) : .overwrite(from: place)
    }

    private func place(_ request: Request, of recording: Recording) throws(EngineError) -> Int64? {
        do throws(MarkerError) {
            return try request.place("at")?.frame(rate: recording.rate, markers: recording.markers)
        } catch {
            throw EngineError.marker(error)
        }
    }
}
