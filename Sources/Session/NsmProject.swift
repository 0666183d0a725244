// A project of a session manager. Any thread; a value.

/// A project that a session manager asks a client to open.
public struct NsmProject: Sendable, Equatable {
    /// Absolute path of the project, which may not exist yet. Everything of the project lies below it.
    public let path: String
    /// Name of the session, for people.
    public let displayName: String
    /// Name that the JACK client must have. Never derived from the path: in a duplicated session the two differ.
    public let clientID: String

    /// Makes a project.
    public init(path: String, displayName: String, clientID: String) {
        self.path = path
        self.displayName = displayName
        self.clientID = clientID
    }
}
