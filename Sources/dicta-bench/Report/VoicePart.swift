// The voice detector in a report. Main thread only.

/// Speech that the detector misses and silence that it takes for speech, beside others.
struct VoicePart: ReportPart {
    private var plan: VoicePlan
    private var results: [VoiceResult] = []
    private let isQuick: Bool

    let peers = ["timemachine"]
    /// timemachine hears the whole track in real time.
    private static let peerRounds = 2

    init(_ report: ReportPlan) throws(BenchError) {
        plan = try VoicePlan([:], isJSON: false)
        isQuick = report.isQuick
    }

    mutating func measure(round: Int, folder: String) throws(BenchError) {
        (plan.folder, plan.takesPeer) = (folder, !isQuick && round < Self.peerRounds)
        results.append(try VoiceBench(plan: plan).measure())
    }

    var sections: [PageSection] {
        guard let first = results.first else { return [] }
        var table = PageTable(
            columns: ["detector"] + first.ratios.map { "\(Text.decimal($0, 0)) dB: missed / wrong, %" } + ["CPU s/h"])
        for detector in first.voice {
            let row = RowRounds(results.map(\.voice)) { $0.detector == detector.detector }
            let cells = first.ratios.indices.map { place in
                row.series { $0.cells[place].missed }.text(1) + " / " + row.series { $0.cells[place].wrong }.text(1)
            }
            table.rows.append([detector.detector] + cells + [row.series { $0.secondsAnHour }.text()])
        }
        return [
            PageSection(
                title: "Voice detector",
                words: [
                    """
                    \(Text.decimal(first.speech, 0)) s of real speech of several speakers in a track of
                    \(Text.decimal(first.track, 0)) s with pink noise, 30, 15 and 5 dB below the active level of the speech
                    (ITU-T P.56). The reference comes from the clean speech alone. Nothing is added around the stretches that were
                    found.
                    """,
                    """
                    - missed: speech that no stretch covers
                    - wrong: silence that is taken for speech
                    - CPU s/h: processor seconds for an hour of stereo at 48 kHz
                    """ + peerWords,
                ],
                tables: [table], highlights: highlights(first))
        ]
    }

    /// The column of timemachine; empty if it is not installed.
    private var peerWords: String {
        guard TimeMachine.program != nil else { return "" }
        return isQuick
            ? "\n- `timemachine` takes long, and is left out of a quick run"
            : """

            - timemachine: all that `timemachine -a` has in its files, with the second before each sound and the second after it that
              it takes at least; inner is the same without these seconds. It looks at peaks and not at levels, so its threshold of
              -20 dB is about one of -30 dB here. Heard in \(min(Self.peerRounds, results.count)) rounds.
            """
    }

    /// The middle one of the ratios.
    private func highlights(_ first: VoiceResult) -> [String] {
        let place = first.ratios.count / 2
        guard let cell = first.voice.first?.cells[place] else { return [] }
        return [
            "In noise \(Text.decimal(cell.ratio, 0)) dB below the speech, the voice detector misses"
                + " \(Text.decimal(cell.missed, 1)) % of the speech and takes \(Text.decimal(cell.wrong, 1)) % of the silence for"
                + " speech."
        ]
    }
}
