// The commands of cues and of the timer. Any thread; constants.
internal import Messages

extension CommandTable {
    static let cues: [Command] = [soundCue, bed, speak, timer]

    /// Levels in dB that cues can have.
    public static let cueLevels = -60.0...0.0
    /// Beats a minute of a count-in.
    public static let tempos = 20.0...400.0
    /// Longest text in bytes that can be spoken: about a minute and a half.
    public static let longestSpeech = 1000

    /// Length of a run of the timer that is started by a key and has no other.
    public static let timerLength = "20m"

    private static let soundCue = Command(
        .cue(.sound), .cues, needs: .sound, "Play a sound at the outputs; with no argument, list the sounds.",
        details: "A sound is heard at the outputs and is never in a take. A name with a slash is an audio file of up to 60 s.",
        parameters: [
            .positional(.name, .text, "Name of a sound, or path of a file.", required: false, word: "SOUND")
                .needing(.path(.owner)).completing(.choice(CueSound.allCases.map(\.rawValue))),
            .option(.level, .level, "Level of the sound; default: the setting cue-level (-12 dB).", limits: cueLevels),
            atFrame,
            .option(.off, .flag, "Fade out all sounds."),
        ],
        failures: [.noServer, .notFound, .storage, .wrongState], lists: true, patience: 15, example: "dicta sound bowl")

    private static let bed = Command(
        .cue(.bed), .cues, needs: .sound, "Play noise or a file without end under everything else; with no argument, show it.",
        details: "The bed is heard at the outputs and is never in a take. It is 12 dB lower while a sound or speech is heard.",
        parameters: [
            .positional(.name, .text, "white, pink or brown noise, off, or path of a file.", required: false, word: "BED")
                .needing(.path(.owner)).completing(.choice(NoiseColour.allCases.map(\.rawValue) + ["off"])),
            .option(.level, .level, "Level of the bed; default: -16.5 dB, a factor of 0.15.", limits: cueLevels),
        ],
        failures: [.noServer, .notFound, .storage, .wrongState], patience: 15, example: "dicta bed pink --level -30")

    private static let speak = Command(
        .cue(.speak), .cues, needs: .sound, "Speak a text at the outputs, by the user's speech program.",
        details: "Answers when the speech has begun. The setting speech-command names the program; espeak-ng is the default."
            + " The text goes nowhere else. A take that begins ends the speech.",
        parameters: [
            .positional(.text, .text, "Text of at most \(longestSpeech) bytes.", required: false, word: "TEXT"),
            .option(.language, .text, "Language, as en or de; default: the setting speech-language.", word: "LANGUAGE"),
            .option(.rate, .number, "Rate; default: the setting speech-rate (1).", limits: 0.5...2),
            .option(.pitch, .number, "Shift in cents; default: the setting speech-pitch (0).", limits: centLimits, word: "CENTS"),
            .option(.off, .flag, "End the speech."),
        ],
        failures: [.noServer, .notFound, .wrongState, .refused], patience: 20, example: "dicta speak Ready")

    private static let timer = Command(
        .cue(.timer), .cues, needs: .look, "Run a timer with gongs at the start, at intervals and at the end.",
        details: "'start' counts down, sounds the start gong, and ends with the finish gong; LENGTH is a time or the name of a"
            + " preset. 'pause' holds the clock and 'resume' goes on. 'save' keeps a preset under --name, and 'forget' removes"
            + " it. 'history' lists earlier runs with sums and the streak of days. Playback and timer take turns at the"
            + " outputs: the start of one pauses the other.",
        parameters: [
            .positional(
                .do, .text, "Action.", required: false, standard: .text("show"),
                choices: ["show", "start", "pause", "resume", "stop", "history", "presets", "save", "forget"]
            ).needing(
                .word([
                    "start": .transport, "pause": .transport, "resume": .transport, "stop": .transport, "save": .owner,
                    "forget": .owner,
                ])),
            .positional(.length, .text, "Length of the run, or a preset.", required: false, word: "LENGTH"),
            .option(
                .countdown, .time, "Time before the start gong; default: the setting timer-countdown (15 s).", limits: 0...3600),
            .option(
                .interval, .time, "Time between interval gongs, 0 for none; default: the setting timer-interval.",
                limits: 0...86_400),
            .option(.bed, .text, "silent, white, pink, brown, off or a file; default: the setting timer-bed.", word: "BED")
                .needing(.path(.owner)),
            .option(.level, .level, "Level of the bed; default: -40 dB for silent, -16.5 dB otherwise.", limits: cueLevels),
            .option(.name, .text, "Name of the preset, for save and forget.", word: "NAME"),
        ],
        failures: [.noServer, .notFound, .wrongState, .storage, .diskFull, .refused], lists: true, patience: 15,
        example: "dicta timer start 20m --interval 5m --bed pink")
}
