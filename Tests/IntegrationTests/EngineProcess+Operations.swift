// Operations of an engine in the background. One thread: the test's.
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension EngineProcess {
    /// Cancels all operations that wait or run: each caller that waits for one is answered.
    func cancelOperations() throws {
        for operation in try reply("operations").items where ["queued", "running"].contains(operation.text("state")) {
            try cancelIfNotEnded(operation.int("operation"))
        }
    }

    /// Cancels an operation; one that has ended in the meantime needs no cancel.
    func cancelIfNotEnded(_ operation: Int) throws {
        do throws(Trouble) {
            try reply("operations", ["cancel", "\(operation)"])
        } catch {
            guard case .refused(let failure) = error, failure.code == .notFound else { throw error }
        }
    }

    /// True while an operation waits or runs.
    var isWorking: Bool {
        get throws { try reply("operations").items.contains { ["queued", "running"].contains($0.text("state")) } }
    }

    /// Waits until no operation waits or runs, for five minutes at most.
    func waitForOperations() throws {
        let isDone = try Pause.until(300) { try !isWorking }
        #expect(isDone, "the operations of earlier calls never ended")
    }
}
