// The error answer to a command. Any thread; a value.

/// The error answer to a command, as the control socket carries it.
public struct Failure: Error, Sendable, Equatable {
    /// The kind of error.
    public let code: FailureCode
    /// The error in words: the problem, its object and the cure.
    public let words: String

    /// Makes an error answer.
    public init(_ code: FailureCode, _ words: String) {
        self.code = code
        self.words = words
    }
}
