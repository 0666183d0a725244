// Reads JSON text. Any thread; no I/O.
internal import Messages

extension JSONTree {
    /// Reads one JSON text, strictly. Time and memory grow with its length; nesting is limited, so that no text can use up the
    /// stack. Throws the first error.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        var parser = JSONParser(bytes)
        self = try parser.whole()
    }
}

/// An error in a JSON text, with its place.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The byte of the error, from 0.
    public let offset: Int
    /// The error in words.
    public let reason: String

    /// One line for the user.
    public var description: String { tr("not valid JSON: \(reason) at byte \(offset)") }
}

private struct JSONParser {
    private static let deepest = 64
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func whole() throws(JSONError) -> JSONTree {
        let tree = try value(depth: 0)
        skipSpace()
        guard at == bytes.count else { throw error(tr("text follows the end")) }
        return tree
    }

    private func error(_ reason: String) -> JSONError { JSONError(offset: at, reason: reason) }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { at += 1 }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONTree {
        guard depth < Self.deepest else { throw error(tr("it is nested too deep")) }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try list(depth)
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try word("true", .flag(true))
        case UInt8(ascii: "f"): return try word("false", .flag(false))
        case UInt8(ascii: "n"): return try word("null", .none)
        case nil: throw error(tr("it ends early"))
        default: return .number(try number())
        }
    }

    private mutating func word(_ word: StaticString, _ tree: JSONTree) throws(JSONError) -> JSONTree {
        for expected in String(describing: word).utf8 {
            guard next == expected else { throw error(tr("an unknown word")) }
            at += 1
        }
        return tree
    }

    private mutating func object(_ depth: Int) throws(JSONError) -> JSONTree {
        var members: [JSONTree.Member] = []
        at += 1
        skipSpace()
        if next == UInt8(ascii: "}") {
            at += 1
            return .object([])
        }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error(tr("a key is missing")) }
            let key = try string()
            skipSpace()
            guard next == UInt8(ascii: ":") else { throw error(tr("':' is missing")) }
            at += 1
            members.append(.init(key, try value(depth: depth + 1)))
            if try endsAfterItem(UInt8(ascii: "}")) { return .object(members) }
        }
    }

    private mutating func list(_ depth: Int) throws(JSONError) -> JSONTree {
        var items: [JSONTree] = []
        at += 1
        skipSpace()
        if next == UInt8(ascii: "]") {
            at += 1
            return .list([])
        }
        while true {
            items.append(try value(depth: depth + 1))
            if try endsAfterItem(UInt8(ascii: "]")) { return .list(items) }
        }
    }

    private mutating func endsAfterItem(_ end: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        guard let byte = next, byte == end || byte == UInt8(ascii: ",") else { throw error(tr("',' or an end is missing")) }
        at += 1
        return byte == end
    }

    private mutating func number() throws(JSONError) -> String {
        let start = at
        if next == UInt8(ascii: "-") { at += 1 }
        let whole = at
        try digits()
        guard bytes[whole] != UInt8(ascii: "0") || at == whole + 1 else { throw error(tr("a number begins with 0")) }
        if next == UInt8(ascii: ".") {
            at += 1
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            at += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
            try digits()
        }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func digits() throws(JSONError) {
        let start = at
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
        guard at > start else { throw error(tr("a value is missing")) }
    }

    private mutating func string() throws(JSONError) -> String {
        at += 1
        let start = at
        // Most texts have nothing to unescape.
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { at += 1 }
        var text = Array(bytes[start..<at])
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw error(tr("a text contains a control character")) }
            at += 1
            if byte == UInt8(ascii: "\\") { try unescape(into: &text) } else { text.append(byte) }
        }
        guard next != nil else { throw error(tr("a text does not end")) }
        at += 1
        guard let string = String(validating: text, as: UTF8.self) else { throw error(tr("a text is not UTF-8")) }
        return string
    }

    private mutating func unescape(into text: inout [UInt8]) throws(JSONError) {
        guard let byte = next else { throw error(tr("a text does not end")) }
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"): text += Array(String(try scalar()).utf8)
        default: throw error(tr("a text contains an unknown escape"))
        }
    }

    /// One escaped scalar. Half of a surrogate pair becomes the replacement character.
    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let high = try hex()
        guard (0xd800..<0xdc00).contains(high) else { return Unicode.Scalar(high) ?? "\u{fffd}" }
        guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") else { return "\u{fffd}" }
        let mark = at
        at += 2
        let low = try hex()
        guard (0xdc00..<0xe000).contains(low) else {
            at = mark
            return "\u{fffd}"
        }
        return Unicode.Scalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00)) ?? "\u{fffd}"
    }

    private mutating func hex() throws(JSONError) -> UInt32 {
        guard at + 4 <= bytes.count else { throw error(tr("a text does not end")) }
        var number: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = bytes[at].hexDigit else {
                throw error(tr("a text contains a bad \\u escape"))
            }
            number = number << 4 + UInt32(digit)
            at += 1
        }
        return number
    }
}
