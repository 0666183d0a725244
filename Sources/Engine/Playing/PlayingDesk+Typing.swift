// Playback that pauses while somebody types. Control loop only.
internal import Dictation
internal import JackClient
internal import Realtime
internal import System
internal import Threads

extension PlayingDesk {
    /// Notes a typed key: what plays pauses, and goes on by itself a step earlier once no key has come for a while. `answer` is
    /// called once. Throws when nothing is loaded. A pause that somebody else has made stays one.
    func noteTyping(_ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard let loaded = destination else { throw empty() }
        guard typing == nil else {
            typing = .now
            return answer(.success(typingFields + fields(loaded, time)))
        }
        guard intended == .playing, scan == nil else { return answer(.success(typingFields + fields(loaded, time))) }
        endShuttle()
        try pause(at: RealtimeCommand.atOnce, time) { [self] result in answer(result.map { typingFields + $0 }) }
        typing = .now
    }

    /// Lets playback go on once nobody types any more.
    func endTyping(_ now: Moment) {
        guard let typing, now.seconds(since: typing) >= typingSettings.pause else { return }
        // Without a server nothing can play; a command since then has changed the state.
        guard let time = jack.time, intended == .paused else {
            self.typing = nil
            return
        }
        do throws(EngineError) {
            try resume(from: nil, at: RealtimeCommand.atOnce, time) { [self] result in
                if case .failure(let error) = result { board.report("playback does not go on: \(error)", of: "typing") }
            }
        } catch {
            board.report("playback does not go on: \(error)", of: "typing")
        }
        self.typing = nil
    }

    /// Milliseconds until playback goes on; nil while nobody types.
    var typingTimeout: Int32? {
        typing.map { Int32(max(0, min(60_000, 1000 * (typingSettings.pause - Moment.now.seconds(since: $0))))) + 1 }
    }

    /// Step back with which playback resumes from the present pause.
    var stepBack: TimeSpan {
        guard typing != nil, let rate = destination?.rate else { return backstep }
        let own = typingSettings.backstep
        return own.frames(rate: rate) > backstep.frames(rate: rate) ? own : backstep
    }

    /// Takes changed settings of typing.
    func applyTyping(_ keys: Set<ParameterKey>, _ now: Request) {
        if keys.contains(.typingPause) {
            typingSettings.pause = now.time(.typingPause)?.seconds(rate: SettingsTable.frameRate) ?? 1
        }
        if keys.contains(.typingBackstep) { typingSettings.backstep = now.time(.typingBackstep) ?? .seconds(1) }
    }

    /// Status field of typing.
    var typingFields: Fields { ["typing": .flag(typing != nil)] }
}
