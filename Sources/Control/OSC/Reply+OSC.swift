// The form of an answer in OSC. Any thread; no state.
import Dictation
internal import Messages

extension Reply {
    static let replyPath = "/reply"
    static let itemPath = "/item"
    static let errorPath = "/error"

    /// The packets that answer a request: the reply alone, or bundles of items; the last bundle also holds the reply, or the
    /// error when a part of the request failed. `number` is that of the request.
    func packets(to path: String, number: Int32? = nil) throws(ControlError) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        for item in items { messages.append(try Self.message(Self.itemPath, path, item).answering(number).encode()) }
        if let failure {
            messages.append(try Self.packet(failure, to: path, number: number))
        } else {
            messages.append(try Self.message(Self.replyPath, path, fields).answering(number).encode())
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

    private static func message(_ kind: String, _ path: String, _ fields: Fields) -> OSCMessage {
        OSCMessage(kind, [.string(path)] + fields.all.flatMap { [.string($0.key), OSCArgument($0.value)] })
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
