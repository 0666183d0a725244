// Signals that end dicta-bench. Main thread only.
import System

/// Blocks the signals that ask the program to end, and waits for them: no handler runs in between.
enum Interruption {
    // Cannot fail: the arguments are always valid.
    static func block() { _ = try? asked.block() }

    /// Sleeps. Throws `signal` if a signal comes.
    static func sleep(seconds: Double) throws(BenchError) {
        let end = Moment.now.later(seconds: seconds)
        // A program that continues after a suspension (Ctrl-Z) wakes too early.
        repeat {
            let rest = max(0, end.seconds(since: Moment.now))
            if let number = asked.wait(milliseconds: Int((rest * 1000).rounded(.up))) { throw .signal(number) }
        } while Moment.now < end
    }

    private static let asked = SignalSet(
        [SignalNumber.interrupt, SignalNumber.terminate, SignalNumber.hangUp, SignalNumber.quit])
}
