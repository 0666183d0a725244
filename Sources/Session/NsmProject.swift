// Any thread; a value.

/// What a session manager asks a client to open.
public struct NsmProject: Sendable, Equatable {
    /// Absolute; may not be there yet. Nothing of the project lies elsewhere.
    public let path: String
    /// The session's name, for people.
    public let displayName: String
    /// What the JACK client has to be called. Never computed: in a duplicated session it does not fit the path.
    public let clientID: String

    public init(path: String, displayName: String, clientID: String) {
        self.path = path
        self.displayName = displayName
        self.clientID = clientID
    }
}
