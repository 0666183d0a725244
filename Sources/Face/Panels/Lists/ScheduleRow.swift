// One scheduled take on the screen. Any thread; a value.
internal import Dictation
internal import Drawing
internal import Messages

/// A take as `schedule` lists it.
struct ScheduleRow: Sendable, Equatable {
    /// Cells of each column before the name, with the gaps.
    private static let columns = (time: 18, state: 11, length: 10, every: 14)

    /// Number in the list.
    let number: Int64
    /// Local time of the next beginning, or of the missed one.
    let at: String
    /// Name; empty for one by date and time.
    let name: String
    /// Length; empty for none.
    let length: String
    /// `once`, `day`, `weekday` or `week`.
    let every: String
    /// `coming`, `late`, `recording` or `missed`.
    let state: String
    /// Why it is late, or was missed last; empty for neither.
    let why: String
    /// The command line.
    let line: String

    init(_ fields: Fields) {
        number = fields.count("number")
        (at, name, length) = (fields.text("at"), fields.text("name"), fields.text("for"))
        (every, state, why, line) = (fields.text("every"), fields.text("state"), fields.text("why"), fields.text("line"))
    }

    /// The colour of the state.
    var role: Role {
        switch state {
        case "recording": .record
        case "late", "missed": .warning
        default: why.isEmpty ? .info : .warning
        }
    }

    /// The state in words.
    private var stateWord: String {
        switch state {
        case "coming": tr("coming", "a scheduled take")
        case "late": tr("late", "a scheduled take")
        case "recording": tr("recording", "a scheduled take")
        case "missed": tr("missed", "a scheduled take")
        default: state
        }
    }

    /// The repetition in words; empty for none.
    private var repetition: String {
        switch every {
        case "once": ""
        case "day": tr("every day")
        case "weekday": tr("every weekday")
        case "week": tr("every week")
        default: every
        }
    }

    /// Draws time, state, name, length and repetition in fixed places; the last ones go first where there is no room.
    func draw(on canvas: inout Canvas, _ line: Rectangle, isSelected: Bool, _ glyphs: FaceOptions.Glyphs) {
        let background: Role = isSelected ? .selection : .background
        func put(_ text: String, _ column: Int, _ width: Int, _ role: Role) {
            guard width > 0 else { return }
            let words = Cells.shortened(PrintableText.line(text), to: width, gap: glyphs.gap)
            canvas.put(
                words, column: line.column + column, row: line.row, Style(isSelected ? .text : role, on: background),
                width: width)
        }
        let lead = Self.columns.time + Self.columns.state
        let tail = line.columns >= 72 ? Self.columns.length + Self.columns.every : 0
        put(String(at.prefix(16)), 0, min(Self.columns.time - 2, line.columns), .text)
        put(stateWord, Self.columns.time, min(Self.columns.state - 2, line.columns - Self.columns.time), role)
        put(
            name.isEmpty ? tr("by date and time") : name, lead, line.columns - lead - tail - 1,
            name.isEmpty ? .secondary : .text)
        guard tail > 0 else { return }
        put(length.isEmpty ? tr("no end") : length, line.columns - tail, Self.columns.length - 1, .secondary)
        put(repetition, line.columns - tail + Self.columns.length, Self.columns.every, .secondary)
    }
}
