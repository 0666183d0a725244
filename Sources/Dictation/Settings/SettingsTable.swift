// The table of settings. Any thread; constants.
internal import Messages

/// All settings: the only source for reading and checking the file, the options of `dictad`, the verb `set`, help and man
/// page.
public enum SettingsTable {
    /// All settings, in the order of help.
    public static let all: [Setting] =
        engine + osc + takes + presets + limits + splits + voice + server + sound + silence + cues + guide + words + transport
        + midi
        + screen
        + hooks + shelf

    /// A command with all settings as parameters, which checks a list of settings.
    public static let command = Command(
        .program(.settings), .engine, needs: .owner, "All settings.", parameters: all.map(\.parameter),
        example: "dicta settings")

    /// The sample rate, in Hz, for settings given in frames: their limits are checked before a JACK server tells its rate.
    /// Settings that hold without a server are converted at this rate too.
    public static let frameRate = 48_000

    /// The setting of that key; nil when the key is a parameter's only.
    public static func setting(_ key: ParameterKey) -> Setting? { all.first { $0.key == key } }

    /// The setting of that name; nil when there is none.
    public static func setting(named text: String) -> Setting? { ParameterKey(rawValue: text).flatMap { setting($0) } }

    /// The setting of that name. Throws `.unknownSetting` with the nearest name.
    public static func known(_ text: String) throws(CommandError) -> Setting {
        guard let setting = setting(named: text) else { throw unknown(text) }
        return setting
    }

    /// The setting of that key. Throws `.unknownSetting` when the key is a parameter's only.
    public static func known(_ key: ParameterKey) throws(CommandError) -> Setting {
        guard let setting = setting(key) else { throw unknown(key.rawValue) }
        return setting
    }

    private static func unknown(_ text: String) -> CommandError {
        .unknownSetting(text, nearest: Nearest.word(to: text, in: all.map(\.key.rawValue)))
    }

    static let engine: [Setting] = [
        Setting(
            .library, .text, "Folder of the recordings.", .nextStart, needs: .owner, option: true, word: "DIR"),
        Setting(
            .jack, .text,
            "JACK server to work with: jackd, PipeWire's JACK, or the one that runs. If both run, a jackd wins that has a sound"
                + " card or that JACK_DEFAULT_SERVER names.",
            standard: .text("auto"), .nextStart, needs: .owner, option: true, choices: ["auto", "jackd", "pipewire"]),
        Setting(
            .jackCommand, .text,
            "Line for /bin/sh that starts a JACK server if neither jackd nor PipeWire runs when the engine starts; 'auto' is"
                + " jackd with the first sound card. The server keeps running after the engine.",
            .nextStart, needs: .owner, word: "COMMAND"),
        Setting(
            .libraryAccess, .text,
            "Users who may read new recordings: the owner only, also the group, or all; the umask can take more away."
                + " Existing files keep their permissions.",
            standard: .text("owner"), .nextStart, needs: .owner, option: true, choices: ["owner", "group", "all"]),
        Setting(
            .connectIn, .text,
            "Connect matching ports to the inputs: a pattern of full port names ('dicta help source'), 'physical', 'default' (the"
                + " desktop's source, also when another one is picked) or 'none'.", .atOnce,
            needs: .surface,
            option: true, word: "PATTERN"
        ).matchingPorts(),
        Setting(
            .connectOut, .text,
            "Connect the outputs to matching ports: a pattern as in connect-in, 'physical', 'default' (the desktop's sink) or"
                + " 'none'.",
            .atOnce,
            needs: .surface,
            option: true,
            word: "PATTERN"
        ).matchingPorts(),
        Setting(
            .sourceFallback, .text,
            "Connect matching ports to an input while the port that fed it is gone: a pattern as in connect-in.", .atOnce,
            needs: .surface,
            option: true, word: "PATTERN"
        ).matchingPorts(),
        Setting(
            .sourceSilence, .time,
            "Length of exact digital silence at both inputs, after sound, that counts as the loss of the source; 0 for never.",
            standard: .double(10), .atOnce, needs: .surface, option: true, limits: 0...3600),
        Setting(
            .connections, .text,
            "Restore the connections of the ports after a restart, or when a server or program is back; 'leave' is for session"
                + " managers that connect ports themselves.",
            standard: .text("restore"), .atOnce, needs: .surface, option: true, choices: ["restore", "leave"]),
        Setting(
            .preroll, .time, "Audio kept in memory for the pre-roll of takes.", standard: .double(10), .nextStart,
            needs: .surface, option: true,
            limits: 0...600),
        Setting(
            .reserve, .integer, "Megabytes to keep free on the disk.", standard: .int(64), .nextStart, needs: .surface,
            option: true,
            limits: 0...1_000_000, word: "MB"),
        Setting(
            .resample, .text, "Resampling quality for files with another sample rate than the server's.",
            standard: .text("medium"), .nextStart,
            needs: .surface,
            option: true, choices: ["best", "medium", "fast"]),
        Setting(
            .restore, .text,
            "Restore after a restart what was loaded and set: the recording with its place and loop, rate, pitch, gains, and level"
                + " and pitch of the monitoring. Nothing plays by itself.",
            standard: .text("on"), .nextStart, needs: .surface, choices: ["on", "off"]),
        Setting(
            .backstep, .time, "Step back when playback resumes after a pause.", standard: .double(0), .atOnce,
            needs: .project,
            option: true, limits: 0...10),
        Setting(
            .logLevel, .text,
            "Lines of the engine's log: errors, also warnings, also all that happens (info), or also names of recordings, paths and"
                + " texts of the user (debug). DICTA_LOG_LEVEL sets it where no file does.",
            standard: .text("info"), .atOnce, needs: .owner, choices: LogLevel.allCases.map(\.rawValue)),
        Setting(
            .linkMay, .text,
            "Commands that links (dicta open) may carry out: none, those that play, or also those that record.",
            standard: .text("off"), .atOnce, needs: .owner, choices: LinkPermission.allCases.map(\.rawValue)),
    ]

