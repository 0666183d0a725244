// The form of an answer in OSC. Any thread; no state.
import Dictation
internal import Messages

extension Reply {
    static let replyPath = "/reply"
    static let itemPath = "/item"
    static let errorPath = "/error"
    static let morePath = "/more"

    /// Most bytes of texts in one message: longer ones come in parts before it.
    private static let page = 16 << 10

    /// The packets that answer a request: the reply alone, or bundles of items; the last bundle also holds the reply, or the
    /// error when a part of the request failed. `number` is that of the request. Texts that are too long for a message begin in
    /// messages of their own before it, and go on in it.
    func packets(to path: String, number: Int32? = nil) throws(ControlError) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        for item in items { messages += try Self.messages(Self.itemPath, path, item, number) }
        if let failure {
            messages.append(try Self.packet(failure, to: path, number: number))
        } else {
            messages += try Self.messages(Self.replyPath, path, fields, number)
        }
        guard messages.count > 1 else { return messages }
        var packets: [[UInt8]] = []
        var waiting: [[UInt8]] = []
        var size = 0
        for message in messages {
            if size + message.count + 20 > ControlLimits.bundle, !waiting.isEmpty {
                packets.append(OSCPacket.bundle(waiting))
                (waiting, size) = ([], 0)
            }
            waiting.append(message)
            size += message.count + 4
        }
        packets.append(OSCPacket.bundle(waiting))
        return packets
    }

    /// The packet of an error answer. `number` is that of the request.
    static func packet(_ failure: Failure, to path: String, number: Int32? = nil) throws(ControlError) -> [UInt8] {
        try OSCMessage(errorPath, [.string(path), .int32(failure.code.rawValue), .string(failure.words)])
            .answering(number).encode()
    }

    /// The message of some fields, after the messages with the beginnings of long texts.
    private static func messages(
        _ kind: String, _ path: String, _ fields: Fields, _ number: Int32?
    ) throws(ControlError) -> [[UInt8]] {
        var (messages, short, room): ([[UInt8]], Fields, Int) = ([], Fields(), page)
        for field in fields.all {
            guard case .text(let text) = field.value, text.utf8.count > room else {
                if case .text(let text) = field.value { room -= text.utf8.count }
                short.append(field.key, field.value)
                continue
            }
            for part in pages(of: text) {
                let more = OSCMessage(morePath, [.string(path), .string(field.key), .string(part)])
                messages.append(try more.answering(number).encode())
            }
            short.append(field.key, .text(""))
        }
        let message = OSCMessage(kind, [.string(path)] + short.all.flatMap { [.string($0.key), OSCArgument($0.value)] })
        return messages + [try message.answering(number).encode()]
    }

    /// The parts of a long text, which end with a line if they can.
    private static func pages(of text: String) -> [String] {
        var (pages, rest): ([String], Substring.UTF8View) = ([], text[...].utf8)
        while !rest.isEmpty {
            var end = rest.index(rest.startIndex, offsetBy: page, limitedBy: rest.endIndex) ?? rest.endIndex
            if end < rest.endIndex {
                // No character is cut.
                while end > rest.startIndex, rest[end] & 0xc0 == 0x80 { end = rest.index(before: end) }
                if let line = rest[..<end].lastIndex(of: UInt8(ascii: "\n")) { end = rest.index(after: line) }
            }
            pages.append(String(Substring(rest[..<end])))
            rest = rest[end...]
        }
        return pages
    }

    /// Reads a message with the beginning of a text.
    static func more(_ message: OSCMessage) throws(ControlError) -> (key: String, text: String) {
        guard message.arguments.count == 3, case .string(let key) = message.arguments[1],
            case .string(let text) = message.arguments[2]
        else { throw .badAnswer(tr("a part of an answer without key and text")) }
        return (key, text)
    }

    /// Reads the pairs that `message` wrote. Values of unknown types are left out, so that a newer engine can be read.
    static func fields(_ message: OSCMessage) throws(ControlError) -> Fields {
        let pairs = message.arguments.dropFirst()
        guard pairs.count.isMultiple(of: 2) else { throw .badAnswer(tr("a reply with a key that has no value")) }
        var fields = Fields()
        var rest = pairs
        while let key = rest.popFirst(), let value = rest.popFirst() {
            guard case .string(let name) = key else { throw .badAnswer(tr("a reply with a key that is not a text")) }
            if let value = value.value { fields.append(name, value) }
        }
        return fields
    }

    /// Reads an error. A code of a newer engine counts as `.refused`.
    static func failure(_ message: OSCMessage) throws(ControlError) -> Failure {
        guard message.arguments.count == 3, case .int32(let number) = message.arguments[1],
            case .string(let words) = message.arguments[2]
        else { throw .badAnswer(tr("an error without code and text")) }
        return Failure(FailureCode(rawValue: number) ?? .refused, words)
    }
}
