// The settings of cues, speech and the timer. Any thread; constants.
internal import Messages

extension SettingsTable {
    /// Line for /bin/sh that speaks, unless the user has another.
    public static let standardSpeech = "espeak-ng --stdin --stdout -v \"$DICTA_LANGUAGE\""

    static let cues: [Setting] = [
        Setting(
            .cueLevel, .level, "Level of sounds, tones and speech; above -6 dB several at once may be as loud.",
            standard: .double(-12), .atOnce, needs: .surface, limits: CommandTable.cueLevels),
        Setting(
            .tones, .text, "Confirm start, stop, markers, loop points and errors with tones at the outputs.",
            standard: .text("off"), .atOnce, needs: .surface, choices: ["on", "off"]),
        Setting(
            .recCountIn, .integer, "Beats of the count-in before a take; 0 for none.", standard: .int(0), .nextTake,
            needs: .project, limits: 0...64),
        Setting(
            .recTempo, .number, "Beats a minute of the count-in; at 60 a beat is a second.", standard: .double(60), .nextTake,
            needs: .project, limits: CommandTable.tempos, word: "BPM"),
        Setting(
            .countInSound, .text, "Sound of the count-in.", standard: .text("click"), .nextTake, needs: .project,
            choices: ["click", "beep", "spoken"]),
        Setting(
            .countdown, .text, "Count the last seconds of a take that ends by itself (rec-limit, --for), from rec-warning on.",
            standard: .text("off"), .atOnce, needs: .surface, choices: ["off", "tone", "spoken"]),
        Setting(
            .speechCommand, .text,
            "Line for /bin/sh that speaks: it reads the text from standard input, and the language from DICTA_LANGUAGE, and writes"
                + " a WAV file to standard output.",
            standard: .text(standardSpeech), .atOnce, needs: .owner, word: "COMMAND"),
        Setting(
            .speechLanguage, .text, "Language of speech.", standard: .text("en"), .atOnce, needs: .surface, word: "LANGUAGE"),
        Setting(.speechRate, .number, "Rate of speech.", standard: .double(1), .atOnce, needs: .surface, limits: 0.5...2),
        Setting(
            .speechPitch, .number, "Pitch shift of speech, in cents.", standard: .double(0), .atOnce, needs: .surface,
            limits: CommandTable.centLimits, word: "CENTS"),
        Setting(
            .timerCountdown, .time, "Time from the start of the timer to its start gong.", standard: .double(15), .atOnce,
            needs: .surface, limits: 0...3600),
        Setting(
            .timerInterval, .time, "Time between interval gongs; 0 for none, 5m is usual.", standard: .double(0), .atOnce,
            needs: .surface, limits: 0...86_400),
        Setting(
            .timerBed, .text,
            "Bed under the timer: silent (very soft noise that keeps speakers awake), white, pink, brown, off"
                + " or path of a file.",
            standard: .text("silent"), .atOnce, needs: .owner, word: "BED"),
        Setting(
            .timerStartSound, .text, "Gong at the start of the timer: a name of 'dicta sound', a path, or none.",
            standard: .text("bowl"), .atOnce, needs: .owner, word: "SOUND"),
        Setting(
            .timerIntervalSound, .text, "Gong at each interval of the timer.", standard: .text("bowl"), .atOnce, needs: .owner,
            word: "SOUND"),
        Setting(
            .timerFinishSound, .text, "Gong at the end of the timer.", standard: .text("bowl"), .atOnce, needs: .owner,
            word: "SOUND"),
        Setting(
            .timerPreset, .text,
            "Preset of the timer, one a line: a name and what follows 'timer start'; see 'dicta help timer'.",
            .atOnce, needs: .owner, word: "'yoga: 20m --interval 5m'", list: true),
    ]
}