    /// The privileges that `osc-may` can give.
    private static let grantable = Privilege.grantable.map(\.rawValue).joined(separator: ", ")

    /// The settings of OSC over UDP and TCP.
    static let osc: [Setting] = [
        Setting(
            .oscUdp, .text, "Also take OSC over UDP; 0 is any free port. Without an address only this machine can send.",
            .nextStart, needs: .owner, option: true, word: "[ADDR:]PORT"),
        Setting(
            .oscTcp, .text, "Also take OSC over TCP; like osc-udp.", .nextStart, needs: .owner, option: true,
            word: "[ADDR:]PORT"),
        Setting(
            .oscAllow, .text,
            "Addresses or networks that may send over UDP and TCP, comma-separated; default: this machine, which must be"
                + " in the list when others are (127.0.0.1).",
            .nextStart, needs: .owner, option: true, word: "CIDR[,...]"),
        Setting(
            .oscMay, .text,
            "Privileges of surfaces (OSC over UDP and TCP, MIDI, media keys), comma-separated: \(grantable); all; nothing.",
            standard: .text(Permissions.standard.text), .atOnce, needs: .owner, option: true, word: "WHAT[,...]"),
    ]

    /// The defaults of takes.
    static let takes: [Setting] = [
        Setting(
            .recFormat, .text, "File format of a take.", standard: .text("wav"), .nextTake, needs: .project,
            choices: AudioFormat.Container.allCases.map(\.rawValue), word: "KIND"),
        Setting(
            .recBits, .text, "Sample format of a take in rec-format; default: float, or 24 when the format has no float.",
            .nextTake, needs: .project, choices: ["float", "24", "16"]),
        Setting(
            .recBitrate, .integer, "Bit rate for ogg, opus and mp3, in kbit/s over all channels.", .nextTake, needs: .project,
            limits: 6...510, word: "KBITS"),
        Setting(
            .recChannels, .integer, "1 for mono, 2 for stereo.", standard: .int(2), .nextTake, needs: .project, limits: 1...2,
            word: "1|2"),
        Setting(
            .recPreroll, .time, "Audio from before the record command to include in a take.", standard: .double(0), .nextTake,
            needs: .project,
            limits: 0...600),
        Setting(
            .loadTake, .text,
            "Load the take that just ended, so that play plays it. What plays stays loaded, and so does what follows JACK's"
                + " transport.",
            standard: .text("on"), .atOnce, needs: .project, choices: ["on", "off"]),
        Setting(
            .recDropouts, .text,
            "Count exact silence of a millisecond or more, in an input that had sounded, as a dropout: audio lost on a network"
                + " between machines. For microphones; a synthesizer is silent by itself.",
            standard: .text("off"), .nextTake, needs: .surface, option: true, choices: ["on", "off"]),
        Setting(
            .recLoudness, .text,
            "Measure the loudness of takes by EBU R128 and keep it with them (integrated, range, true peak, highest momentary and"
                + " short-term); 'dicta info' shows it. It costs about 8 seconds of processor time for an hour.",
            standard: .text("off"), .nextTake, needs: .project, choices: ["on", "off"]),
        Setting(
            .inputLatency, .time,
            "Delay of the input, from the sound to its arrival: takes are dated back by it, so that takes of several"
                + " machines line up. Negative when the sound arrives early.",
            standard: .double(0), .nextTake, needs: .surface, option: true, limits: -60...60),
        Setting(
            .draftTitle, .text,
            "Title of a draft (rec --draft) without --title: [DayPart] is morning, afternoon, evening or night, [WeekPart] a part"
                + " of the week, [Name] the user's name, and %Y, %m, %d, %H, %M, %A, %B parts of the date.",
            .nextTake, needs: .project, word: "TEXT"),
    ]

