// The pages of the screen. Any thread; a value.
internal import Dictation
internal import Messages

/// A page of the screen. The deck is always there; the others stand beside it on a wide screen, else in its place.
enum Tab: String, CaseIterable, Hashable, Sendable {
    case deck, library, markers, operations, options, timer, queue, schedule, transcript, ask

    /// The action that shows the page.
    var action: ScreenAction {
        switch self {
        case .deck: .deck
        case .library: .library
        case .markers: .markers
        case .operations: .operations
        case .options: .options
        case .timer: .timer
        case .queue: .queue
        case .schedule: .schedule
        case .transcript: .transcript
        case .ask: .ask
        }
    }

    /// The name in the row of tabs.
    var name: String {
        switch self {
        case .deck: tr("Deck")
        case .library: tr("Library")
        case .markers: tr("Markers")
        case .operations: tr("Operations")
        case .options: tr("Options")
        case .timer: tr("Timer")
        case .queue: tr("Queue")
        case .schedule: tr("Schedule")
        case .transcript: tr("Text")
        case .ask: tr("Ask")
        }
    }

    /// The name where there is little room.
    var shortName: String {
        switch self {
        case .deck: tr("Deck", "a narrow tab")
        case .library: tr("Library", "a narrow tab")
        case .markers: tr("Marks", "a narrow tab")
        case .operations: tr("Ops", "a narrow tab")
        case .options: tr("Options", "a narrow tab")
        case .timer: tr("Timer", "a narrow tab")
        case .queue: tr("Queue", "a narrow tab")
        case .schedule: tr("Sched.", "a narrow tab")
        case .transcript: tr("Text", "a narrow tab")
        case .ask: tr("Ask", "a narrow tab")
        }
    }
}
