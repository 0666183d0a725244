// The protocol of lines that are drawn again in their place. One thread; no I/O.
import Control

/// A line that shows the engine's state, put together from its topics.
protocol LiveLine {
    /// Topics to subscribe to, separated by commas.
    static var topics: String { get }
    /// False while there is nothing to show.
    var isRunning: Bool { get }
    /// Takes a message of one of the topics.
    mutating func take(_ message: StateMessage)
    /// The line, at most one cell shorter than a window of that many columns.
    func ink(columns: Int) -> [Ink]
}
