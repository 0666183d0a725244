// Room: tests. A value.

/// How a program ended and what it said.
public struct Finished: Sendable {
    public let code: Int32
    public let output: String
    public let errors: String
}
