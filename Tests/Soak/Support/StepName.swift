// Names of the steps. Any thread; a value.

/// A long run with figures of its own.
enum StepName: String, CaseIterable {
    case mixed
    case pauses
    case day48
    case day192
    case library
}
