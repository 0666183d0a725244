// The rows that change how playing and listening sound. Any thread may read these constants.

extension CommandTable {
    static let sound: [Command] = [rate, pitch, dpc, gain, monitor]

    static let levelLimits = -Double.infinity...12.0
    static let centLimits = -1200.0...1200.0

    private static let rate = Command(
        .playing(.rate), .sound, needs: .sound, "Play faster or slower; the pitch stays.",
        details: "At rate 1 and pitch 0 the signal passes untouched, bit for bit.",
        parameters: [
            .positional(.factor, .number, "How fast; 1 is as recorded.", required: true, limits: 0.5...2, word: "FACTOR")
        ],
        failures: [.refused], example: "dicta rate 0.8")

    private static let pitch = Command(
        .playing(.pitch), .sound, needs: .sound, "Play higher or lower; the tempo stays.",
        parameters: [
            .positional(
                .cents, .number, "How far, in hundredths of a semitone; 0 is as recorded.", required: true,
                limits: centLimits, word: "CENTS")
        ],
        failures: [.refused], example: "dicta pitch -150")

    private static let dpc = Command(
        .playing(.dpc), .sound, needs: .sound, "Set how rate and pitch are done; with no option, show it.",
        parameters: [
            .option(
                .quality, .text, "The better sound, which is the default, or less processor time.", choices: ["finer", "faster"]),
            .option(
                .formants, .text, "Whether voices keep their colour when the pitch moves.", choices: ["keep", "shift"]),
            .option(.off, .flag, "Back to rate 1 and pitch 0."),
        ],
        failures: [.refused], example: "dicta dpc --quality faster --formants keep")

    private static let gain = Command(
        .monitoring(.gain), .sound, needs: .sound, "Set the playback level; what is not named stays as it is.",
        details: "With --channels a recording with one voice a side is heard as one needs it. The answer counts the samples"
            + " that went past full scale at the outputs.",
        parameters: [
            .option(.left, .level, "Gain of the left output.", limits: levelLimits),
            .option(.right, .level, "Gain of the right output.", limits: levelLimits),
            .option(.master, .number, "Master volume as a factor; 1 leaves the signal as it is.", limits: 0...2),
            .option(
                .channels, .text, "What of the recording the two outputs play: left is the left channel on both.",
                choices: ["stereo", "mono", "swap", "left", "right"]),
            .option(.resetClips, .flag, "Count clipped samples from 0 again, after showing them."),
        ],
        example: "dicta gain --left -6 --right -6")

    private static let monitor = Command(
        .monitoring(.monitor), .sound, needs: .sound, "Hear the inputs at the outputs; with no argument, show how.",
        details: "Direct adds no latency; pitch goes through the pitch shifter and adds what the answer tells.",
        parameters: [
            .positional(
                .mode, .text, "Not, as they are, or through the pitch shifter.", required: false,
                choices: ["off", "direct", "pitch"]),
            .option(.pitch, .number, "How far to shift, in cents.", limits: centLimits, word: "CENTS"),
            .option(.level, .level, "Level of the monitored inputs.", limits: levelLimits),
        ],
        failures: [.refused, .wrongState, .noServer], example: "dicta monitor direct --level -6")
}
