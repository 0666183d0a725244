// The commands for rate, pitch, gain and monitoring. Any thread; constants.
internal import Messages

extension CommandTable {
    static let sound: [Command] = [rate, pitch, dpc, skip, gain, monitor, source]

    /// Levels in dB that a verb can set.
    public static let levelLimits = -Double.infinity...12.0
    /// Pitch shifts in cents that a verb can set.
    public static let centLimits = -1200.0...1200.0

    private static let rate = Command(
        .playing(.rate), .sound, needs: .sound, "Play faster or slower; the pitch stays.",
        details: "At rate 1 and pitch 0 the signal passes untouched, bit for bit.",
        parameters: [
            .positional(.factor, .number, "Rate; 1 is as recorded.", required: true, limits: 0.5...2, word: "FACTOR")
        ],
        failures: [.refused], example: "dicta rate 0.8")

    private static let pitch = Command(
        .playing(.pitch), .sound, needs: .sound, "Play higher or lower; the tempo stays.",
        parameters: [
            .positional(
                .cents, .number, "Shift in cents (hundredths of a semitone); 0 is as recorded.", required: true,
                limits: centLimits, word: "CENTS")
        ],
        failures: [.refused], example: "dicta pitch -150")

    private static let dpc = Command(
        .playing(.dpc), .sound, needs: .sound,
        "Set up digital pitch control (DPC), which changes rate and pitch; with no option, show it.",
        parameters: [
            .option(
                .quality, .text, "Better sound (the default), or less processor time.", choices: ["finer", "faster"]),
            .option(
                .formants, .text, "Keep the formants of voices when the pitch changes, or shift them.",
                choices: ["keep", "shift"]),
            .option(.off, .flag, "Reset to rate 1 and pitch 0."),
        ],
        failures: [.refused], example: "dicta dpc --quality faster --formants keep")

    private static let gain = Command(
        .monitoring(.gain), .sound, needs: .sound, "Set playback gains; options that are not given stay as they are.",
        details: "--channels chooses the channels that are heard, such as one voice of an interview with a voice on each"
            + " channel. The answer counts the samples at full scale at the inputs and above it at the outputs.",
        parameters: [
            .option(.left, .level, "Gain of the left output.", limits: levelLimits),
            .option(.right, .level, "Gain of the right output.", limits: levelLimits),
            .option(.master, .number, "Master volume as a factor; 1 leaves the signal as it is.", limits: 0...2),
            .option(
                .channels, .text, "Source of the two outputs: left plays the left channel on both.",
                choices: ["stereo", "mono", "swap", "left", "right"]),
            .option(.resetClips, .flag, "Reset the counts of clipped samples after showing them."),
        ],
        example: "dicta gain --left -6 --right -6")

    private static let monitor = Command(
        .monitoring(.monitor), .sound, needs: .sound, "Monitor the inputs at the outputs; with no argument, show the mode.",
        details: "Direct adds no latency; pitch uses the pitch shifter, and the answer gives its latency.",
        parameters: [
            .positional(
                .mode, .text, "Off, the unchanged inputs, or through the pitch shifter.", required: false,
                choices: ["off", "direct", "pitch"]),
            .option(.pitch, .number, "Shift in cents.", limits: centLimits, word: "CENTS"),
            .option(.level, .level, "Level of the monitored inputs.", limits: levelLimits),
        ],
        failures: [.refused, .wrongState, .noServer], example: "dicta monitor direct --level -6")

    private static let source = Command(
        .monitoring(.source), .sound, needs: .look,
        "List the ports that can feed the inputs; with a pattern, connect the inputs to others.",
        details: "The new ports are connected before the old ones are let go, so a running take goes on without a hole. The first"
            + " match feeds the left input, the second the right one, a single one both. The full name of a port means that"
            + " port. A switch is for now and leaves the setting connect-in, which lasts, as it is; like each connection made by"
            + " hand it is remembered (setting connections). A pattern is a part of an extended regular expression: letters, . [a-z]"
            + " [^a-z] ( ) | * + ? ^ $ and \\ before a sign that is meant itself, \(NamePattern.longest) in all; it matches a part"
            + " of a name unless ^ or $ holds it. When a source is lost, source-fallback can replace it until it is"
            + " back.",
        parameters: [
            .positional(
                .pattern, .text, "A pattern of full port names, 'physical', 'default' or 'none'.", required: false,
                word: "PATTERN"
            ).matchingPorts().needing(.always(.sound)).completing(.source)
        ],
        aliases: ["sources"], failures: [.noServer, .refused], lists: true, example: "dicta source 'system:capture_[12]$'")
}
