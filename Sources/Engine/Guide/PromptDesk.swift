// Prompts: what to speak about. Control loop only.
internal import Catalogue
internal import Dictation
internal import Guide
internal import Messages
internal import Recorder
internal import System
internal import Threads

/// Chooses and shows prompts, keeps their usage, and notes the takes about them. Events and the log have no text of a prompt.
final class PromptDesk: Desk {
    /// The origin of a prompt.
    enum Source: String {
        /// The rules of the day chose it.
        case dynamic
        /// A person asked for another one, or for this one.
        case inspire
        /// The timer shows it.
        case timer
    }

    /// A prompt that is shown.
    struct Shown {
        let item: GuideItem
        /// The text with its tokens filled in.
        let text: String
        /// Language of the text.
        let language: String
        let source: Source
    }

    let board: Switchboard
    let jack: JackDesk
    let cues: CueDesk
    let recording: RecordingDesk
    let settings: SettingsDesk
    private let keeper: Worker<GuideKeeper>
    private let events: Mailbox<GuideKeeper.Event>
    /// Callers that wait for catalogue and usage, by the number of their question.
    private var waiting: [UInt64: (Result<KnownGuide, EngineError>) -> Void] = [:]
    private var nextQuestion: UInt64 = 1
    /// Changes of the usage that are not on the disk yet.
    private var unsaved: [GuideUsage.Change] = []
    /// Catalogue and usage as they were read last; nil before.
    private(set) var known: KnownGuide?

    /// The prompt that stands; nil before the first one, and once it was used or hidden.
    var shown: Shown? { didSet { revision += 1 } }
    /// The prompt of the running take; nil without one.
    private(set) var inTake: Shown? { didSet { revision += 1 } }
    /// Count of changes, for subscribers.
    private(set) var revision: Int64 = 0
    /// The last reason why catalogue or usage could not be read; nil while they can. Each is reported once.
    private var trouble: String?
    /// True while a prompt is chosen for the screen.
    private var isChoosing = false
    /// Time of the next look at the prompt that stands.
    private var nextLook = Moment(nanoseconds: 0)
    /// True if somebody is subscribed to the topic. Set once by the engine.
    var isWanted: () -> Bool = { false }

    /// Starts the guide thread. Throws when it cannot start.
    init(
        _ board: Switchboard, _ jack: JackDesk, _ cues: CueDesk, _ recording: RecordingDesk, _ settings: SettingsDesk,
        wake: WakeDescriptor
    ) throws(EngineError) {
        self.board = board
        self.jack = jack
        self.cues = cues
        self.recording = recording
        self.settings = settings
        (keeper, events) = try Worker.reporting(to: wake, name: "dicta-guide", wake: WakeSemaphore()) { GuideKeeper(outbox: $0) }
    }

    func turn(_ now: Moment) {
        for event in events.take() { handle(event) }
        if isWanted(), now.nanoseconds >= nextLook.nanoseconds { look(now) }
    }

    func hear(_ news: News) {
        switch news {
        case .event(.recordStarted, _): begun()
        case .event(.recordStopped, _):
            // A split goes on with the same prompt.
            if recording.current?.prompt == nil { inTake = nil }
            lookSoon()
        case .event(.timerStarted, _), .event(.timerInterval, _): affirm()
        case .settings(let keys, _):
            if !keys.isDisjoint(with: [.promptName, .promptLanguage, .promptCard]) { refresh() }
        default: break
        }
    }

    // MARK: Files

    /// Reads catalogue and usage; `then` is called once.
    func read(_ then: @escaping (Result<KnownGuide, EngineError>) -> Void) {
        waiting[nextQuestion] = then
        keeper.post(.read(id: nextQuestion))
        nextQuestion += 1
    }

