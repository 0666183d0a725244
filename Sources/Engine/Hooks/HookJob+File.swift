// A job of the queue of hooks in the file that keeps it. Any thread; a value, no I/O.
internal import Dictation
internal import JSON
internal import Messages

extension HookJob {
    /// Most bytes of a job in the file: a full queue must stay readable.
    static let mostBytes = 12 << 10
    /// More than all numbers and times that are ever given: a file with a higher one is damaged.
    static let highest: Int64 = 1 << 53

    /// The job as an object of the file.
    var tree: JSONTree {
        var members: [JSONTree.Member] = [
            .init("id", .integer(id)), .init("library", .text(library)), .init("recording", .text(recording)),
            .init("recording_id", .text(identity)), .init("state", .text(state.rawValue)), .init("tries", .integer(tries)),
            .init("next", .integer(next)),
            .init("error", .text(error)),
        ]
        switch work {
        case .program(let event, let fields):
            members.append(.init("event", .text(event.rawValue)))
            members.append(.init("fields", .object(fields.all.map { .init($0.key, Self.tree($0.value)) })))
        case .request(let request):
            members.append(.init("verb", .text(request.name)))
            let values = request.values.sorted { $0.key.rawValue < $1.key.rawValue }
            members.append(.init("arguments", .object(values.map { .init($0.key.rawValue, Self.tree($0.value)) })))
        }
        return .object(members)
    }

    /// Reads an object of the file; nil for any other. A job that ran as the engine died waits, and is due at once.
    init?(_ tree: JSONTree) {
        let numbers = 1..<Self.highest
        guard let id = tree["id"]?.integer, numbers.contains(id), let library = tree["library"]?.text,
            let recording = tree["recording"]?.text, let state = tree["state"]?.text.flatMap(State.init),
            let tries = tree["tries"]?.integer, tries == 0 || numbers.contains(tries),
            let next = tree["next"]?.integer, next == 0 || numbers.contains(next), let work = Self.work(tree)
        else { return nil }
        self.init(id: id, work: work, library: library, recording: recording, next: next)
        (self.state, self.tries, error) = (state, tries, tree["error"]?.text ?? "")
        // Files of earlier versions have none.
        identity = tree["recording_id"]?.text ?? ""
        if state == .running { stand(because: HookJob.interrupted) }
    }

    /// The error of a job whose engine ended during a try.
    static let interrupted = tr("the engine ended during the last try")

    /// Ends a try that came to no end: the next one is due at once.
    mutating func stand(because words: String) {
        (state, next, error) = (.waiting, 0, words)
    }

    private static func work(_ tree: JSONTree) -> Work? {
        if let event = tree["event"]?.text.flatMap(HookEvent.init), case .object(let members)? = tree["fields"] {
            let fields = members.compactMap { member in value(member.value).map { Field(member.key, $0) } }
            return fields.count == members.count ? .program(event, Fields(fields)) : nil
        }
        guard let verb = tree["verb"]?.text, case .object(let members)? = tree["arguments"],
            let command = try? CommandTable.command(named: verb), command.needsEngine
        else { return nil }
        var values: [ParameterKey: Value] = [:]
        for member in members {
            guard let key = ParameterKey(rawValue: member.key), let value = value(member.value) else { return nil }
            values[key] = value
        }
        return (try? command.check(values)).map(Work.request)
    }

    /// Numbers with a point are numbers of seconds or levels, those without are counts: a time has another meaning in frames.
    private static func tree(_ value: Value) -> JSONTree {
        switch value {
        case .int(let number): .integer(number)
        case .double(let number): number.isFinite ? .number(number.description) : .text(number.description)
        case .text(let text): .text(text)
        case .flag(let flag): .flag(flag)
        }
    }

    private static func value(_ tree: JSONTree) -> Value? {
        switch tree {
        case .number(let digits):
            digits.contains { ".eE".contains($0) } ? Double(digits).map(Value.double) : Int64(digits).map(Value.int)
        case .text(let text): .text(text)
        case .flag(let flag): .flag(flag)
        case .none, .list, .object: nil
        }
    }
}
