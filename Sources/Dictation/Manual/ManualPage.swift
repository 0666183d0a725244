// The man pages, made from the tables. Any thread; no I/O.
internal import Messages

/// A man page, in the user's language. The raw value is its name.
public enum ManualPage: String, CaseIterable, Sendable {
    /// The remote: verbs, keys, times, exit codes, files.
    case dicta
    /// The engine: its options.
    case dictad
    /// The file of settings.
    case settings = "dicta-settings"
    /// The messages of OSC.
    case osc = "dicta-osc"
    /// Measurements beside other programs.
    case bench = "dicta-bench"

    /// The section of the manual.
    public var section: Int {
        switch self {
        case .dicta, .dictad, .bench: 1
        case .settings: 5
        case .osc: 7
        }
    }

    /// The whole page, as roff source.
    public var text: String {
        // Date and language stay empty: the same version makes the same bytes.
        let title = ".TH \(rawValue.uppercased()) \(section) \"\" \"dicta \(Version.text)\" \"\(manual.text)\""
        let name = [
            Roff.chapter(Message("Name").meaning("a man page")), "\(Roff.escaped(rawValue)) \\- \(Roff.escaped(summary.text))",
        ]
        return ([title] + name + body + seeAlso).joined(separator: "\n") + "\n"
    }

    private var body: [String] {
        switch self {
        case .dicta: Self.remote
        case .dictad: Self.engine
        case .settings: Self.settingsFile
        case .osc: Self.protocolPage
        case .bench: Self.measurements
        }
    }

    private var manual: Message {
        switch self {
        case .dicta, .dictad, .bench: "User Commands"
        case .settings: "File Formats"
        case .osc: "Protocols"
        }
    }

    private var summary: Message {
        switch self {
        case .dicta: "record from the JACK graph and play into it"
        case .dictad: "engine of dicta, a dictaphone for the JACK graph"
        case .settings: "settings of dicta and its engine"
        case .osc: "OSC messages that the engine of dicta takes and sends"
        case .bench: "measurements of dicta beside other programs"
        }
    }

    private var seeAlso: [String] {
        var pages = Self.allCases.filter { $0 != self }.map { ($0.rawValue, $0.section) }
        pages += [("jackd", 1)] + (self == .osc ? [("oscsend", 1)] : [])
        let lines = pages.enumerated().map { place, page in
            ".BR \(Roff.escaped(page.0)) (\(page.1))" + (place == pages.count - 1 ? "" : ",")
        }
        return [Roff.chapter("See also")] + lines
    }
}
