// Interface of what can be bound to commands: a MIDI key or the key of a pedal. Any thread; values.

/// A key, controller or pedal that can be bound to commands.
public protocol InputTrigger: Hashable, Sendable, CustomStringConvertible {
    /// The verb that binds it, for errors.
    static var verb: String { get }
    /// The form of its text, for errors: `note|cc|program CHANNEL NUMBER`.
    static var form: String { get }

    /// Reads a trigger at the start of a text. Returns it with the rest of the text; nil for any other text.
    static func read(_ text: Substring) -> (trigger: Self, rest: Substring)?

    /// True when it is never released: each message is a press.
    var isMomentary: Bool { get }
}

extension InputTrigger {
    /// Reads a trigger; nil for any other text.
    public init?(_ text: some StringProtocol) {
        guard let (trigger, rest) = Self.read(Substring(text)), rest.allSatisfy({ $0 == " " }) else { return nil }
        self = trigger
    }
}
