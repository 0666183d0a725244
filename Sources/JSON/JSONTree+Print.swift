// Writes JSON text. Any thread; no I/O.

extension JSONTree {
    /// The text, indented for human readers; ends with a line feed.
    public var printed: [UInt8] {
        var bytes: [UInt8] = []
        print(into: &bytes, indent: 0)
        bytes.append(10)
        return bytes
    }

    /// The text in one line, which ends with a line feed.
    public var line: [UInt8] {
        var bytes: [UInt8] = []
        print(into: &bytes, indent: nil)
        bytes.append(10)
        return bytes
    }

    /// Writes the text; without an indent it becomes one line.
    private func print(into bytes: inout [UInt8], indent: Int?) {
        let inner = indent.map { $0 + 1 }
        switch self {
        case .none: bytes += "null".utf8
        case .flag(let flag): bytes += (flag ? "true" : "false").utf8
        case .number(let digits): bytes += digits.utf8
        case .text(let text): Self.quote(text, into: &bytes)
        case .list(let items) where items.isEmpty: bytes += "[]".utf8
        case .list(let items):
            for (index, item) in items.enumerated() {
                bytes += (index == 0 ? "[" : ",").utf8
                Self.breakLine(&bytes, inner)
                item.print(into: &bytes, indent: inner)
            }
            Self.breakLine(&bytes, indent)
            bytes += "]".utf8
        case .object(let members) where members.isEmpty: bytes += "{}".utf8
        case .object(let members):
            for (index, member) in members.enumerated() {
                bytes += (index == 0 ? "{" : ",").utf8
                Self.breakLine(&bytes, inner)
                Self.quote(member.key, into: &bytes)
                bytes += ": ".utf8
                member.value.print(into: &bytes, indent: inner)
            }
            Self.breakLine(&bytes, indent)
            bytes += "}".utf8
        }
    }

    private static func breakLine(_ bytes: inout [UInt8], _ indent: Int?) {
        guard let indent else { return }
        bytes.append(10)
        for _ in 0..<2 * indent { bytes.append(0x20) }
    }

    private static func quote(_ text: String, into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 10: bytes += "\\n".utf8
            case 9: bytes += "\\t".utf8
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
