// The keys of the screen in help and man page. Any thread; no I/O.

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
                rows.append(Row(action: row.action, keys: names.joined(separator: " "), help: row.help))
            }
            if !rows.isEmpty { parts.append(Part(title: "Keys \(place(of: context))", rows: rows)) }
        }
        return parts
    }

    private static func place(of context: KeyContext) -> String {
        switch context {
        case .anywhere: "everywhere"
        case .deck: "of the deck"
        case .list: "in lists"
        case .library: "in the library"
        case .search: "while a search is typed"
        case .markers: "in the list of markers"
        case .operations: "in the list of operations"
        case .options: "in the options"
        case .timer: "of the timer"
        case .queue: "in the queue"
        case .schedule: "in the schedule"
        case .transcript: "of the transcript"
        case .ask: "of the question sheets"
        case .typing: "while a line of the transcript is typed"
        case .dpc: "of rate and pitch (DPC)"
        case .text: "in help and about"
        case .prompt: "in questions of yes or no"
        case .entry: "where a text is typed or a source is chosen"
        }
    }
}

extension CommandHelp {
    /// The text that `dicta help --keys` prints.
    public static var keys: String {
        var lines = ["Keys of the screen (dicta tui), with their names for the setting keys."]
        for part in KeyHelp.parts() {
            lines += ["", part.title + ":"]
            lines += columns(part.rows.map { ("\($0.keys)  (\($0.action.rawValue))", $0.help) })
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
