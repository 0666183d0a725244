// Signals that end the engine. Made before any other thread, polled by the control loop.
internal import System

extension SignalDescriptor {
    /// SIGTERM, SIGINT and SIGHUP as something to poll: all three close everything in order.
    ///
    /// A terminal or a log that goes away must not end the engine: SIGPIPE is blocked too, and never looked at.
    static func ends() throws(EngineError) -> SignalDescriptor {
        let signals = [SignalNumber.terminate, SignalNumber.interrupt, SignalNumber.hangUp]
        do throws(SystemError) {
            return try SignalDescriptor(signals, alsoBlocked: [SignalNumber.brokenPipe])
        } catch {
            throw EngineError(error)
        }
    }
}
