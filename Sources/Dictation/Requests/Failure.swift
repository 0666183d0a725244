// Any thread; a value.

/// The answer "no" to a command, as it goes over the control socket.
public struct Failure: Error, Sendable, Equatable {
    public let code: FailureCode
    /// What happened, to what, and what to do next.
    public let words: String

    public init(_ code: FailureCode, _ words: String) {
        self.code = code
        self.words = words
    }
}
