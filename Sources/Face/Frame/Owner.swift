// The senders of requests inside the screen. Any thread; a value.

/// A part of the screen that sends requests and takes their answers.
enum Owner: Hashable, Sendable {
    /// The screen itself.
    case screen(Purpose)
    /// A page.
    case page(Tab)
    /// A dialog, by its number.
    case dialog(Int)

    /// The purpose of a request of the screen itself.
    enum Purpose: Hashable, Sendable {
        /// An action of the user: only its failure is shown.
        case action
        /// The engine's state that no topic tells.
        case status
        /// The settings of the screen.
        case settings
        /// The markers of the recording.
        case marks
        /// The names of the sources that people read.
        case sources
    }
}
