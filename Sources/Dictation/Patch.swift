// Room: Dictation. A value any thread may hold; no I/O, no C.

/// A connection of one of our ports.
public struct Patch: Sendable, Hashable {
    /// Our port, without the client's name: `in_l`.
    public var port: String
    /// The other one, whole: `system:capture_1`.
    public var other: String

    public init(port: String, other: String) {
        self.port = port
        self.other = other
    }
}
