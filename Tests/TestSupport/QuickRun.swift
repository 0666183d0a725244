// Fewer arguments of a test in a quick run. Any thread.
import Glibc

/// A run by `session/test --quick`: short takes, and one argument of a test instead of all. `DICTA_QUICK=takes` only makes
/// takes short.
public enum QuickRun {
    public static let isOn = unsafe getenv("DICTA_QUICK").map { unsafe String(cString: $0) } == "1"
}

extension Array {
    /// All of them; in a quick run the one in the middle.
    public var few: Self { QuickRun.isOn && !isEmpty ? [self[count / 2]] : self }
}
