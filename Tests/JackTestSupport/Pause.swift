// Any thread.
import Glibc

/// A short wait between two looks at something that is bound to come.
public enum Pause {
    public static func milliseconds(_ count: UInt32) { _ = usleep(count * 1000) }
}
