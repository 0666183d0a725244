// Short waits. Any thread; blocks.
import Glibc
import System

/// A short wait between two checks of a condition that is bound to come true.
public enum Pause {
    /// Waits this number of milliseconds.
    public static func milliseconds(_ count: UInt32) { _ = usleep(count * 1000) }

    /// Waits up to `seconds` until a condition is true, in steps that cost a test no time; false where it never is.
    @discardableResult
    public static func until(_ seconds: Double = 30, _ isTrue: () throws -> Bool) rethrows -> Bool {
        let start = Moment.now
        while try !isTrue() {
            guard Moment.now.seconds(since: start) < seconds else { return false }
            milliseconds(5)
        }
        return true
    }
}
