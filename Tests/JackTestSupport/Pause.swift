// Short waits. Any thread; blocks.
import Glibc

/// A short wait between two checks of a condition that is bound to come true.
public enum Pause {
    /// Waits this number of milliseconds.
    public static func milliseconds(_ count: UInt32) { _ = usleep(count * 1000) }
}
