// Any one thread; blocks for as long as it was told.
public import Dictation
import Glibc

extension ControlClient {
    /// Asks without waiting for the answer, which comes as one of the messages.
    public func post(_ request: Request) throws(ControlError) {
        try send(try request.message.encode(), until: Moment.now() + 5_000_000_000, 5)
    }

    /// What comes next; nothing when nothing came in that time, or a signal did. Throws when the engine is no more.
    public mutating func messages(within milliseconds: Int32) throws(ControlError) -> [OSCMessage] {
        for isLast in [false, true] {
            if let datagram = try socket.receive(into: &buffer, path: path) {
                guard !datagram.isCut else { throw .tooLarge(bytes: datagram.count) }
                return try OSCPacket.decode(Array(buffer.prefix(datagram.count)))
            }
            guard !isLast, try socket.wait(POLLIN, milliseconds: min(milliseconds, ControlLimits.probe)) else { break }
        }
        // What it said in its last moment is still in the queue.
        if try isGone(), try !socket.wait(POLLIN, milliseconds: 0) { throw .engineGone(engine: engine) }
        return []
    }
}
