// Playback without a server, and after the return of a lost one (P14). Control loop only.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Threads

extension PlayingDesk {
    /// Goes on with a playback that a lost server has interrupted, from the place to which the playhead was just sent. An error
    /// goes to the status.
    func playOn(in loaded: Loaded, _ time: GraphTime) throws(EngineError) {
        guard awaitsServer else { return }
        awaitsServer = false
        guard goesOn, !isFollowing else { return }
        EngineLog.say(.info, .playback, "\(loaded.name) plays on")
        try roll(at: RealtimeCommand.atOnce, in: loaded, time, of: locates.generation) { [self] result in
            guard case .failure(let error) = result else { return }
            // The loss of a server is told by itself, and a command that came first has an answer of its own.
            if case .noServer = error { return }
            if case .refused = error { return }
            lastError = error
        }
    }

    /// Pauses or stops a playback that waits for a lost server. Nil if none waits.
    func rest(isStop: Bool) -> Fields? {
        guard awaitsServer, jack.client == nil, let loaded else { return nil }
        awaitsServer = false
        if isStop {
            takeState(.stopped)
            parkedPosition = 0
            remember(0)
        }
        return ["name": .text(loaded.name)] + PlayingDesk.place(Double(parkedPosition), loaded)
    }
}
