// The rows of the timer's list. Any thread; a value.
internal import Dictation
internal import Messages

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
        case .length: tr("Length")
        case .countdown: tr("Countdown")
        case .interval: tr("Gong every")
        case .bed: tr("Bed")
        default: tr("Bed level")
        }
    }
}
