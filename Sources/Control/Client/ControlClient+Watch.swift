// Posts requests without waiting and reads state messages. One thread at a time; blocks up to the time given.
public import Dictation
import System

extension ControlClient {
    /// Sends a request without waiting for the answer, which later comes out of `messages(within:)`. Waits up to five seconds
    /// for room in the engine's queue; throws `.timeout`, `.engineGone` or `.tooLarge`.
    public func post(_ request: Request) throws(ControlError) {
        try send(try request.message.encode(), until: Moment.now.nanoseconds + 5_000_000_000, 5)
    }

    /// Waits up to `milliseconds` for the next packet and gives its messages; empty after the time, or after a signal.
    /// Throws `.engineGone` when the engine has ended, and `.badAnswer` for a packet that is no OSC.
    public mutating func messages(within milliseconds: Int32) throws(ControlError) -> [OSCMessage] {
        for isLast in [false, true] {
            if let packet = try nextPacket() { return try Answers.messages(packet) }
            guard !isLast, try socket.wait(milliseconds: min(milliseconds, ControlLimits.probe)) else { break }
        }
        // The last messages of an engine that has ended are still in the queue.
        if try isGone(), try !socket.wait(milliseconds: 0) { throw .engineGone(engine: engine) }
        return []
    }
}
