// Any thread; a value, no I/O.
import Dictation

/// Puts the answer to one message together from what comes.
struct Answers {
    /// The address of the message.
    let path: String
    private var items: [Fields] = []

    init(to path: String) { self.path = path }

    /// The whole answer once it is there; throws the engine's own words when it says no to all of it.
    mutating func take(_ packet: [UInt8]) throws(ControlError) -> Reply? {
        for answer in try OSCPacket.decode(packet) {
            // "/" names what could not be read at all.
            guard case .string(let path)? = answer.arguments.first, path == self.path || path == "/" else { continue }
            switch answer.path {
            case Reply.itemPath: items.append(try Reply.fields(answer))
            case Reply.replyPath: return Reply(try Reply.fields(answer), items: items)
            case Reply.errorPath:
                let failure = try Reply.failure(answer)
                guard !items.isEmpty else { throw .refused(failure) }
                return Reply(items: items, failure: failure)
            default: continue
            }
        }
        return nil
    }
}
