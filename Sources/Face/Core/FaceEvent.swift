// All events that reach the state of the screen. Any thread; values.
public import Dictation
public import Drawing

/// One thing that happened, as the screen's state takes it.
public enum FaceEvent: Sendable {
    /// The user pressed a key, used the mouse, or changed the size of the window.
    case input(InputEvent)
    /// The engine sent the state of a topic.
    case state(topic: String, Fields)
    /// The engine told an event (C12), such as `clip`.
    case event(name: String, Fields)
    /// The engine answered the request with that ticket.
    case answer(ticket: Int, Result<Reply, Failure>)
    /// The connection to the engine changed.
    case link(LinkState)
    /// The file of the user's state was read: what an earlier screen stored.
    case memory([String: String])
}

/// The connection to the engine.
public enum LinkState: Sendable, Equatable {
    /// The program connects, or starts an engine.
    case connecting
    /// The engine answers. The name is that of the engine.
    case connected(engine: String)
    /// The engine is gone; the words say how, and the program tries again by itself.
    case gone(String)
}
