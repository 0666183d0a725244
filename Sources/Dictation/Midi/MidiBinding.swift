// A learnt key and its commands. Any thread may hold the value; no I/O.

/// What a key or pedal was taught: `note 1 60 press: mark`, `cc 1 64 toggle: rec | stop`, `cc 1 67 hold: cue on | cue off`.
public struct MidiBinding: Sendable, Equatable, CustomStringConvertible {
    public enum Mode: String, Sendable, CaseIterable {
        /// The first command with each press.
        case press
        /// The first and the second in turn.
        case toggle
        /// The first with the press, the second with the release.
        case hold
    }

    public let trigger: MidiTrigger
    public let mode: Mode
    public let first: String
    /// None for `press`.
    public let second: String?

    public init(_ trigger: MidiTrigger, _ mode: Mode, first: String, second: String?) throws(CommandError) {
        guard (mode == .press) == (second == nil) else {
            let words = mode == .press ? "one command" : "two commands with | between them"
            throw .wrongType(command: "midi", parameter: mode.rawValue, wanted: words, got: Value.text(first).quoted)
        }
        self.trigger = trigger
        self.mode = mode
        self.first = first
        self.second = second
        for line in [first, second].compactMap(\.self) { _ = try Self.request(line) }
    }

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

    public var description: String {
        "\(trigger) \(mode.rawValue): \(first)" + (second.map { " | \($0)" } ?? "")
    }

    /// A command as it would be typed after `dicta`. What says which programs run, or what keys do, is not for keys.
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
        case .recording, .playing, .monitoring, .marker, .library, .transport, .settings(.settings), .hook, .engine: true
        }
    }
}
