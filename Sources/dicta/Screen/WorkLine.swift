// The line that shows a long work, fitted to the window. One thread; values, no I/O.
import Dictation
import Drawing
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
        let head = "\(doing) \(subject)"
        // Longest names first give way to the bar.
        let space = room - Cells.width(of: tail) - 4
        guard space >= 12 else { return [Ink(Cells.start(of: "\(percent) \(doing)", room))] }
        let title = Cells.shortened(head, to: min(Cells.width(of: head), space * 2 / 3))
        let cells = min(40, space - Cells.width(of: title))
        let (full, none) = Screen.isUnicode ? ("█", "░") : ("#", ".")
        let filled = Int((share * Double(cells)).rounded(.down))
        let bar = String(repeating: full, count: filled) + String(repeating: none, count: max(0, cells - filled))
        return [Ink(title + "  "), Ink(bar, .green), Ink("  " + tail)]
    }

    /// The same as a sentence, for logs and pipes.
    var plain: String {
        "\(doing) \(subject): \(percent.drop { $0 == " " })" + (leftWords.isEmpty ? "" : ", \(leftWords)")
    }

    private var subject: String {
        let file = name.contains("/") ? String(name[name.index(after: name.lastIndex(of: "/") ?? name.startIndex)...]) : name
        return total > 1 ? "\(file) (\(done < total ? done + 1 : total) of \(total))" : file
    }

    /// Progress within 0 and 1, whatever the engine says.
    private var share: Double { fraction > 0 ? min(1, fraction) : 0 }

    private var percent: String { Cells.padded("\(Int(share * 100)) %", 5, right: true) }

    private var leftWords: String {
        isQueued ? "waits" : left.map { TimeSpan.counter(seconds: $0.rounded(.up)) + " left" } ?? ""
    }

    /// The verb as what goes on.
    private var doing: String {
        switch verb {
        case .tag: "Tagging"
        case .note, .cut, .undo, .redo, .complete, .reopen, .favourite, .move: "Changing"
        case .rename: "Renaming"
        case .copy: "Copying"
        case .delete: "Deleting"
        case .clean: "Cleaning"
        case .verify: "Checking"
        case .recover: "Recovering"
        case .peaks: "Drawing"
        case .silences: "Listening to"
        case .analyse: "Measuring"
        case .export, .render: "Exporting"
        case .flatten: "Flattening"
        case .transcribe: "Writing down"
        case .deliver: "Delivering"
        case .importing: "Importing"
        case .relink: "Looking for the file of"
        default: "Working on"
        }
    }
}
