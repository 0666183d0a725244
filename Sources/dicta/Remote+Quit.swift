// Ends an engine and waits for its process. One thread; waits for the engine.
import Control
import Dictation
import Messages
import System

extension Remote {
    /// Seconds for which a process may live on after its answer to `quit`: hooks may run for ten, and are then ended.
    private static let farewell = 15.0
    private static let lastWords: Message = "The engine continues to quit in the background."

    /// The verb `quit`: gives the answer once the engine's process is gone, so that a `start` right behind it succeeds.
    func quit(_ request: Request) throws(DictaError) -> Reply {
        let result: Result<Reply, ControlError>
        let isGone: Bool
        let words = tr("Waiting until the engine has closed its files")
        do throws(ControlError) {
            if let url {
                var client = try StreamClient(url: url)
                // The engine keeps this connection until its process ends.
                let reply = try client.ask(request, timeout: request.command.patience)
                result = .success(reply)
                isGone = wait { milliseconds in client.waitForEnd(seconds: Double(milliseconds) / 1000) }
            } else {
                let process = try process()
                do throws(ControlError) {
                    let reply = try noting(words, farewell: Self.lastWords.text) { (note) throws(ControlError) in
                        try once(request, timeout: request.command.patience, note)
                    }
                    result = .success(reply)
                } catch {
                    // An engine whose take could not be closed answers with an error, and ends too.
                    guard case .refused = error else { throw error }
                    result = .failure(error)
                }
                isGone = process.map { process in wait { process.hasEnded(within: $0) } } ?? true
            }
        } catch {
            throw .control(error)
        }
        guard isGone else { throw .lingers(engine: engine) }
        return try result.mapError(DictaError.control).get()
    }

    /// The process of the engine. Nil if it does not tell: one that hangs may still obey.
    private func process() throws(ControlError) -> ProcessWatch? {
        do throws(ControlError) {
            guard case .int(let number)? = try ping().fields["pid"] else { return nil }
            return ProcessWatch(Int32(clamping: number))
        } catch {
            if case .timeout = error { return nil }
            throw error
        }
    }

    /// Calls `hasEnded` with a number of milliseconds until it is true; false after `farewell`. A person is told after a second.
    private func wait(_ hasEnded: (Int32) -> Bool) -> Bool {
        if hasEnded(1000) { return true }
        return noting(tr("Waiting for the engine's hooks to end"), farewell: Self.lastWords.text) { note in
            for _ in 0..<Int((Self.farewell - 1) * 10) {
                note?.attend()
                if hasEnded(100) { return true }
            }
            return false
        }
    }
}
