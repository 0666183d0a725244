// One key of a terminal. Any thread; a value.

/// A key as a terminal sends it, with its name in settings, help and footer: `space`, `pgup`, `ctrl-l`, `shift-left`, `m`.
///
/// A terminal tells no release of a key, and tells `shift` for arrows only.
public enum Key: Hashable, Sendable {
    /// A printable character; the space is one too.
    case character(Character)
    /// A letter with Ctrl held.
    case control(Character)
    /// A character with Alt held.
    case alt(Character)
    /// A key that is no character.
    case named(Name)
    /// A function key, F1 to F12.
    case function(Int)

    /// The keys that are no characters. The raw value is the name.
    public enum Name: String, CaseIterable, Hashable, Sendable {
        case up, down, left, right, home, end, enter, escape, tab, backspace, delete, insert
        case pageUp = "pgup"
        case pageDown = "pgdn"
        case shiftUp = "shift-up"
        case shiftDown = "shift-down"
        case shiftLeft = "shift-left"
        case shiftRight = "shift-right"
        case shiftTab = "shift-tab"
    }

    /// Reads the name of a key; nil for a text that names none.
    public init?(name text: String) {
        if text == "space" {
            self = .character(" ")
        } else if let name = Name(rawValue: text) {
            self = .named(name)
        } else if text.count == 1, let character = text.first, PrintableText.line(text) == text {
            self = .character(character)
        } else if let letter = Self.last(of: text, after: "ctrl-"), letter.isASCII, letter.isLetter || "\\]^_@".contains(letter) {
            self = .control(letter)
        } else if let character = Self.last(of: text, after: "alt-") {
            self = .alt(character)
        } else if text.first == "f", let number = Int(text.dropFirst()), (1...12).contains(number) {
            self = .function(number)
        } else {
            return nil
        }
    }

    private static func last(of text: String, after prefix: String) -> Character? {
        text.hasPrefix(prefix) && text.count == prefix.count + 1 ? text.last : nil
    }

    /// True for a key that types a character.
    public var isText: Bool {
        if case .character = self { return true }
        return false
    }

    /// The name in settings, help and footer.
    public var name: String {
        switch self {
        case .character(" "): "space"
        case .character(let character): String(character)
        case .control(let letter): "ctrl-\(letter)"
        case .alt(let character): "alt-\(character)"
        case .named(let name): name.rawValue
        case .function(let number): "f\(number)"
        }
    }
}
