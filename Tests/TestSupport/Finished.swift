// A value.

/// How a program ended and what it said.
public struct Finished: Sendable {
    public let code: Int32
    public let output: String
    public let errors: String

    public init(code: Int32, output: String, errors: String) {
        self.code = code
        self.output = output
        self.errors = errors
    }
}
