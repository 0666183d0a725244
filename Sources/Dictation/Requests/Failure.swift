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

    /// The words of an error with the recording or file that failed before them, unless they name it already: a path that they
    /// hold, or a name at their beginning.
    public static func words(_ words: String, of name: String) -> String {
        let isNamed =
            name.hasSlash && words.contains(name) || words.hasPrefix("\(name): ") || words.hasPrefix("\(name) ")
            || words.hasPrefix("'\(name)'")
        return name.isEmpty || isNamed ? words : "\(name): \(words)"
    }
}
