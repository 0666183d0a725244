// Signals that end dicta-bench. Main thread only.
import System

/// Blocks the signals that ask the program to end, and waits for them: no handler runs in between.
enum Interruption {
    // Fails only for a wrong first argument.
    static func block() { _ = try? asked.block() }

    /// Sleeps. Throws `signal` if a signal comes.
    static func sleep(seconds: Double) throws(BenchError) {
        let end = Moment.now.later(seconds: seconds)
        // A program that was suspended and goes on is woken too early.
        repeat {
            let rest = max(0, end.seconds(since: Moment.now))
            if let number = asked.wait(milliseconds: Int((rest * 1000).rounded(.up))) { throw .signal(number) }
        } while Moment.now < end
    }

    private static let asked = SignalSet(
        [SignalNumber.interrupt, SignalNumber.terminate, SignalNumber.hangUp, SignalNumber.quit])
}
