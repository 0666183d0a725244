// Short waits. Any thread; blocks.
import Glibc
import System

/// A short wait between two checks of a condition that is bound to come true.
public enum Pause {
    /// Waits this number of milliseconds.
    public static func milliseconds(_ count: UInt32) { _ = usleep(count * 1000) }

    /// Waits up to `seconds` until a condition is true; false where it never is. The steps between two looks grow from 2 to 20
    /// milliseconds: what comes at once costs no time, and what comes late costs the other tests few looks.
    ///
    /// A loop `for _ in 0..<n where condition` is no replacement: it looks n times, however soon the condition comes true.
    @discardableResult
    public static func until(_ seconds: Double = 30, _ isTrue: () throws -> Bool) rethrows -> Bool {
        let start = Moment.now
        var step: UInt32 = 2
        while try !isTrue() {
            guard Moment.now.seconds(since: start) < seconds else { return false }
            milliseconds(step)
            step = min(20, step * 2)
        }
        return true
    }
}
