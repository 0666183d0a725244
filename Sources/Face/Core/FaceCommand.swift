// All commands of the screen to its program. Any thread; values.
public import Dictation

/// One thing that the program carries out for the screen.
public enum FaceCommand: Sendable {
    /// Send a request to the engine; the answer comes back as `FaceEvent.answer` with the same ticket.
    case ask(ticket: Int, Request)
    /// Subscribe to these topics at these rates (messages a second) instead of the ones before.
    case follow([Topic: Double])
    /// Store these values of the user for the next screen.
    case remember([String: String])
    /// Give the terminal back and stop, as Ctrl-Z does; draw everything again after SIGCONT.
    case suspend
    /// Draw everything again, as Ctrl-L does.
    case redraw
    /// Start an engine for the user, where none answers.
    case startEngine
    /// End the program; the engine goes on.
    case quit
}
