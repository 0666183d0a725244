// The parts of the screen in which keys have their meanings. Any thread; a value.

/// A part of the screen. A key means what the part with the focus says; else what `anywhere` says.
public enum KeyContext: String, CaseIterable, Hashable, Sendable {
    /// All parts.
    case anywhere = "everywhere"
    /// The deck: waveform, meters and pad.
    case deck
    /// Each list: library, markers, operations, options, timer, queue, schedule, transcript, ask.
    case list = "lists"
    /// The library.
    case library
    /// The search of the library, while it is typed.
    case search
    /// The list of markers.
    case markers
    /// The list of operations.
    case operations
    /// The list of options.
    case options
    /// The timer.
    case timer
    /// The queue.
    case queue
    /// The list of scheduled takes.
    case schedule
    /// The transcript.
    case transcript
    /// The page of question sheets.
    case ask
    /// A line of the transcript, while it is typed.
    case typing
    /// The panel of rate and pitch.
    case dpc = "DPC"
    /// Text that scrolls: help and about.
    case text = "help"
    /// A question of yes or no.
    case prompt = "questions"
    /// A question for a text, and the list of sources.
    case entry = "texts"
}
