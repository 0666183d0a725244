// The voice detector's peer at a real JACK server. Main thread only; blocks for the length of the track.
import SpeechTrial
import System

/// Plays the track into timemachine, at all ratios and thresholds at once, and scores the stretches that it has recorded.
struct VoicePeer {
    let trial: SpeechTrial
    let ratios: [Double]
    /// Path of timemachine.
    let program: String
    /// Folder for the recordings meanwhile.
    let parent: String

    /// Thresholds in dB: timemachine's own, and two that are less sensitive.
    private static let thresholds = [-35, -30, -20]
    /// Seconds of silence before the track, in which the ports are connected.
    private static let lead = 3

    /// Runs everything on a server of its own, at the rate of the speech.
    func run() throws(BenchError) -> [VoiceRow] {
        let folder = try Folder(in: parent)
        var rows: [VoiceRow] = []
        try Server.run(rate: SpeechTrial.rate, period: 256, folder: folder.path) { (_) throws(BenchError) in
            Output.progress("timemachine: \(Int(trial.seconds.track) + 2 * Self.lead) seconds")
            var machines: [[TimeMachine]] = []
            for threshold in Self.thresholds {
                var row: [TimeMachine] = []
                for place in ratios.indices {
                    let number = machines.count * ratios.count + place
                    row.append(try TimeMachine(program, threshold: threshold, number: number, folder: folder.path))
                }
                machines.append(row)
            }
            try play(into: machines)
            for (threshold, row) in zip(Self.thresholds, machines) {
                for machine in row { try machine.end() }
                rows.append(try scored("timemachine \(threshold) dB", row, margin: 0))
                rows.append(try scored("timemachine \(threshold) dB, inner", row, margin: SpeechTrial.rate * TimeMachine.seconds))
            }
        }
        return rows
    }

    /// Plays the track of each ratio once, with silence before and after it.
    private func play(into machines: [[TimeMachine]]) throws(BenchError) {
        let tracks = ratios.map { ratio in
            VoiceTrack([Float](repeating: 0, count: Self.lead * SpeechTrial.rate) + trial.mix(ratio).map { $0[0] })
        }
        // Each machine is there before the first source sounds.
        try Interruption.sleep(seconds: 2)
        var sources: [SourceClient] = []
        for place in ratios.indices {
            let source = try SourceClient("bench-speech\(place)") { _ in unsafe .track(tracks[place].samples) }
            sources.append(source)
            for row in machines { try row[place].connect(source) }
            guard Int(source.position) < Self.lead * SpeechTrial.rate else {
                throw .unfit("timemachine was connected too late: try it on a machine that is less busy")
            }
        }
        let xruns = sources.map(\.xruns)
        try Interruption.sleep(seconds: trial.seconds.track + 2 * Double(Self.lead))
        let late = zip(sources, xruns).map { $0.xruns - $1 }.max() ?? 0
        if late > 0 { Output.progress("timemachine: \(late) xruns meanwhile") }
        // The sources go before the tracks that they play.
        sources = []
        withExtendedLifetime(tracks) {}
    }

    /// Figures of the recorders of one threshold.
    private func scored(_ name: String, _ row: [TimeMachine], margin: Int) throws(BenchError) -> VoiceRow {
        let lead = Int64(Self.lead * SpeechTrial.rate)
        var cells: [VoiceRow.Cell] = []
        for (ratio, machine) in zip(ratios, row) {
            let stretches = try machine.stretches(margin: margin).map { $0.lowerBound - lead..<$0.upperBound - lead }
            cells.append(.init(ratio, trial.score(stretches)))
        }
        return VoiceRow(detector: name, cells: cells, secondsAnHour: nil)
    }
}
