// OSC messages of a session manager. Any thread; a value. Reads and writes OSC by itself, so that it shares no mistake of
// the engine's codec.

/// One OSC message of the kinds that NSM has: texts, whole numbers and floats.
public struct NsmPacket: Sendable, Equatable, CustomStringConvertible {
    /// One argument of a message.
    public enum Argument: Sendable, Equatable {
        case text(String)
        case int(Int32)
        case float(Float)
    }

    /// OSC address of the message.
    public var path: String
    /// Arguments in their order.
    public var arguments: [Argument]

    /// Makes a message.
    public init(_ path: String, _ arguments: Argument...) {
        self.path = path
        self.arguments = arguments
    }

    /// Type tags as in the NSM document: `ssi`.
    public var types: String {
        String(
            arguments.map {
                switch $0 {
                case .text: "s"
                case .int: "i"
                case .float: "f"
                }
            })
    }

    /// Address, types and arguments in words.
    public var description: String { "\(path) ,\(types) \(arguments)" }

    /// Text argument at a place; empty where there is none.
    public func text(_ index: Int) -> String {
        guard index < arguments.count, case .text(let text) = arguments[index] else { return "" }
        return text
    }

    /// Integer argument at a place; `Int32.min` where there is none.
    public func int(_ index: Int) -> Int32 {
        guard index < arguments.count, case .int(let number) = arguments[index] else { return .min }
        return number
    }

    /// Float argument at a place; NaN where there is none.
    public func float(_ index: Int) -> Float {
        guard index < arguments.count, case .float(let number) = arguments[index] else { return .nan }
        return number
    }

    // MARK: Bytes

    /// The message as OSC bytes.
    public var bytes: [UInt8] {
        var all = Self.padded(path) + Self.padded("," + types)
        for argument in arguments {
            switch argument {
            case .text(let text): all += Self.padded(text)
            case .int(let number): all += Self.word(UInt32(bitPattern: number))
            case .float(let number): all += Self.word(number.bitPattern)
            }
        }
        return all
    }

    private static func padded(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return bytes + [UInt8](repeating: 0, count: 4 - bytes.count % 4)
    }

    private static func word(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

    /// Parses strictly: padding of zeros, types for all arguments, no bytes after them, no bundle.
    public init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        func text() -> String? {
            guard let end = rest.firstIndex(of: 0) else { return nil }
            let text = String(validating: rest[rest.startIndex..<end], as: UTF8.self)
            let length = (end - rest.startIndex) / 4 * 4 + 4
            guard rest.count >= length, rest[end..<(rest.startIndex + length)].allSatisfy({ $0 == 0 }) else { return nil }
            rest = rest.dropFirst(length)
            return text
        }
        func word() -> UInt32? {
            guard rest.count >= 4 else { return nil }
            defer { rest = rest.dropFirst(4) }
            return rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        }
        guard let path = text(), path.hasPrefix("/"), let tags = text(), tags.hasPrefix(",") else { return nil }
        self.path = path
        arguments = []
        for tag in tags.dropFirst() {
            switch tag {
            case "s":
                guard let value = text() else { return nil }
                arguments.append(.text(value))
            case "i":
                guard let value = word() else { return nil }
                arguments.append(.int(Int32(bitPattern: value)))
            case "f":
                guard let value = word() else { return nil }
                arguments.append(.float(Float(bitPattern: value)))
            default: return nil
            }
        }
        guard rest.isEmpty else { return nil }
    }
}
