// The command line. One thread; a value.

/// Measurement that the command line asks for.
enum BenchCommand {
    case help
    case version
    case bench(Plan)
    case play(PlayPlan)
    case peaks(PeaksPlan)
    case library(LibraryPlan)
    case control(ControlPlan)
    case tui(TuiPlan)
    case voice(VoicePlan)
    /// Try the recognisers that are installed.
    case words(WordsPlan)
    /// Run all of them in rounds, and write a page.
    case report(ReportPlan)
    /// Hidden: plays a tone for `session/run`. Peak in dB, client to connect to, length in seconds.
    case tone(peak: Double, to: String?, seconds: Double?)
    /// Hidden: runs the client that does nothing.
    case idle(name: String)

    /// Reads the command line, without the program's name. Throws `usage`.
    init(words: [String]) throws(BenchError) {
        let rest = words.dropFirst()
        switch words.first {
        case "tone":
            let options = try Self.options(rest, named: ["peak", "to", "seconds"])
            let seconds = try options["seconds"].map { text throws(BenchError) in try Self.number(text, in: 0.1...86_400) }
            self = .tone(
                peak: try Self.number(options["peak"] ?? "-20", in: -120...0), to: options["to"], seconds: seconds)
        case "idle": self = .idle(name: try Self.options(rest, named: ["name"])["name"] ?? "idle")
        case "play": self = try Self.read(rest, Self.play)
        case "peaks": self = try Self.read(rest, Self.peaks)
        case "library": self = try Self.read(rest, Self.library)
        case "control": self = try Self.read(rest, Self.control)
        case "tui": self = try Self.read(rest, Self.tui)
        case "voice": self = try Self.read(rest, Self.voice)
        case "words": self = try Self.read(rest, Self.words)
        case "report": self = try Self.report(rest)
        default: self = words.contains("--version") ? .version : try Self.read(words[...], Self.bench)
        }
    }

    /// Reads the options of one measurement, all of which take `--help` and `--json`.
    private static func read<Measurement: BenchPlan>(
        _ words: ArraySlice<String>, _ command: (Measurement) -> BenchCommand
    ) throws(BenchError) -> BenchCommand {
        if asksForHelp(words) { return .help }
        let options = try options(words.filter { $0 != "--json" }[...], named: Measurement.options)
        return command(try Measurement(options, isJSON: words.contains("--json")))
    }

    private static func report(_ words: ArraySlice<String>) throws(BenchError) -> BenchCommand {
        if asksForHelp(words) { return .help }
        let options = try options(words.filter { $0 != "--quick" }[...], named: ReportPlan.options)
        return .report(try ReportPlan(options, isQuick: words.contains("--quick"), words: Array(words)))
    }

    private static func asksForHelp(_ words: ArraySlice<String>) -> Bool { words.contains("--help") || words.contains("-h") }

    /// Reads `--name value` and `--name=value`. Throws `usage` for any other word.
    private static func options(_ words: ArraySlice<String>, named names: [String]) throws(BenchError) -> [String: String] {
        var rest = words
        var options: [String: String] = [:]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0].dropFirst(2))
            guard word.hasPrefix("--"), names.contains(name) else { throw .usage("'\(word)' is not known") }
            guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
                throw .usage("--\(name) needs a value")
            }
            options[name] = value
        }
        return options
    }

    /// Reads a number within limits. Throws `usage`.
    static func number(_ text: String, in range: ClosedRange<Double>) throws(BenchError) -> Double {
        guard let number = Double(text), range.contains(number) else {
            throw .usage("'\(text)' is no number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
