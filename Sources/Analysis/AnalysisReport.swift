// An analysis in words. Any thread; no I/O.
public import Dictation
internal import JSON
internal import Messages

/// The figures of a recording as text and as Markdown, and as fields of an answer.
public struct AnalysisReport: Sendable {
    private let name: String
    private let analysis: RecordingAnalysis
    private let isStale: Bool

    /// Makes a report. `isStale` is true if the recording has changed since.
    public init(_ name: String, _ analysis: RecordingAnalysis, isStale: Bool) {
        (self.name, self.analysis, self.isStale) = (name, analysis, isStale)
    }

    /// Fields of an answer.
    public var fields: Fields {
        let speech = analysis.speech
        var fields: Fields = [
            "name": .text(name), "seconds": .double(analysis.seconds), "made": .text(analysis.made), "stale": .flag(isStale),
        ]
        fields = fields + analysis.loudness.fields
        fields =
            fields + [
                "speech_percent": .double(percent), "speech_seconds": .double(speech.seconds),
                "pauses": .int(Int64(speech.pauses)),
                "longest_pause_seconds": .double(speech.longestPause), "median_pause_seconds": .double(speech.medianPause),
                "noise_floor_db": .double(analysis.noiseFloor), "clipped_stretches": .int(Int64(analysis.clips)),
                "clipped_seconds": .double(analysis.clippedSeconds), "losses": .int(Int64(analysis.losses)),
                "lost_seconds": .double(analysis.lostSeconds),
            ]
        if let dropouts = analysis.dropouts { fields.append("dropouts", .int(Int64(dropouts))) }
        if let words = analysis.words {
            fields.append("words", .int(Int64(words.words)))
            fields.append("words_a_minute", .double(words.perMinute))
            fields.append("fillers", .list(words.fillers.map { "\($0.text) \($0.count)" }))
        }
        return fields
    }

    /// The figures as JSON, with the name of the recording.
    public var json: String {
        guard case .object(let members) = analysis.json else { return "" }
        let whole = JSONTree.object([.init("name", .text(name)), .init("stale", .flag(isStale))] + members)
        return String(decoding: whole.printed, as: UTF8.self)
    }

    /// The figures as lines of label and value.
    public var text: String {
        let width = rows.map(\.label.count).max() ?? 0
        let lines = rows.map { row in
            row.label + String(repeating: " ", count: width - row.label.count) + "  " + row.value + "\n"
        }
        return (isStale ? staleWords + "\n" : "") + lines.joined()
    }

    /// The figures as a page of Markdown.
    public var markdown: String {
        var page = "# " + Self.escaped(name) + "\n\n"
        if isStale { page += "**" + Self.escaped(staleWords) + "**\n\n" }
        let (figure, value) = (tr("figure", "heading of a table"), tr("value", "heading of a table"))
        page += "| \(figure) | \(value) |\n|---|---|\n"
        for row in rows { page += "| \(row.label) | \(Self.escaped(row.value)) |\n" }
        return page
    }

    private var staleWords: String {
        tr("These figures are of an earlier state of \(name): 'dicta analyse \(name.shellWord) --again' measures anew.")
    }

    private var percent: Double { (analysis.speechShare * 1000).rounded() / 10 }

    /// The figures in words, in the order of all forms.
    private var rows: [(label: String, value: String)] {
        let (loudness, speech) = (analysis.loudness, analysis.speech)
        var rows = [
            (tr("Length"), TimeSpan.length(analysis.seconds)),
            (tr("Loudness"), level(loudness.integrated, of: 0.4)),
            (tr("Loudness range"), loudness.range.localized(1) + " LU"),
            (tr("True peak"), Self.level(loudness.truePeak, "dBTP")),
            (tr("Highest momentary loudness"), level(loudness.maxMomentary, of: 0.4)),
            (tr("Highest short-term loudness"), level(loudness.maxShortTerm, of: 3)),
            (tr("Noise floor"), Self.level(analysis.noiseFloor, "dB")),
            (tr("Speech"), "\(percent.localized(1)) % (\(TimeSpan.length(speech.seconds)))"),
            (tr("Pauses"), String(speech.pauses)),
        ]
        if speech.pauses > 0 {
            rows.append((tr("Longest pause"), speech.longestPause.localized(1) + " s"))
            rows.append((tr("Median pause"), speech.medianPause.localized(1) + " s"))
        }
        rows.append((tr("Clipped stretches"), Self.count(analysis.clips, analysis.clippedSeconds)))
        rows.append((tr("Losses"), Self.count(analysis.losses, analysis.lostSeconds)))
        if let dropouts = analysis.dropouts { rows.append((tr("Dropouts"), String(dropouts))) }
        guard let words = analysis.words else { return rows }
        rows.append((tr("Words"), "\(words.words)"))
        rows.append((tr("Words a minute"), words.perMinute.localized(0)))
        rows.append(
            (tr("Fillers"), words.fillers.isEmpty ? "0" : words.fillers.map { "\($0.text) \($0.count)" }.joined(separator: ", ")))
        return rows
    }

    /// A loudness that takes so many seconds to measure.
    private func level(_ loudness: Double, of least: Double) -> String {
        analysis.seconds < least ? tr("too short to measure") : Self.level(loudness, "LUFS")
    }

    private static func level(_ value: Double, _ unit: String) -> String {
        value <= LoudnessFigures.silence ? tr("silence") : "\(value.localized(1)) \(unit)"
    }

    private static func count(_ count: Int, _ seconds: Double) -> String {
        count == 0 ? "0" : "\(count) (\(seconds.localized(3)) s)"
    }

    /// Text that Markdown takes as it is: names may have any sign, and no line break goes into a table.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for sign in text.map({ $0.isNewline ? " " : $0 }) {
            if "\\`*_{}[]<>#|!".contains(sign) { result.append("\\") }
            result.append(sign)
        }
        return result
    }
}
