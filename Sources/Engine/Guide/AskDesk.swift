// Question sheets by voice. Control loop only.
internal import Catalogue
internal import Dictation
internal import Guide
internal import JackClient
internal import Messages
internal import System
internal import Threads

/// Goes through the questions of a sheet: speaks each one, records its answer from the first sound to a silence, and goes on.
///
/// Each answer is a take of its own with voice activation. Its journal names the question, so nothing here needs to be kept:
/// after any end the next `ask` finds the open questions in the recording.
final class AskDesk: Desk {
    /// The state of a round.
    enum State: String {
        case idle
        /// The question is being spoken, or its take is about to begin.
        case asking
        /// The take waits for the first sound.
        case listening
        /// The answer is heard.
        case answering
    }

    /// The course after a question.
    enum Course { case forward, again, back }

    /// A round through a sheet.
    struct Round {
        let sheet: QuestionSheet
        /// Name of the recording.
        var name: String
        /// True once the recording exists.
        var isThere: Bool
        /// Ids of the questions that have an answer.
        var answered: Set<String>
        /// Index of the question.
        var index: Int
        /// The question as it is asked, with its hint.
        var text = ""
        var hint = ""
        /// Number of this asking: a late end of a speech or a take belongs to an earlier one.
        var number: UInt64
        /// The course once the running take has ended; nil if the take was ended by something else.
        var course: Course?
        /// True once the take that `course` has ended is closed, and all desks know of it.
        var isTakeOver = false

        /// The question.
        var item: GuideItem { sheet.questions[index] }
        /// The questions of the sheet without an answer that are required.
        var requiredLeft: Int { sheet.questions.count { $0.place?.isRequired == true && !answered.contains($0.id) } }
    }

    let board: Switchboard
    let jack: JackDesk
    let cues: CueDesk
    let playing: PlayingDesk
    let recording: RecordingDesk
    let library: LibraryDesk
    let settings: SettingsDesk
    let prompts: PromptDesk

    /// State of the round.
    var state = State.idle { didSet { if state != oldValue { revision += 1 } } }
    /// The round; nil when idle.
    var round: Round? { didSet { revision += 1 } }
    /// Time at which the take of the answer is armed; nil when it is armed, or the question is still spoken.
    var listensAt: Moment?
    /// Number of the next asking.
    var nextNumber: UInt64 = 1
    /// Callers that wait for the end of the round.
    var waiting: [WholeAnswer] = []
    /// Count of changes, for subscribers.
    private(set) var revision: Int64 = 0

    init(
        _ board: Switchboard, _ jack: JackDesk, _ cues: CueDesk, _ playing: PlayingDesk, _ recording: RecordingDesk,
        _ library: LibraryDesk, _ settings: SettingsDesk, _ prompts: PromptDesk
    ) {
        self.board = board
        self.jack = jack
        self.cues = cues
        self.playing = playing
        self.recording = recording
        self.library = library
        self.settings = settings
        self.prompts = prompts
    }

    func turn(_ now: Moment) {
        if let listensAt, now.nanoseconds >= listensAt.nanoseconds, let number = round?.number { listen(number) }
        follow()
    }

    /// Milliseconds until the take is armed.
    var timeout: Int32 {
        guard let listensAt else { return -1 }
        let now = Moment.now.nanoseconds
        return listensAt.nanoseconds <= now ? 0 : Int32(clamping: (listensAt.nanoseconds - now) / 1_000_000 + 1)
    }

    func hear(_ news: News) {
        switch news {
        case .takeEnded(let summary): ended(summary)
        case .library(.filesChanged(.renamed(let name, let target, _))): if round?.name == name { round?.name = target }
        default: break
        }
    }

    /// The text of a question that a take answers; empty when the catalogue does not have it.
    func text(of question: AskedQuestion) -> String {
        if let round, round.sheet.name == question.sheet, round.item.id == question.id { return round.text }
        guard let item = prompts.known?.catalogue.sheet(question.sheet)?.question(question.id) else { return "" }
        return prompts.make(item, .dynamic, at: .now).text
    }

    /// Ends the round. The take is closed by its own desk.
    func quit() {
        round = nil
        state = .idle
        let callers = waiting
        waiting = []
        for caller in callers {
            caller(.failure(.wrongState(tr("The engine was told to quit; 'dicta ask' goes on with the open questions"))))
        }
    }
}
