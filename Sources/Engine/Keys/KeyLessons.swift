// Lessons of keys and pedals: which command a key gives, learnt, kept and forgotten. Control loop only.
internal import Control
internal import Dictation
internal import Messages
internal import Settings
internal import System
internal import Threads

/// The bindings of one kind of keys, and the lesson that waits for a key.
final class KeyLessons<Trigger: InputTrigger> {
    /// A request `learn` that waits for a key.
    struct Lesson {
        let mode: TriggerMode
        let first: String
        let second: String?
        let start = Moment.now
        /// The sender of the request; nil for one that came by no socket.
        let asker: Sender?
        let answer: Answer
    }

    private let board: Switchboard
    private let settings: SettingsDesk
    /// The setting that has the bindings.
    private let key: ParameterKey
    /// Any trigger, to check commands before a key is known.
    private let sample: Trigger
    /// Triggers as examples for the user.
    private let examples: [String]

    /// The bindings of keys to commands.
    var map = TriggerMap<Trigger>()
    /// The lesson that waits for a key; nil if there is none.
    private(set) var lesson: Lesson?

    /// Seconds for which a lesson waits.
    private static var patience: Double { 30 }

    init(_ board: Switchboard, _ settings: SettingsDesk, _ key: ParameterKey, sample: Trigger, examples: [String]) {
        self.board = board
        self.settings = settings
        self.key = key
        self.sample = sample
        self.examples = examples
    }

    /// Ends a lesson to which no key came.
    func turn(_ now: Moment) {
        guard let lesson, now.seconds(since: lesson.start) > Self.patience else { return }
        endLesson(.failure(.wrongState(tr("No key came within half a minute: ask again, then press one"))))
    }

    /// Begins a lesson, or learns at once the key that the request names. Throws if the request is refused at once; otherwise
    /// `answer` is called exactly once.
    func begin(
        _ request: Request, second: String?, mode named: TriggerMode?, from sender: Sender?, _ answer: @escaping WholeAnswer
    ) throws(EngineError) {
        let first = request.text(.line) ?? ""
        let mode = named ?? (second == nil ? .press : .toggle)
        // Checked before the user is asked to press a pedal.
        for line in [first, second].compactMap(\.self) { try checkLeave(of: line) }
        let trigger = request.text(.trigger).map { Trigger($0) }
        _ = try binding((trigger ?? sample) ?? sample, mode, first, second)
        guard trigger != .some(nil) else {
            let words = examples.map { "'\($0)'" }.joined(separator: ", ")
            let given = request.text(.trigger) ?? ""
            throw refused(tr("a trigger is like \(words), not '\(given)'"))
        }
        endLesson(.failure(.wrongState(tr("Another lesson has begun"))))
        lesson = Lesson(mode: mode, first: first, second: second, asker: sender) { answer($0.map { Reply($0) }) }
        if let trigger, let trigger { learn(trigger) }
    }

    /// Forgets the binding of a trigger, or all; `done` is called once the rest is stored.
    func forget(_ line: String?, _ done: @escaping (Result<Void, EngineError>) -> Void) throws(EngineError) {
        let verb = Trigger.verb
        guard let line else {
            let example = examples[0]
            throw refused(tr("name a trigger (dicta \(verb) forget '\(example)'), or all"))
        }
        let kept = map.bindings.filter { line != "all" && $0.trigger.description != line }
        guard line == "all" || kept.count < map.bindings.count else { throw .nothingLearnt(line, verb: verb) }
        try keep(kept, done)
    }

    /// Throws if a surface may not give this command. Keys have a surface's authority, so a command that
    /// could never be carried out is refused while the user is present.
    private func checkLeave(of line: String) throws(EngineError) {
        let request: Request
        do throws(CommandError) { request = try TriggerBinding<Trigger>.request(line) } catch {
            throw refused(error.description)
        }
        if let refusal = settings.permissions.refusal(of: request, by: .surface) { throw .refused(refusal) }
    }

    /// Ends the lesson with this key, and stores its binding.
    func learn(_ trigger: Trigger) {
        guard let lesson else { return }
        do throws(EngineError) {
            let new = try binding(trigger, lesson.mode, lesson.first, lesson.second)
            let told: Fields = ["trigger": .text(trigger.description), "does": .text(new.description)]
            try keep(map.bindings.filter { $0.trigger != trigger } + [new]) { lesson.answer($0.map { told }) }
            // A lesson takes one key; its answer comes once the binding is stored.
            self.lesson = nil
        } catch {
            endLesson(.failure(error))
        }
    }

    /// Makes a binding. Throws `EngineError.settings`.
    private func binding(
        _ trigger: Trigger, _ mode: TriggerMode, _ first: String, _ second: String?
    ) throws(EngineError) -> TriggerBinding<Trigger> {
        guard !(first + (second ?? "")).contains("|") else { throw refused(tr("a command for a key must not contain |")) }
        do throws(CommandError) {
            return try TriggerBinding(trigger, mode, first: first, second: second)
        } catch {
            throw refused(error.description)
        }
    }

    /// The error for a request that changes no binding.
    private func refused(_ words: String) -> EngineError { .settings(.refused(words)) }

    /// Stores all bindings in the settings; `done` is called once they are on the disk.
    private func keep(
        _ bindings: [TriggerBinding<Trigger>], _ done: @escaping (Result<Void, EngineError>) -> Void
    ) throws(EngineError) {
        try settings.change([(key: key, values: bindings.map(\.description))], done)
    }

    /// Ends the lesson if its asker is gone: a key that is pressed later does what it is bound to. Asked when a key comes, which
    /// is when it matters. A UDP port cannot be known; its lesson ends after half a minute.
    func endLeftLesson() {
        guard let lesson, board.isGone(lesson.asker) else { return }
        EngineLog.say(.info, .keys, "\(plain: Trigger.verb): nothing was learnt, since the program that asked has ended")
        endLesson(.failure(.wrongState(tr("The program that asked has ended"))))
    }

    /// Ends the lesson, if there is one, and answers it.
    func endLesson(_ result: Result<Fields, EngineError>) {
        guard let lesson else { return }
        self.lesson = nil
        lesson.answer(result)
    }

    /// The bindings, for the list.
    var items: [Fields] {
        map.bindings.map { binding in
            [
                "trigger": .text(binding.trigger.description), "mode": .text(binding.mode.rawValue),
                "does": .text(binding.first), "second": .text(binding.second ?? ""),
            ]
        }
    }
}
