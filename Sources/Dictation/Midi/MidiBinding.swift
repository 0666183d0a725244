// A learnt key with its commands. Any thread; a value, no I/O.

/// The commands of a key or pedal: `note 1 60 press: mark`, `cc 1 64 toggle: rec | stop`, `cc 1 67 hold: cue on | cue off`.
public struct MidiBinding: Sendable, Equatable, CustomStringConvertible {
    /// The way that presses run commands.
    public enum Mode: String, Sendable, CaseIterable {
        /// Each press runs the first command.
        case press
        /// Presses run the first and the second command in turn.
        case toggle
        /// The press runs the first command, the release the second.
        case hold
    }

    /// The key, controller or program.
    public let trigger: MidiTrigger
    /// The way that presses run the commands.
    public let mode: Mode
    /// The first command, as typed after `dicta`.
    public let first: String
    /// The second command; nil for `press`.
    public let second: String?
    /// The first command, read.
    public let firstRequest: Request
    /// The second command, read; nil for `press`.
    public let secondRequest: Request?

    /// Makes a binding. Throws the first error of its commands.
    public init(_ trigger: MidiTrigger, _ mode: Mode, first: String, second: String?) throws(CommandError) {
        guard (mode == .press) == (second == nil) else {
            let words = mode == .press ? "one command" : "two commands separated by |"
            throw .wrongType(command: "midi", parameter: mode.rawValue, wanted: words, got: Value.text(first).quoted)
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
        let parts = text.split(separator: ":", maxSplits: 1)
        let head = parts.first?.split(separator: " ") ?? []
        guard parts.count == 2, head.count == 4, let trigger = MidiTrigger(head.prefix(3).joined(separator: " ")),
            let mode = Mode(rawValue: String(head[3]))
        else {
            throw .wrongType(
                command: "midi", parameter: "midi",
                wanted: "'note|cc|program CHANNEL NUMBER press|toggle|hold: COMMAND [| COMMAND]'", got: Value.text(text).quoted)
        }
        let lines = parts[1].split(separator: "|", maxSplits: 1).map { SettingsText.trimmed($0) }
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
                command: "midi", parameter: "COMMAND", wanted: "a command that a key may have", got: Value.text(line).quoted)
        }
        return request
    }

    private static func isForKeys(_ verb: Verb) -> Bool {
        switch verb {
        case .settings(.set), .midi, .subscription, .terminal, .program: false
        case .recording, .playing, .monitoring, .marker, .library, .transport, .settings(.settings), .hook, .toggle, .lock,
            .engine, .cue:
            true
        }
    }
}
