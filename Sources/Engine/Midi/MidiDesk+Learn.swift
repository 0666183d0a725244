// The verb `midi`: keys are taught, listed and forgotten. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Settings
internal import Synchronization

extension MidiDesk {
    /// Carries out the verb `midi`. Throws if the request is refused at once; otherwise `answer` is called exactly once.
    func perform(
        _ request: Request, from sender: Sender?, _ answer: @escaping (Result<Reply, EngineError>) -> Void
    ) throws(EngineError) {
        let line = request.text(.line)
        switch request.text(.do) {
        case "learn":
            let second = request.text(.second)
            let mode = request.text(.mode).flatMap(MidiBinding.Mode.init) ?? (second == nil ? .press : .toggle)
            // Checked before the user is asked to press a pedal.
            for line in [line, second].compactMap(\.self) { try checkLeave(of: line) }
            let trigger = request.text(.trigger).map { MidiTrigger($0) }
            let sample = MidiTrigger(.note, channel: 1, number: 0)
            _ = try binding((trigger ?? sample) ?? sample, mode, line ?? "", second)
            guard trigger != .some(nil) else {
                throw Self.refused("a trigger is 'note 1 60', 'cc 1 64' or 'program 1 5', not '\(request.text(.trigger) ?? "")'")
            }
            endLesson(.failure(.wrongState("Another lesson has begun")))
            let simple: Answer = { answer($0.map { Reply($0) }) }
            let next = Lesson(mode: mode, first: line ?? "", second: second, asker: sender, answer: simple)
            lesson = next
            if let trigger, let trigger {
                learn(trigger)
            } else if jack.client == nil {
                endLesson(.failure(.noServer))
            }
        case "forget":
            guard let line else { throw Self.refused("name a trigger, as in 'dicta midi forget \"note 1 60\"', or all") }
            let kept = map.bindings.filter { line != "all" && $0.trigger.description != line }
            guard line == "all" || kept.count < map.bindings.count else {
                throw .nothingLearnt(line)
            }
            try keep(kept) { [self] result in answer(result.map { _ in report }) }
        default:
            endLeftLesson()
            answer(.success(report))
        }
    }

    /// Throws if a surface may not give this command. Keys have a surface's authority, so a command that
    /// could never be carried out is refused while the user is present.
    private func checkLeave(of line: String) throws(EngineError) {
        let request: Request
        do throws(CommandError) { request = try MidiBinding.request(line) } catch { throw Self.refused(error.description) }
        if let refusal = settings.permissions.refusal(of: request, by: .surface) { throw .refused(refusal) }
    }

    /// Ends the lesson with this key, and stores its binding.
    func learn(_ trigger: MidiTrigger) {
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
        _ trigger: MidiTrigger, _ mode: MidiBinding.Mode, _ first: String, _ second: String?
    ) throws(EngineError) -> MidiBinding {
        guard !(first + (second ?? "")).contains("|") else { throw Self.refused("a command for a key must not contain |") }
        do throws(CommandError) {
            return try MidiBinding(trigger, mode, first: first, second: second)
        } catch {
            throw Self.refused(error.description)
        }
    }

    /// The error for a request that changes no binding.
    private static func refused(_ words: String) -> EngineError { .settings(.refused(words)) }

    /// Stores all bindings in the settings; `done` is called once they are on the disk.
    private func keep(
        _ bindings: [MidiBinding], _ done: @escaping (Result<Void, EngineError>) -> Void
    ) throws(EngineError) {
        try settings.change([(key: .midi, values: bindings.map(\.description))], done)
    }

    /// Ends the lesson if its asker is gone: a key that is pressed later does what it is bound to. Asked when a key comes, which
    /// is when it matters. A UDP port cannot be known; its lesson ends after half a minute.
    func endLeftLesson() {
        guard let lesson, board.isGone(lesson.asker) else { return }
        EngineLog.say("midi: nothing was learnt, since the program that asked has ended")
        endLesson(.failure(.wrongState("The program that asked has ended")))
    }

    /// Ends the lesson, if there is one, and answers it.
    func endLesson(_ result: Result<Fields, EngineError>) {
        guard let lesson else { return }
        self.lesson = nil
        lesson.answer(result)
    }

    /// The reply that lists the bindings.
    private var report: Reply {
        var fields: Fields = [
            "mmc": .text(settings.current.text(.mmc) ?? "on"), "received": .int(received), "last": .text(last),
        ]
        if let lesson { fields.append("learning", .text(lesson.first)) }
        if let client = jack.client {
            fields.append("dropped", .int(unsafe client.link.pointee.droppedMidi.load(ordering: .relaxed)))
            fields.append("sources", .list(client.midiSources))
        }
        let items = map.bindings.map { binding in
            let fields: Fields = [
                "trigger": .text(binding.trigger.description), "mode": .text(binding.mode.rawValue),
                "does": .text(binding.first), "second": .text(binding.second ?? ""),
            ]
            return fields
        }
        return Reply(fields, items: items)
    }
}
