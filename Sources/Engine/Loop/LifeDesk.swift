// Signs of life of the engine, for the service manager and for people (C15). Control loop only.
internal import Dictation
internal import Messages
internal import System

/// Tells systemd that the engine is ready, how it is in a few words that name no recording, and that it ends. Tells everybody of
/// a control loop that stood still, and how the engine before this one ended.
final class LifeDesk: Desk {
    private let board: Switchboard
    private let jack: JackDesk
    private let recording: RecordingDesk
    private let playing: PlayingDesk
    private let service: ServiceManager?
    /// How the engine before this one ended, as a sentence; nil if it ended in order.
    private let before: Message?
    /// Signs of life of the control loop. Set once by the engine.
    var pulse: LoopPulse?
    /// Words that the manager has; nil before it is told that the engine is ready.
    private var told: String?

    init(
        _ board: Switchboard, _ jack: JackDesk, _ recording: RecordingDesk, _ playing: PlayingDesk, _ options: EngineOptions,
        before: Message?
    ) {
        self.board = board
        self.jack = jack
        self.recording = recording
        self.playing = playing
        service = options.service
        self.before = before
    }

    /// Tells the service manager that the engine takes commands, and logs how the engine before this one ended.
    func start() {
        if let before { EngineLog.say(.warning, .engine, LogText(private: before.english, as: hiddenPath(before.english))) }
        told = words
        service?.tell("READY=1", "STATUS=\(words)")
    }

    /// Tells the service manager that the engine ends.
    func quit() { service?.tell("STOPPING=1", "STATUS=Closing") }

    func turn(_ now: Moment) {
        if let still = pulse?.takeStillness() {
            let seconds = TimeSpan.length(Double(still.milliseconds) / 1000)
            board.report(
                still.isBusy
                    ? "the control loop stood still for \(plain: seconds) (\(plain: still.place)) and goes on: it computed all that time; report it, and limit who may send to the engine (osc-allow, osc-may)"
                    : "the control loop stood still for \(plain: seconds) (\(plain: still.place)) and goes on: it waited; look for a disk that hangs, and report it",
                of: "engine")
            told = nil
        }
        guard told != words else { return }
        // A message that is lost is followed by the next change; the manager only shows these words.
        if service?.tell("STATUS=\(words)") == true || service == nil { told = words }
    }

    func status(for authority: Authority) -> Fields {
        guard authority == .owner, let before else { return [:] }
        return ["last_end": .text(before.text)]
    }

    /// The state in a few words.
    private var words: String {
        let take = recording.state == .idle ? "" : ", take \(recording.state.rawValue)"
        let playback = playing.state == .playing ? ", playing" : ""
        return "JACK \(jack.state)\(take)\(playback)"
    }

    /// The words without the path of the note, which lies in the user's home.
    private func hiddenPath(_ words: String) -> String {
        words.split(separator: " ").map { $0.hasPrefix("/") ? LogText.placeholder : String($0) }.joined(separator: " ")
    }
}
