// Signs of life of the engine, for the service manager and for people (C15). Control loop only.
internal import Dictation
internal import Messages
internal import Storage
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
    /// Names of the takes that were left open and are whole again since the start of this engine.
    private var whole: [String] = []
    /// Names of the takes that were left open and are not recovered.
    private var unsaved: [String] = []
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

    func hear(_ news: News) {
        // A file that is no take, as a change that cannot be finished, is told by the log alone.
        guard case .library(.recovered(_, let note?)) = news, note.isOfTake else { return }
        switch note.action {
        case .madeWhole: whole.append(note.name)
        case .lost, .quarantined, .left: unsaved.append(note.name)
        case .finished, .undone, .described, .cleared: break
        }
    }

    func status(for authority: Authority) -> Fields {
        guard authority == .owner else { return [:] }
        var sentences = before.map { [$0.text] } ?? []
        if !whole.isEmpty {
            let names = whole.joined(separator: ", ")
            sentences.append(tr("recovered from takes that were left open: \(names)"))
        }
        if !unsaved.isEmpty {
            let names = unsaved.joined(separator: ", ")
            sentences.append(tr("left open and not recovered (the log tells why): \(names)"))
        }
        return sentences.isEmpty ? [:] : ["last_end": .text(sentences.joined(separator: "; "))]
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
