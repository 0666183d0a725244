// Signals that end a long run. Main thread only.
import Synchronization
import System

/// Blocks the signals that ask the program to end, and notes the first of them: a run looks between its steps.
enum Interruption {
    private static let hasCome = Atomic<Bool>(false)

    /// True once a signal has come.
    static var isAsked: Bool { hasCome.load(ordering: .relaxed) }

    // Cannot fail: the arguments are always valid.
    static func block() { _ = try? asked.block() }

    /// Waits this number of milliseconds, or until a signal comes. True once one has come.
    @discardableResult
    static func wait(milliseconds: Int) -> Bool {
        if !isAsked, asked.wait(milliseconds: max(0, milliseconds)) != nil { hasCome.store(true, ordering: .relaxed) }
        return isAsked
    }

    private static let asked = SignalSet(
        [SignalNumber.interrupt, SignalNumber.terminate, SignalNumber.hangUp, SignalNumber.quit])
}
