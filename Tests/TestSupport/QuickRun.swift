// Fewer arguments and shorter takes of tests, unless everything is to be run. Any thread.
import Glibc

/// A quick run, the default: takes of seconds, and one argument in four of tests with many. `session/test --all` runs it all: it sets
/// `DICTA_ALL`.
public enum QuickRun {
    /// True unless `DICTA_ALL` is set.
    public static let isOn = unsafe getenv("DICTA_ALL") == nil
}

extension Array {
    /// All elements; in a quick run one element in four, and at least one.
    public var few: Self { QuickRun.isOn ? stride(from: count / 2 % 4, to: count, by: 4).map { self[$0] } : self }
}
