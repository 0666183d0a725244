// Collects the answer of one request. Any thread; a value, no I/O.
import Dictation

/// Collects the answer of one message from the packets that arrive.
struct Answers {
    /// The address of the message.
    let path: String
    /// The number of the request; nil for one without a number.
    let number: Int32?
    private var items: [Fields] = []
    /// Beginnings of the texts of the next message, by their keys.
    private var begun: [String: String] = [:]

    init(to path: String, number: Int32? = nil) { (self.path, self.number) = (path, number) }

    /// True if the messages answer this request, and not another one of the same address.
    func areAnswered(by messages: [OSCMessage]) -> Bool {
        messages.contains { message in
            let (answer, number) = message.answered
            return Self.paths.contains(answer.path) && answer.arguments.first == .string(path) && number == self.number
        }
    }

    /// The addresses of answers.
    static let paths = [Reply.itemPath, Reply.replyPath, Reply.errorPath, Reply.morePath]

    /// Adds a packet and gives the whole answer once it is complete; throws `.refused` when the engine refuses all of it,
    /// `.badAnswer` when the packet cannot be read.
    mutating func take(_ packet: [UInt8]) throws(ControlError) -> Reply? {
        for message in try Self.messages(packet) {
            let (answer, number) = message.answered
            guard number == self.number else { continue }
            // An answer to "/" is about a packet that could not be read.
            guard case .string(let path)? = answer.arguments.first, path == self.path || path == "/" else { continue }
            switch answer.path {
            case Reply.morePath:
                let more = try Reply.more(answer)
                begun[more.key, default: ""] += more.text
            case Reply.itemPath: items.append(whole(try Reply.fields(answer)))
            case Reply.replyPath: return Reply(whole(try Reply.fields(answer)), items: items)
            case Reply.errorPath:
                let failure = try Reply.failure(answer)
                guard !items.isEmpty else { throw .refused(failure) }
                return Reply(items: items, failure: failure)
            default: continue
            }
        }
        return nil
    }

    /// The fields of a message with the beginnings of their texts.
    private mutating func whole(_ fields: Fields) -> Fields {
        guard !begun.isEmpty else { return fields }
        defer { begun = [:] }
        return Fields(
            fields.all.map { field in
                guard let text = begun[field.key] else { return field }
                return Field(field.key, .text("\(text)\(field.value)"))
            })
    }

    /// Messages of a packet from the engine. Throws `.badAnswer` for a packet that is no OSC.
    static func messages(_ packet: [UInt8]) throws(ControlError) -> [OSCMessage] {
        do throws(ControlError) { return try OSCPacket.decode(packet) } catch {
            guard case .malformed(let what) = error else { throw error }
            throw .badAnswer(what)
        }
    }
}
