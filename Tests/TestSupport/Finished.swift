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
}