    /// The settings for a JACK server that goes away.
    static let server: [Setting] = [
        Setting(
            .recResume, .text,
            "Continue a take in the same recording, as a new segment, when a JACK server that was gone is back.",
            standard: .text("on"), .atOnce, needs: .surface, option: true, choices: ["on", "off"]),
        Setting(
            .playResume, .text, "Continue playback at its place when a JACK server that was gone is back.",
            standard: .text("on"), .atOnce, needs: .surface, option: true, choices: ["on", "off"]),
        Setting(
            .jackPatience, .time, "Longest standstill of a JACK server before it counts as gone; three periods at least.",
            standard: .double(2),
            .atOnce, needs: .surface, option: true, limits: 0.5...60),
    ]

    static let sound: [Setting] = [
        Setting(
            .monitor, .text, "Monitor the inputs at the outputs: off, unchanged, or through the pitch shifter.",
            standard: .text("off"), .atOnce, needs: .project, choices: ["off", "direct", "pitch"]),
        Setting(
            .monitorLevel, .level, "Level of the monitored inputs.", standard: .double(0), .atOnce, needs: .project,
            limits: CommandTable.levelLimits),
        Setting(
            .monitorPitch, .number, "Pitch shift of the monitored inputs, in cents.", standard: .double(0), .atOnce,
            needs: .project,
            limits: CommandTable.centLimits, word: "CENTS"),
        Setting(
            .dpcQuality, .text, "Better sound for rate and pitch, or less processor time.", standard: .text("finer"),
            .atOnce, needs: .project,
            choices: ["finer", "faster"]),
        Setting(
            .dpcFormants, .text, "Keep the formants of voices when the pitch changes, or shift them.", standard: .text("shift"),
            .atOnce,
            needs: .project,
            choices: ["keep", "shift"]),
        Setting(
            .keepPerRecording, .text,
            "Let each recording keep its own loop, rate, pitch and gains, for the next time that it is played. A recording that"
                + " keeps none begins as recorded. With off, rate, pitch and gains are those of the engine.",
            standard: .text("off"), .atOnce, needs: .project, choices: ["on", "off"]),
    ]
}
