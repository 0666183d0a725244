// The sums of all runs as text. Main thread only.
import System

/// Table of all that has been done, for `session/test --soak --report`.
struct Report {
    let text: String

    /// Reads the figures of all runs.
    init(_ store: FigureStore) throws(SoakError) {
        var lines: [String] = []
        for step in [StepName.mixed, .pauses] {
            let figures = store.figures(step)
            guard !figures.isEmpty else { continue }
            lines += Self.sums(step, figures, store.records.filter { $0.step == step }) + [""]
        }
        for step in StepName.allCases {
            for record in store.records where record.step == step { lines.append(Self.line(record)) }
        }
        text = lines.isEmpty ? "no runs yet" : lines.joined(separator: "\n")
    }

    /// Prints a line. Standard output is a log where nobody watches, so a failure is ignored.
    static func say(_ words: String) {
        try? File.write(File.standardOutput, Array((words + "\n").utf8))
    }

    /// Seconds of all runs of a step: those that were killed count up to their last line.
    static func seconds(_ figures: [EngineFigures]) -> Int {
        var longest: [String: Int] = [:]
        for line in figures { longest[line.run] = max(longest[line.run] ?? 0, line.seconds) }
        return longest.values.reduce(0, +)
    }

    /// Hours and minutes.
    static func length(_ seconds: Int) -> String {
        seconds < 600 ? "\(seconds) s" : "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }

    private static func line(_ record: RunRecord) -> String {
        let ending = (record.isGood ? "good" : "WRONG") + (record.isCut ? ", interrupted" : "")
        return
            "\(record.step.rawValue) \(record.run) \(length(record.seconds)), version \(record.version): \(ending): \(record.words)"
    }

    /// The sums of each engine over all runs.
    private static func sums(_ step: StepName, _ figures: [EngineFigures], _ records: [RunRecord]) -> [String] {
        var runs: [String] = []
        for line in figures where !runs.contains(line.run) { runs.append(line.run) }
        let ended = Set(records.map(\.run))
        var lines = ["\(step.rawValue): \(length(seconds(figures))) in \(runs.count) run\(runs.count == 1 ? "" : "s")"]
        var engines: [String] = []
        for line in figures where !engines.contains(line.engine) { engines.append(line.engine) }
        lines.append(table(["engine"] + columns.map(\.title)))
        for engine in engines {
            let lasts = runs.compactMap { run in figures.last { $0.run == run && $0.engine == engine } }
            lines.append(table([engine] + columns.map { "\($0.sum(lasts))" }))
        }
        for run in runs {
            let verdict = Verdict(figures.filter { $0.run == run })
            lines.append("  run \(run)\(ended.contains(run) ? "" : ", without an end: it goes on, or was killed")")
            for growth in verdict.growths {
                let (first, last) = (growth.first, growth.last)
                lines.append(
                    "    \(growth.engine): rest after \(first.seconds) s and \(last.seconds) s: memory \(first.memory) and "
                        + "\(last.memory) KiB (at most \(growth.most)), descriptors \(first.descriptors) and \(last.descriptors), "
                        + "threads \(first.threads) and \(last.threads)")
            }
            lines += verdict.findings.map { "    WRONG: \($0)" }
        }
        return lines
    }

    /// A column with the sum of a figure over all runs.
    private struct Column {
        let title: String
        let sum: ([EngineFigures]) -> Int

        init(_ title: String, _ figure: KeyPath<EngineFigures, Int>) {
            self.title = title
            sum = { $0.reduce(0) { $0 + $1[keyPath: figure] } }
        }
    }

    private static var columns: [Column] {
        [
            Column("takes", \.takes), Column("joints", \.joints), Column("checked s", \.checkedSeconds), Column("wrong", \.wrong),
            Column("unclear", \.unclear),
            Column("lost", \.lost), Column("missed", \.missed), Column("underruns", \.underruns), Column("xruns", \.xruns),
            Column("commands", \.commands), Column("refused", \.refused),
        ]
    }

    private static func table(_ cells: [String]) -> String {
        "  "
            + cells.enumerated().map { place, cell in
                let room = String(repeating: " ", count: max(0, (place == 0 ? 12 : 10) - cell.count))
                return place == 0 ? cell + room : room + cell
            }.joined()
    }
}
