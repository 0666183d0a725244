// A learnt key or pedal with its commands. Any thread; a value, no I/O.
internal import Messages

/// A binding of MIDI keys.
public typealias MidiBinding = TriggerBinding<MidiTrigger>

/// A binding of pedals at USB.
public typealias PedalBinding = TriggerBinding<PedalTrigger>

/// The commands of a key or pedal: `note 1 60 press: mark`, `cc 1 64 toggle: rec | stop`,
/// `key 257 "VEC USB Footpedal" hold: cue on | cue off`.
public struct TriggerBinding<Trigger: InputTrigger>: Sendable, Equatable, CustomStringConvertible {
    /// The key, controller or program.
    public let trigger: Trigger
    /// The way that presses run the commands.
    public let mode: TriggerMode
    /// The first command, as typed after `dicta`.
    public let first: String
    /// The second command; nil for `press`.
    public let second: String?
    /// The first command, read.
    public let firstRequest: Request
    /// The second command, read; nil for `press`.
    public let secondRequest: Request?

    /// Makes a binding. Throws the first error of its commands.
    public init(_ trigger: Trigger, _ mode: TriggerMode, first: String, second: String?) throws(CommandError) {
        guard (mode == .press) == (second == nil) else {
            let words = mode == .press ? tr("one command") : tr("two commands separated by |")
            throw .wrongType(command: Trigger.verb, parameter: mode.rawValue, wanted: words, got: Value.text(first).quoted)
        }
        self.trigger = trigger
        self.mode = mode
        self.first = first
        self.second = second
        firstRequest = try Self.request(first)
        if let second { secondRequest = try Self.request(second) } else { secondRequest = nil }
    }

    /// Reads the line of a binding in the settings. Throws the first error.
    public init(_ text: String) throws(CommandError) {
        guard let (trigger, rest) = Trigger.read(text[...]), let colon = rest.firstIndex(of: ":"),
            let mode = TriggerMode(rawValue: SettingsText.trimmed(rest[..<colon]))
        else {
            throw .wrongType(
                command: Trigger.verb, parameter: Trigger.verb,
                wanted: "'\(Trigger.form) press|toggle|hold: COMMAND [| COMMAND]'", got: Value.text(text).quoted)
        }
        let lines = rest[rest.index(after: colon)...].split(separator: "|", maxSplits: 1).map { SettingsText.trimmed($0) }
        try self.init(trigger, mode, first: lines.first ?? "", second: lines.count > 1 ? lines[1] : nil)
    }

    /// The line of the binding in the settings.
    public var description: String {
        "\(trigger) \(mode.rawValue): \(first)" + (second.map { " | \($0)" } ?? "")
    }

    /// The request of a command as typed after `dicta`. Commands that change settings, bindings or subscriptions are not
    /// for keys. Throws the first error.
    public static func request(_ line: String) throws(CommandError) -> Request {
        let request = try Request(line: line)
        guard request.command.needsEngine, isForKeys(request.verb) else {
            throw .wrongType(
                command: Trigger.verb, parameter: "COMMAND", wanted: tr("a command that a key may have"),
                got: Value.text(line).quoted)
        }
        return request
    }

    private static func isForKeys(_ verb: Verb) -> Bool {
        switch verb {
        case .settings(.set), .settings(.preset), .midi, .pedal, .subscription, .terminal, .program: false
        case .recording, .playing, .queue, .schedule, .monitoring, .cue, .marker, .library, .transport, .settings(.settings),
            .hook, .toggle,
            .lock, .guide, .engine:
            true
        }
    }
}
