// A key of the user's own in a recording. Any thread; a value, no I/O.
internal import JSON
internal import Messages

/// A key of the user's own with its text, such as `room=studio 2`.
public struct OwnField: Sendable, Hashable {
    /// The key.
    public let key: String
    /// The text; empty removes the key.
    public let text: String

    /// Most keys of one recording.
    public static let most = 100
    /// Most bytes of a key.
    public static let longestKey = 64
    /// Most bytes of a text.
    public static let longestText = 4096

    /// Makes a field; nil for a key or a text that no recording can have.
    public init?(key: String, text: String) {
        let isKey = (1...Self.longestKey).contains(key.utf8.count) && key.allSatisfy(Self.isOfKey)
        guard isKey, text.utf8.count <= Self.longestText, !text.unicodeScalars.contains(where: Self.isControl) else { return nil }
        self.key = key
        self.text = text
    }

    /// Reads `KEY=TEXT`; nil without the sign, and for a key or a text that no recording can have.
    public init?(_ pair: String) {
        guard let sign = pair.firstIndex(of: "=") else { return nil }
        self.init(key: String(pair[..<sign]), text: String(pair[pair.index(after: sign)...]))
    }

    /// The rule of keys and texts, in words.
    public static var rule: String {
        let key = tr(
            longestKey, "a key has at most \(longestKey) letter, digit, '-', '_' and '.'",
            "a key has at most \(longestKey) letters, digits, '-', '_' and '.'")
        let text = tr(
            longestText, "a text has at most \(longestText) byte and no control characters",
            "a text has at most \(longestText) bytes and no control characters")
        return "\(key); \(text)"
    }

    private static func isOfKey(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "-_.".contains(character)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }
}

extension Recording {
    /// Sets a key of the user's own; an empty text removes it. False, with nothing changed, beyond the highest number of keys.
    public mutating func set(_ field: OwnField) -> Bool {
        var next = fields.filter { $0.key != field.key }
        if !field.text.isEmpty { next.append(field) }
        guard next.count <= OwnField.most else { return false }
        fields = next.sorted { $0.key < $1.key }
        return true
    }
}

extension [OwnField] {
    /// Reads the object of a sidecar; nil for anything else: another program may use the same key.
    init?(_ tree: JSONTree) {
        guard case .object(let members) = tree, members.count <= OwnField.most else { return nil }
        var known: [String: OwnField] = [:]
        for member in members {
            guard let text = member.value.text, let field = OwnField(key: member.key, text: text), !text.isEmpty else {
                return nil
            }
            known[member.key] = field
        }
        self = known.values.sorted { $0.key < $1.key }
    }

    /// The object of a sidecar.
    var json: JSONTree { .object(map { .init($0.key, .text($0.text)) }) }
}
