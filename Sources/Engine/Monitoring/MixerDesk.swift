// Gains of the outputs. Control loop only.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Threads

/// Owns the gains with which the recording is heard, and carries out the verb `gain`.
final class MixerDesk: Desk {
    private let jack: JackDesk
    private let meters: MeterDesk
    /// Gains as set last.
    private(set) var mixer = Mixer()

    init(_ jack: JackDesk, _ meters: MeterDesk) {
        self.jack = jack
        self.meters = meters
    }

    func hear(_ news: News) {
        // A new client begins at unity.
        if case .attached = news { apply() }
    }

    func status(for authority: Authority) -> Fields { mixer.fields }

    func fields(of topic: Topic) -> Fields { topic == .gains ? mixer.fields : [:] }

    /// Sets the gains that the request names, and returns all gains; the flag `reset-clips` counts clips from now on.
    func set(_ request: Request) -> Fields {
        mixer.set(request)
        apply()
        let fields = mixer.fields + meters.clips
        if request.flag(.resetClips) { meters.resetClips() }
        return fields
    }

    /// Sets the gains that a recording keeps.
    func set(_ listening: Listening) {
        mixer.set(listening)
        apply()
    }

    /// Sends the gains to the JACK thread, when there is a client.
    private func apply() {
        guard let client = jack.client else { return }
        do throws(EngineError) {
            try client.send(RealtimeCommand(.gain, levels: mixer.levels))
        } catch {
            EngineLog.say(.warning, .jack, LogText(error))
        }
    }
}
