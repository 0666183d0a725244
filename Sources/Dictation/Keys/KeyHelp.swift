// The keys of the screen in help and man page. Any thread; no I/O.
internal import Messages

/// The table of keys in words.
public enum KeyHelp {
    /// The keys of one part of the screen.
    public struct Part: Sendable {
        /// The title.
        public let title: String
        /// The rows in order.
        public let rows: [Row]
    }

    /// The keys of one action.
    public struct Row: Sendable {
        /// The action.
        public let action: ScreenAction
        /// Its keys, as settings name them.
        public let keys: String
        /// Its line in the help.
        public let help: String
    }

    /// All keys, one part of the screen after the other.
    public static func parts(_ bindings: KeyBindings = .standard) -> [Part] {
        var parts: [Part] = []
        for context in KeyContext.allCases {
            var rows: [Row] = []
            for row in KeyTable.all where row.context == context {
                let names = bindings.keys(of: row).map(\.name)
                rows.append(Row(action: row.action, keys: names.joined(separator: " "), help: row.help.text))
            }
            if !rows.isEmpty { parts.append(Part(title: title(of: context).text, rows: rows)) }
        }
        return parts
    }

    private static func title(of context: KeyContext) -> Message {
        switch context {
        case .anywhere: "Keys everywhere"
        case .deck: "Keys of the deck"
        case .list: "Keys in lists"
        case .library: "Keys in the library"
        case .search: "Keys while a search is typed"
        case .markers: "Keys in the list of markers"
        case .operations: "Keys in the list of operations"
        case .options: "Keys in the options"
        case .timer: "Keys of the timer"
        case .queue: "Keys in the queue"
        case .schedule: "Keys in the schedule"
        case .transcript: "Keys of the transcript"
        case .ask: "Keys of the question sheets"
        case .typing: "Keys while a line of the transcript is typed"
        case .dpc: "Keys of rate and pitch (DPC)"
        case .text: "Keys in help and about"
        case .prompt: "Keys in questions of yes or no"
        case .entry: "Keys where a text is typed or a source is chosen"
        }
    }
}

extension CommandHelp {
    /// The text that `dicta help --keys` prints.
    public static var keys: String {
        var lines = [tr("Keys of the screen (dicta tui), with their names for the setting keys.")]
        for part in KeyHelp.parts() {
            lines += ["", part.title + ":"]
            lines += columns(part.rows.map { ("\($0.keys)  (\($0.action.rawValue))", $0.help) })
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
