// Result of a program. Any thread; a value.

/// Exit code and output of a program that has ended.
public struct Finished: Sendable {
    /// Exit code; below 0 the number of the signal that ended the program.
    public let code: Int32
    /// Standard output.
    public let output: String
    /// Standard error.
    public let errors: String

    /// Makes a result.
    public init(code: Int32, output: String, errors: String) {
        self.code = code
        self.output = output
        self.errors = errors
    }

    /// The part of standard error that explains the end: from the crash report on where there is one, else its last lines.
    public var reason: String {
        let start = ["Fatal error", "Program crashed", "ERROR: "].compactMap { errors.firstRange(of: $0)?.lowerBound }.min()
        return start.map { String(errors[$0...].prefix(6000)) } ?? String(errors.suffix(3000))
    }
}
