// The pages of the screen. Any thread; a value.
internal import Dictation

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
    var name: String { self == .transcript ? "Text" : rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// The name where there is little room.
    var shortName: String {
        switch self {
        case .markers: "Marks"
        case .operations: "Ops"
        case .schedule: "Sched."
        default: name
        }
    }
}
