// Any thread; a value.

/// A refusal as NSM has it: a code of the document, and words for people.
public struct NsmFailure: Error, Sendable, Equatable {
    public enum Code: Int32, Sendable {
        case general = -1
        case incompatible = -2
        case noSession = -6
        case notNow = -8
        case badProject = -9
        case createFailed = -10
        case pending = -12
    }

    public let code: Code
    public let words: String

    public init(_ code: Code, _ words: String) {
        self.code = code
        self.words = words
    }
}
