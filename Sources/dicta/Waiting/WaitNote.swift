// Says in a terminal what is waited for. One thread.
import Control
import Dictation
import Drawing
import Messages
import System

/// Words that appear when an answer does not come at once, and go when it comes.
final class WaitNote: Display {
    private let words: String
    private let remote: Remote
    /// True for a verb that opens a file: the engine tells how much of it is decoded.
    private let isOpening: Bool
    /// Words after Ctrl-C about work that goes on; nil for none.
    private let lastWords: String?
    private let began = Moment.now
    private var subscription: Subscription?
    private var decoding: String?
    private var shown = ""

    /// An answer that comes within this time needs no words, in seconds.
    private static let delay = 0.3

    let pause: Int32 = 100

    /// Nil where nobody looks.
    init?(_ words: String, _ remote: Remote, isOpening: Bool = false, farewell: String? = nil) {
        guard Screen.errors.isTerminal else { return nil }
        (self.words, self.remote, self.isOpening, self.lastWords) = (words, remote, isOpening, farewell)
    }

    /// The words for a verb; nil for one that is answered at once.
    convenience init?(_ request: Request, _ remote: Remote) {
        let words: String? =
            switch request.verb {
            case .midi(.midi), .pedal(.pedal):
                request.text(.do) == "learn" && request.text(.trigger) == nil ? tr("Press the pedal (30 s)") : nil
            case .playing(.play): Self.opening(request.text(.name))
            case .recording(.stop): tr("Closing the take and writing it to the disk")
            case .recording(.rec), .recording(.append), .recording(.insert), .recording(.overwrite):
                tr("Waiting for the engine to begin the take")
            case .library(let verb) where verb.isQuestion: tr("Reading the library")
            case .recording, .playing, .queue, .schedule, .monitoring, .marker, .library, .transport, .midi, .pedal, .settings,
                .hook,
                .subscription,
                .toggle, .lock, .cue, .guide,
                .engine, .terminal, .program:
                tr("Waiting for the engine")
            }
        guard let words else { return nil }
        self.init(words, remote, isOpening: request.verb == .playing(.play), farewell: Self.farewell(request, remote))
    }

    /// The words while a file is opened; `name` is nil for the current recording.
    private static func opening(_ name: String?) -> String {
        guard let file = name.map(Self.file) else { return tr("Opening the recording") }
        return tr("Opening \(file)")
    }

    /// The fate of a request whose asker has left, in words; nil for one that nobody has to undo.
    private static func farewell(_ request: Request, _ remote: Remote) -> String? {
        let stop = remote.words("stop")
        return switch request.verb {
        // The engine looks for its asker when the key comes.
        case .midi(.midi), .pedal(.pedal): request.text(.do) == "learn" ? tr("Nothing was learnt") : nil
        case .playing(.play): tr("The engine plays it once it is open; '\(stop)' ends that.")
        case .recording(.rec), .recording(.append), .recording(.insert), .recording(.overwrite):
            tr("The engine begins the take all the same once it can; '\(stop)' ends it.")
        case .recording, .playing, .queue, .schedule, .monitoring, .marker, .library, .transport, .settings, .hook, .subscription,
            .toggle,
            .lock, .cue, .guide,
            .engine, .terminal, .program:
            nil
        }
    }

    func look() {
        guard Moment.now.seconds(since: began) >= Self.delay else { return }
        if isOpening { readProgress() }
        let text = decoding ?? words
        guard text != shown else { return }
        shown = text
        guard Screen.errors.isLive else { return Output.note(text) }
        Output.live([Ink(Cells.shortened(text, to: Screen.errors.columns - 1))])
    }

    private func readProgress() {
        if subscription == nil { subscription = Subscription(remote, "operations", rate: 5) }
        for message in subscription?.messages() ?? [] where message.fields["kind"] == .text("decode") {
            let name = Self.file(message.fields["name"]?.description ?? "")
            // A terminal without cursor movement gets one line, not a hundred.
            let percent = Screen.errors.isLive ? "  \(message.fields.count("percent")) %" : ""
            decoding = tr("Decoding \(name)") + percent
        }
    }

    /// The last part of a path: the start of a long one says nothing.
    private static func file(_ path: String) -> String { path.lastPart }

    func clear() {
        if !shown.isEmpty, Screen.errors.isLive { Output.live(nil) }
        shown = ""
    }

    func farewell() -> String? { lastWords }
}
