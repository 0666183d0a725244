// Refusals in the form of the NSM API. Any thread; a value.

/// A refusal: a code of the NSM API, and words for people.
public struct NsmFailure: Error, Sendable, Equatable {
    /// Codes of the NSM API.
    public enum Code: Int32, Sendable {
        /// Any other error.
        case general = -1
        /// Incompatible version of the API.
        case incompatible = -2
        /// No session is open.
        case noSession = -6
        /// Not possible at the moment.
        case notNow = -8
        /// The project's files are damaged.
        case badProject = -9
        /// The project could not be created.
        case createFailed = -10
        /// Another request is still in progress.
        case pending = -12
    }

    /// The code.
    public let code: Code
    /// The reason, for people.
    public let words: String

    /// Makes a refusal.
    public init(_ code: Code, _ words: String) {
        self.code = code
        self.words = words
    }
}
