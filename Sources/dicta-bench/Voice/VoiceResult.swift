// Result of `dicta-bench voice`. One thread; a value.

/// Figures of all detectors, and the length of the speech in seconds.
struct VoiceResult: BenchReport {
    /// Ratios of signal to noise in dB.
    let ratios: [Double]
    let speech: Double
    let track: Double
    let voice: [VoiceRow]

    /// The result as a table for people.
    var table: String {
        var lines = [["missed/wrong %"] + ratios.map { "\(Text.decimal($0, 0)) dB" } + ["CPU s/h"]]
        for row in voice {
            lines.append(
                [row.detector] + row.cells.map { "\(Text.decimal($0.missed, 1))/\(Text.decimal($0.wrong, 1))" }
                    + [row.secondsAnHour.map { Text.decimal($0, 1) } ?? "-"])
        }
        return Text.table(lines, left: 1)
            + "\(Text.decimal(speech, 0)) s of speech in a track of \(Text.decimal(track, 0)) s\n"
    }
}
