// Signals that end the engine. Control loop only, before any other thread is started.
internal import System
internal import Threads

extension SignalDescriptor {
    /// Makes a descriptor that receives SIGTERM, SIGINT and SIGHUP. Each of them ends the engine in order.
    ///
    /// SIGPIPE is blocked and never received: a terminal or log that closes must not end the engine.
    static func ends() throws(EngineError) -> SignalDescriptor {
        let signals = [SignalNumber.terminate, SignalNumber.interrupt, SignalNumber.hangUp]
        do throws(SystemError) {
            return try SignalDescriptor(signals, alsoBlocked: [SignalNumber.brokenPipe])
        } catch {
            throw EngineError(error)
        }
    }
}
