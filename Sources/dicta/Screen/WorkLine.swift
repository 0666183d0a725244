// The line that shows a long work, fitted to the window. One thread; values, no I/O.
import Dictation
import Drawing
import Messages
import System

/// Progress of work on recordings.
struct WorkLine {
    let verb: LibraryVerb
    /// The recording or file that is worked on.
    let name: String
    /// Recordings that are done, and all of them.
    let done: Int64
    let total: Int64
    /// Progress of the whole work, 0 to 1.
    let fraction: Double
    /// True while other work is done first.
    var isQueued = false
    /// Seconds until the end; nil while nobody can tell.
    var left: Double?

    /// The line for a window: the bar takes the room that is left. The last column stays free.
    func ink(columns: Int) -> [Ink] {
        let room = columns - 1
        let tail = "\(percent)  \(Cells.padded(leftWords, 12))"
        let head = doing(subject)
        // Longest names first give way to the bar.
        let space = room - Cells.width(of: tail) - 4
        guard space >= 12 else { return [Ink(Cells.start(of: "\(percent) \(head)", room))] }
        let title = Cells.shortened(head, to: min(Cells.width(of: head), space * 2 / 3))
        let cells = min(40, space - Cells.width(of: title))
        let (full, none) = Screen.isUnicode ? ("█", "░") : ("#", ".")
        let filled = Int((share * Double(cells)).rounded(.down))
        let bar = String(repeating: full, count: filled) + String(repeating: none, count: max(0, cells - filled))
        return [Ink(title + "  "), Ink(bar, .green), Ink("  " + tail)]
    }

    /// The same as a sentence, for logs and pipes.
    var plain: String {
        "\(doing(subject)): \(percent.drop { $0 == " " })" + (leftWords.isEmpty ? "" : ", \(leftWords)")
    }

    private var subject: String {
        let file = name.lastPart
        let number = done < total ? done + 1 : total
        return total > 1 ? tr("\(file) (\(number) of \(total))") : file
    }

    /// Progress within 0 and 1, whatever the engine says.
    private var share: Double { fraction > 0 ? min(1, fraction) : 0 }

    private var percent: String { Cells.padded("\(Int(share * 100)) %", 5, right: true) }

    private var leftWords: String {
        guard !isQueued else { return tr("waits") }
        guard let left else { return "" }
        let time = TimeSpan.counter(seconds: left.rounded(.up))
        return tr("\(time) left")
    }

    /// The verb as what goes on with a recording or file.
    private func doing(_ subject: String) -> String {
        switch verb {
        case .tag: tr("Tagging \(subject)")
        case .note, .cut, .undo, .redo, .complete, .reopen, .favourite, .move: tr("Changing \(subject)")
        case .rename: tr("Renaming \(subject)")
        case .copy: tr("Copying \(subject)")
        case .delete: tr("Deleting \(subject)")
        case .clean: tr("Cleaning \(subject)")
        case .verify: tr("Checking \(subject)")
        case .recover: tr("Recovering \(subject)")
        case .peaks: tr("Drawing \(subject)")
        case .silences: tr("Listening to \(subject)")
        case .analyse: tr("Measuring \(subject)")
        case .export, .render: tr("Exporting \(subject)")
        case .flatten: tr("Flattening \(subject)")
        case .transcribe: tr("Writing down \(subject)")
        case .deliver: tr("Delivering \(subject)")
        case .importing: tr("Importing \(subject)")
        case .relink: tr("Looking for the file of \(subject)")
        default: tr("Working on \(subject)")
        }
    }
}
