// The commands for silences: skipping them in playback, and listing them. Any thread; constants.
internal import Messages

extension CommandTable {
    static let skip = Command(
        .playing(.skip), .sound, needs: .sound,
        "Skip long silences in playback; with no argument, show whether they are skipped.",
        details: "Of each silence longer than the setting silence-left (0.6 s) that much is left, half of it at the beginning and"
            + " at the end of the recording, and the sound is crossfaded at the joint. The setting voice-threshold says how loud sound is. A recording is examined once it is loaded,"
            + " which takes seconds for hours; the recording itself is not changed. A recording without sound, or with one"
            + " steady sound, is played whole, and so is a take while it is recorded. Nothing is skipped while playback leads"
            + " or follows JACK's transport. A place that is gone to in a silence is heard; play without a place begins behind the"
            + " silence.",
        parameters: [
            .positional(
                .state, .text, "Skip them, play them, or change from one to the other.", required: false,
                choices: ["silence", "off", "toggle"])
        ],
        example: "dicta skip silence")

    static let silences = Command(
        .library(.silences), .library, needs: .look, "List the long silences of a recording, as playback and export skip them.",
        details: "The places are those of the parts that are skipped: half of --silence-left is left on either side with sound.",
        parameters: [
            .positional(.name, .text, "Name of a recording.", required: true, word: "NAME").completing(.recording),
            .option(.from, .place, "Start of the part to examine.", limits: timeLimits),
            .option(.until, .place, "End of the part to examine.", limits: timeLimits),
        ] + silenceOptions + [folder],
        state: .closed, failures: [.wrongState, .notFound, .storage, .diskFull], lists: true, patience: 86_400, worksAlone: true,
        example: "dicta silences interview --silence-left 1s")

    /// Options that say which silences are meant.
    static let silenceOptions: [CommandParameter] = [
        .option(
            .silenceLeft, .time, "Length that is left of each longer silence; default: the setting silence-left.",
            limits: silenceLimits),
        .option(
            .threshold, .text, "Level from which sound counts, in dB, or auto; default: the setting voice-threshold.",
            word: "auto|DB"),
    ]

    /// Lengths in seconds that can be left of a silence.
    static let silenceLimits = 0.1...60.0
}
