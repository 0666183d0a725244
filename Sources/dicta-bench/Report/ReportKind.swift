// Kinds of measurement in a report. One thread.

/// Kinds of measurement, in the order of the page. The raw value is the word of the command line.
enum ReportKind: String, CaseIterable {
    case recorders, play, peaks, library, control, tui, voice, words

    /// The measurement of this kind, with nothing measured yet.
    func part(_ plan: ReportPlan) throws(BenchError) -> any ReportPart {
        switch self {
        case .recorders: try RecorderPart(plan)
        case .play: try PlayerPart(plan)
        case .peaks: try WaveformPart(plan)
        case .library: try LibraryPart(plan)
        case .control: try ControlPart(plan)
        case .tui: try ScreenPart(plan)
        case .voice: try VoicePart(plan)
        case .words: try WordsPart(plan)
        }
    }
}
