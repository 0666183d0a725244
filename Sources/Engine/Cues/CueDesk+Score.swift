// Shots at their frames: sending them in time, and their ends. Control loop only.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Rings
internal import System

extension CueDesk {
    /// Length of the fade-out of a cancelled shot, in seconds.
    static let fadeSeconds = 0.02

    /// A number for a new score.
    func newScore() -> Score {
        defer { nextScore = nextScore == .max ? 1 : nextScore + 1 }
        return nextScore
    }

    /// Plays a sound at an extended JACK frame, or at once.
    ///
    /// - Parameters:
    ///   - level: level in dB; nil for the setting `cue-level`.
    ///   - begun: called with the frame at which the sound began.
    ///   - ended: called once when it is over.
    func play(
        _ sound: CueSamples, at frame: Int64 = CueCommand.atOnce, level: Double? = nil, score: Score,
        begun: ((Int64) -> Void)? = nil, ended: (() -> Void)? = nil
    ) {
        let shot = Shot(
            sound: sound, frame: frame, level: level ?? cueLevel, score: score, begun: begun, ended: ended)
        let place = coming.lastIndex { $0.frame <= frame }.map { $0 + 1 } ?? 0
        coming.insert(shot, at: place)
        send()
    }

    /// Fades out what sounds of a score and cancels what waits of it.
    func cancel(_ score: Score) {
        let dropped = coming.filter { $0.score == score }
        coming.removeAll { $0.score == score }
        for shot in dropped { shot.ended?() }
        guard sent.values.contains(where: { $0.score == score }), let client = jack.client else { return }
        push(.fade(group: score, ramp: Int(CueDesk.fadeSeconds * Double(client.rate))), client)
    }

    /// Fades out everything that sounds or waits, of every score.
    func cancelAll() {
        for score in Set(coming.map(\.score) + sent.values.map(\.score)) { cancel(score) }
    }

    /// The setting `cue-level` in dB.
    var cueLevel: Double { settings.current.double(.cueLevel) ?? -12 }

    /// Sends the next shots while the callback has places for them. Many are sent ahead: a freewheeling server would otherwise
    /// run past their frames.
    func send() {
        guard let client = jack.client else { return }
        while let shot = coming.first, sent.count - sounding.count < RealtimeLink.mostCues {
            let id = nextShot
            client.keep(shot.sound, as: id)
            // Speech and gongs are what the listener wants to hear, so the bed steps back.
            let command = CueCommand.shot(
                shot.sound, at: shot.frame, level: Decibel.factor(shot.level), id: id, group: shot.score, isDucking: true)
            guard unsafe client.link.pointee.cues.push(command) else {
                // A frozen server has left the ring full: the shot waits for the next turn.
                client.letGo(id)
                return
            }
            nextShot = nextShot == .max ? 1 : nextShot + 1
            coming.removeFirst()
            sent[id] = shot
        }
    }

    /// Follows a shot of the callback.
    func handle(_ event: RealtimeEvent, _ time: GraphTime) {
        switch event.kind {
        case .cueStarted:
            sounding.insert(event.id)
            sent[event.id]?.begun?(event.frame)
        case .cueEnded:
            sounding.remove(event.id)
            time.client.letGo(event.id)
            sent.removeValue(forKey: event.id)?.ended?()
            send()
        default: break
        }
    }

    /// Ends all shots without a client.
    func endShots() {
        let shots = coming + sent.values
        coming = []
        sent = [:]
        sounding = []
        for shot in shots { shot.ended?() }
    }

    /// Sends the highest level of all cues together: -6 dBFS, or `cue-level` if that is higher.
    func tellCeiling() {
        guard let client = jack.client else { return }
        push(.ceiling(Decibel.factor(max(-6, cueLevel))), client)
    }

    /// Sends a command other than a shot. Only a frozen server leaves the ring full, which is logged.
    func push(_ command: CueCommand, _ client: JackClient) {
        guard unsafe !client.link.pointee.cues.push(command) else { return }
        EngineLog.say(.warning, .cues, "the JACK thread takes no more cues: a change of them is lost")
    }
}
