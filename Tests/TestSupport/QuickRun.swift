// Fewer arguments of a test in a quick run. Any thread.
import Glibc

/// A run by `session/test --quick`: short takes, and one argument in four of tests with many.
///
/// `DICTA_QUICK=takes` only makes takes short.
public enum QuickRun {
    /// True if tests try one argument in four.
    public static let isOn = unsafe getenv("DICTA_QUICK").map { unsafe String(cString: $0) } == "1"
}

extension Array {
    /// All elements; in a quick run one element in four, and at least one.
    public var few: Self { QuickRun.isOn ? stride(from: count / 2 % 4, to: count, by: 4).map { self[$0] } : self }
}
