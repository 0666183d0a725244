// The command for the analysis of a recording, and the options of loudness. Any thread; constants.
internal import Messages

extension CommandTable {
    static let analyse = Command(
        .library(.analyse), .library, needs: .edit,
        "Show the loudness, pauses, noise and damage of a recording, and its words a minute.",
        details:
            "The figures: loudness by EBU R128 (integrated, range, true peak, highest momentary and short-term), the share of"
            + " speech, pauses from 0.3 s on (count, longest, median), noise floor, clipped stretches, losses and dropouts while"
            + " recording, and of a transcript the words a minute and the fillers. They are kept in the recording's sidecar, renamed,"
            + " copied and deleted with it. Kept figures are shown at once. After an edit they are told as stale; --again measures"
            + " anew.",
        parameters: [
            .positional(.name, .text, "Name of a recording.", required: true, word: "NAME").completing(.recording),
            .option(
                .as, .text, "Form of the answer; default: by the ending of --to (.json, .md), or text.",
                choices: ["text", "json", "markdown"]),
            .option(.to, .text, "Write the answer to this new file; nothing is overwritten.", word: "PATH")
                .needing(.always(.files)),
            .option(.again, .flag, "Measure anew, even if figures are kept."), background, folder,
        ],
        state: .closed, failures: [.wrongState, .notFound, .storage, .diskFull], patience: 86_400, worksAlone: true,
        example: "dicta analyse interview --as markdown")

    /// Options that bring an exported file to a loudness.
    static let loudnessOptions: [CommandParameter] = [
        .option(
            .loudness, .number, "Integrated loudness of the file by EBU R128: -16 for podcasts, -23 for broadcast.",
            limits: loudnessLimits, word: "LUFS"),
        .option(
            .truePeak, .number, "Highest true peak of the file in dB; default with --loudness: -1.", limits: truePeakLimits,
            word: "DB"),
    ]

    /// Loudness that a file can be brought to, in LUFS.
    static let loudnessLimits = -70.0...0.0
    /// Highest true peak that can be asked for, in dB of full scale.
    static let truePeakLimits = -30.0...0.0
}
