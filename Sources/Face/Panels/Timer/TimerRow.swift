// The rows of the timer's list. Any thread; a value.
internal import Dictation

/// One row: a value of the next run, a title, or a preset.
enum TimerRow: Sendable, Equatable {
    /// A value, by its parameter of the verb `timer`.
    case field(ParameterKey)
    /// The title over the presets.
    case title
    /// A preset: its name, and what follows `timer start`.
    case preset(name: String, line: String)

    /// All rows.
    static func all(_ presets: [(name: String, line: String)]) -> [TimerRow] {
        let fields = ([.length] + TimerChoice.options).map(TimerRow.field)
        return fields + (presets.isEmpty ? [] : [.title]) + presets.map { .preset(name: $0.name, line: $0.line) }
    }

    /// The label of a value.
    static func label(_ key: ParameterKey) -> String {
        switch key {
        case .length: "Length"
        case .countdown: "Countdown"
        case .interval: "Gong every"
        case .bed: "Bed"
        default: "Bed level"
        }
    }
}
