// Keys, controllers and programs. Any thread; a value, no I/O.

/// A key, controller or program of one channel: `note 1 60`, `cc 1 64`, `program 1 5`.
public struct MidiTrigger: InputTrigger {
    /// The kind of message: a note, a controller or a program change.
    public enum Kind: String, Sendable, CaseIterable { case note, cc, program }

    /// The kind of message.
    public let kind: Kind
    /// Channel, 1 to 16.
    public let channel: Int
    /// Note, controller or program number, 0 to 127.
    public let number: Int

    /// Makes a trigger.
    public init(_ kind: Kind, channel: Int, number: Int) {
        self.kind = kind
        self.channel = channel
        self.number = number
    }

    /// Reads a trigger such as `note 1 60`.
    public static func read(_ text: Substring) -> (trigger: MidiTrigger, rest: Substring)? {
        let words = text.split(separator: " ", maxSplits: 3)
        guard words.count >= 3, let kind = Kind(rawValue: String(words[0])), let channel = Int(words[1]),
            let number = Int(words[2]), (1...16).contains(channel), (0...127).contains(number)
        else { return nil }
        return (MidiTrigger(kind, channel: channel, number: number), text[words[2].endIndex...])
    }

    /// True for a program change, which has no release.
    public var isMomentary: Bool { kind == .program }

    /// The trigger as settings have it.
    public var description: String { "\(kind.rawValue) \(channel) \(number)" }

    /// Verb that lists, learns and forgets the bindings of such triggers.
    public static let verb = "midi"
    /// Form of a trigger as text, for errors and help.
    public static let form = "note|cc|program CHANNEL NUMBER"
}