    /// Catalogue and usage for a prompt that nobody asked for. A failure is reported where no caller hears of it.
    func readable(_ result: Result<KnownGuide, EngineError>) -> KnownGuide? {
        switch result {
        case .success(let known):
            trouble = nil
            return known
        case .failure(let error):
            if error.description != trouble { board.report("no prompt is shown: \(error)", of: "prompt") }
            trouble = error.description
            return nil
        }
    }

    private func handle(_ event: GuideKeeper.Event) {
        switch event {
        case .read(let id, let result):
            let whole = result.map { known in
                var known = known
                for change in unsaved { known.usage.apply(change) }
                return known
            }
            if case .success(let now) = whole { known = now }
            waiting.removeValue(forKey: id)?(whole)
        case .applied(let usage, let aside):
            unsaved.removeFirst(min(1, unsaved.count))
            var usage = usage
            for change in unsaved { usage.apply(change) }
            known?.usage = usage
            if let aside { tellAside(aside) }
        case .putAside(let path): tellAside(path)
        case .failed(let error):
            unsaved.removeFirst(min(1, unsaved.count))
            board.report("the usage of prompts is not kept: \(error)", of: "prompt")
        }
    }

    private func tellAside(_ path: String) {
        board.report("the usage of prompts was damaged and begins anew: the file is now '\(path)'", of: "prompt")
    }

    /// Applies a change of the usage, here at once and on the disk soon.
    func apply(_ change: GuideUsage.Change) {
        known?.usage.apply(change)
        unsaved.append(change)
        keeper.post(.apply(change))
    }

    // MARK: The screen

    /// Chooses a prompt for the screen where none stands. Looks every ten seconds: the part of the day goes on by itself.
    private func look(_ now: Moment) {
        guard settings.current.text(.promptCard) != "off", recording.state == .idle, !isChoosing else { return }
        nextLook = Moment(nanoseconds: now.nanoseconds + 10_000_000_000)
        isChoosing = true
        read { [unowned self] result in
            isChoosing = false
            guard let known = readable(result), recording.state == .idle else { return }
            let moment = GuideMoment.now
            if known.usage.isHidden(at: moment, { GuideMoment(seconds: $0) }) { return }
            choose(known, at: moment)
        }
    }

    /// Looks at once, after a change.
    func lookSoon() { nextLook = Moment(nanoseconds: 0) }

    /// Fills the text of the prompt that stands anew, after a change of settings.
    private func refresh() {
        if let shown { self.shown = make(shown.item, shown.source, at: .now) }
        lookSoon()
    }

    /// Notes that a take about a prompt has begun.
    private func begun() {
        guard let take = recording.current, let id = take.prompt, take.part == 0 else { return }
        inTake = shown?.item.id == id ? shown : known?.catalogue[id].map { make($0, .inspire, at: .now) }
        if shown?.item.id == id { shown = nil }
        let (name, time) = (take.name, Timestamp.now.seconds)
        func count(_ item: GuideItem) {
            apply(.used(id: id, at: time))
            board.tell(.promptUsed, eventFields(id, item.category) + ["name": .text(name)])
        }
        // A prompt that was shown is counted at once, so that a quit does not lose it.
        if let item = known?.catalogue[id], item.kind != .question { return count(item) }
        // A remote can name any id with --prompt-id. The take keeps it; the usage has prompts of the catalogue only.
        read { [unowned self] result in
            guard let known = readable(result) else { return }
            guard let item = known.catalogue[id], item.kind != .question else {
                return board.report(
                    "the use of the prompt '\(id)' is not counted: the catalogue has no such prompt", of: "prompt")
            }
            if inTake == nil, recording.current?.prompt == id { inTake = make(item, .inspire, at: .now) }
            count(item)
        }
    }

    // MARK: Quit

    /// Carries out earlier changes, then ends the thread. Blocks on the disk.
    func quit() {
        keeper.post(.quit)
        keeper.join()
        for event in events.take() { handle(event) }
        let callers = waiting.values
        waiting = [:]
        for caller in callers { caller(.failure(.wrongState(tr("The engine was told to quit before this was done")))) }
    }
}
