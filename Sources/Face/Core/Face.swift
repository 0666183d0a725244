// The terminal screen as a state machine: events in, commands and pictures out. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing

/// The screen of `dicta tui`. The program gives it events with their time, carries out its commands, and draws its pictures.
///
/// Times are seconds of a steady clock; only their differences count.
public struct Face: Sendable {
    var options: FaceOptions
    var view = EngineView()
    var keys = KeyBindings.standard
    var memory: [String: String] = [:]
    var outbox = Outbox()
    var columns = 80
    var rows = 24
    /// The page that has the focus, unless a dialog has it.
    var tab = Tab.deck
    /// The pages that were made so far. They keep their places.
    var pages: [Tab: any Panel] = [.deck: DeckPanel()]
    /// The page beside the deck on a wide screen.
    var lastTab = Tab.library
    /// The open dialogs, the last one on top.
    var dialogs: [Dialog] = []
    /// The number of the next dialog.
    var nextDialog = 1
    /// A line for the user.
    var note: Note?
    /// The key or the mouse button that is held for cue or review.
    var scan = HeldScan()
    /// The key or the mouse button that is held to unlock.
    var unlocking = HeldLock()
    /// The part that the mouse was pressed in: it gets what follows until the release.
    var grabbed: Region?
    /// The last message of the topic `markers`.
    var markerNews: Fields = [:]
    /// The topics that the program was asked to follow.
    var followed: [Topic: Double] = [:]
    /// Counts all changes but those of the topics in `moving`.
    var changes = 0
    /// The parts of the last picture that are drawn again only after such a change.
    var still: [Owner: StillPart] = [:]

    /// An open dialog.
    struct Dialog: Sendable {
        let number: Int
        let opener: Owner
        var panel: any Panel
    }

    /// A line for the user, with the time at which it goes.
    struct Note: Sendable, Equatable {
        let text: String
        let role: Role
        let until: Double
    }

    /// The topics of what always moves. Only the deck, the header and the line of trouble show them.
    private static let moving: Set<String> = ["position", "meters", "wave"]
    /// Seconds for which a line for the user stays.
    static let noteSeconds = 5.0
    /// Columns from which on a page stands beside the deck.
    static let wideColumns = 120
    /// Seconds for which a loss or a clip counts as new.
    static let troubleSeconds = 10.0

    /// Makes a screen without an engine.
    public init(_ options: FaceOptions) { self.options = options }

    /// Takes events in their order and gives the commands that follow from them, in theirs.
    public mutating func take(_ events: [FaceEvent], at now: Double) -> [FaceCommand] {
        expire(now)
        for event in events {
            take(event, now)
            // The next key belongs to the dialog that this one has opened.
            move(now)
        }
        return finish(now)
    }

    /// Takes one event.
    public mutating func take(_ event: FaceEvent, at now: Double) -> [FaceCommand] { take([event], at: now) }

    private mutating func take(_ event: FaceEvent, _ now: Double) {
        // Behind the event: a mouse event looks at the picture before it.
        let before = (view.cues, view.timer, view.prompt, view.question)
        defer { if isNews(event, before) { changes += 1 } }
        switch event {
        case .input(let input): take(input, now)
        case .state(let topic, let fields): take(topic, fields, now)
        case .event(let name, let fields):
            // The other events tell nothing that no topic tells.
            if name == HookEvent.voiceNoisy.rawValue { refresh(.status) }
            if name == HookEvent.scheduleMissed.rawValue || name == HookEvent.scheduleLate.rawValue {
                view.take(scheduled: fields, isMissed: name == HookEvent.scheduleMissed.rawValue, at: now)
            }
            guard name == HookEvent.error.rawValue else { break }
            view.take(failure: fields, at: now)
            refresh(.status)
        case .answer(let ticket, let answer): take(answer, of: ticket, now)
        case .link(let link): take(link, now)
        case .memory(let values): memory = values
        }
    }

    /// True if an event may change parts of the screen that stand still: some topics are told more often than they change for the
    /// eye.
    private func isNews(_ event: FaceEvent, _ before: (CueView, TimerView, PromptView, QuestionView)) -> Bool {
        guard case .state(let topic, _) = event else { return true }
        return switch topic {
        case "cues": before.0 != view.cues
        case "timer": before.1 != view.timer
        case "prompts": before.2 != view.prompt
        case "questions": before.3 != view.question
        default: !Self.moving.contains(topic)
        }
    }

    /// Carries out what is due by time alone, such as the end of a held key. Call it at `nextTime`.
    public mutating func tick(at now: Double) -> [FaceCommand] {
        changes += 1
        expire(now)
        return finish(now)
    }

    /// Lets every panel ask for what it shows, and gives all commands.
    private mutating func finish(_ now: Double) -> [FaceCommand] {
        move(now)
        // A wide screen has a page beside the deck from the start.
        if size == .full, columns >= Self.wideColumns, pages[lastTab] == nil { pages[lastTab] = Pages.make(lastTab) }
        for owner in owners { with(owner, now) { panel, context in panel.look(&context) } }
        move(now)
        // A panel that asks for something may show that it waits.
        if !outbox.commands.isEmpty { changes += 1 }
        defer { outbox.commands = [] }
        return outbox.commands
    }

    /// Carries out what time does to a held key or button, and ends a line for the user.
    private mutating func expire(_ now: Double) {
        if let until = note?.until, now >= until { note = nil }
        if let line = scan.look(now) { send(line) }
        unlock(unlocking.look(now))
    }

    /// The next time at which the picture or the state changes by time alone; nil for none.
    public func nextTime(after now: Double) -> Double? {
        var times: [Double] = [note?.until, scan.nextTime, unlocking.nextTime].compactMap { $0 }
        times += troubleEnds(now)
        times += owners.compactMap { owner in panel(owner)?.nextTime(context(owner, now)) }
        return times.filter { $0 > now }.min()
    }

    /// Draws the screen. Parts that cannot have changed since the last picture are used again.
    public mutating func picture(at now: Double) -> Picture { Picture(sketch(now).canvas, Palette.named(options.palette)) }
}
