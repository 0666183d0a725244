// The table of settings as a whole. Any thread may read these constants.

/// THE table of settings: from it come reading and checking of the file, the options of `dictad`, the verb `set`, help and
/// man page.
public enum SettingsTable {
    public static let all: [Setting] = engine + osc + takes + server + sound + transport + midi + hooks

    /// What a list of all settings is checked by.
    public static let command = Command(
        .program(.settings), .engine, needs: .owner, "All settings.", parameters: all.map(\.parameter),
        example: "dicta settings")

    /// Rate, in Hz, at which the limits of settings said in frames are checked: files and options are read before there is a
    /// JACK server that has one.
    public static let frameRate = 48_000

    /// The setting of that key; nil where the key is that of a parameter only.
    public static func setting(_ key: ParameterKey) -> Setting? { all.first { $0.key == key } }

    /// The setting that a text from outside names; nil where there is none.
    public static func setting(named text: String) -> Setting? { ParameterKey(rawValue: text).flatMap { setting($0) } }

    /// The setting that a text from outside names, or an error that names the nearest.
    public static func known(_ text: String) throws(CommandError) -> Setting {
        guard let setting = setting(named: text) else { throw unknown(text) }
        return setting
    }

    /// The setting of that key, or an error where the key is that of a parameter only.
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
            .connectIn, .text,
            "Connect the ports that match to the inputs: a regular expression of full port names, or 'physical'.", .atOnce,
            needs: .surface,
            option: true, word: "PATTERN"),
        Setting(
            .connectOut, .text, "Connect the outputs to the ports that match, likewise.", .atOnce, needs: .surface,
            option: true,
            word: "PATTERN"),
        Setting(
            .connections, .text,
            "Whether what the ports were connected to is connected again, after a restart or when a server or program is back;"
                + " 'leave' is for session managers that patch by themselves.",
            standard: .text("restore"), .atOnce, needs: .surface, option: true, choices: ["restore", "leave"]),
        Setting(
            .preroll, .time, "How much is kept from before a record command.", standard: .double(10), .nextStart,
            needs: .surface, option: true,
            limits: 0...600),
        Setting(
            .reserve, .integer, "Megabytes that are left free on the disk.", standard: .int(64), .nextStart, needs: .surface,
            option: true,
            limits: 0...1_000_000, word: "MB"),
        Setting(
            .resample, .text, "Quality for files of another rate than the server's.", standard: .text("medium"), .nextStart,
            needs: .surface,
            option: true, choices: ["best", "medium", "fast"]),
        Setting(
            .backstep, .time, "How far playback steps back when it goes on after a pause.", standard: .double(0), .atOnce,
            needs: .project,
            option: true, limits: 0...10),
    ]

    /// Where else than at its socket the engine is to be heard.
    static let osc: [Setting] = [
        Setting(
            .oscUdp, .text, "Take OSC over UDP too; 0 is any free port. Without an address only this machine can send.",
            .nextStart, needs: .owner, option: true, word: "[ADDR:]PORT"),
        Setting(
            .oscTcp, .text, "Take OSC over TCP too, likewise.", .nextStart, needs: .owner, option: true, word: "[ADDR:]PORT"),
        Setting(
            .oscAllow, .text,
            "Who may send over UDP and TCP, as addresses or networks with commas between them; the default is this machine,"
                + " which must be listed too where others are (127.0.0.1).",
            .nextStart, needs: .owner, option: true, word: "CIDR[,...]"),
        Setting(
            .oscMay, .text,
            "What surfaces (OSC over UDP and TCP, MIDI, media keys) may do, with commas between: "
                + Privilege.grantable.map(\.rawValue).joined(separator: ", ") + "; all; nothing.",
            standard: .text(Permissions.standard.text), .atOnce, needs: .owner, option: true, word: "WHAT[,...]"),
    ]

    /// What a `rec` does where it says nothing else.
    static let takes: [Setting] = [
        Setting(
            .recFormat, .text, "Kind of file of a take.", standard: .text("wav"), .nextTake, needs: .project,
            choices: AudioFormat.Container.allCases.map(\.rawValue), word: "KIND"),
        Setting(
            .recBits, .text, "Sample format of a take in rec-format; the default is float, or 24 where that is not possible.",
            .nextTake, needs: .project, choices: ["float", "24", "16"]),
        Setting(
            .recBitrate, .integer, "For rec-format ogg, opus and mp3, in kbit/s over all channels.", .nextTake, needs: .project,
            limits: 6...510, word: "KBITS"),
        Setting(
            .recChannels, .integer, "1 for mono, 2 for stereo.", standard: .int(2), .nextTake, needs: .project, limits: 1...2,
            word: "1|2"),
        Setting(
            .recPreroll, .time, "How much of what was heard before the command is taken in.", standard: .double(0), .nextTake,
            needs: .project,
            limits: 0...600),
        Setting(
            .recDropouts, .text,
            "Whether exact silence of a millisecond and more of an input that had sounded is counted as a dropout: what a network"
                + " between machines lost. For microphones; a synthesizer is silent by itself.",
            standard: .text("off"), .nextTake, needs: .surface, option: true, choices: ["on", "off"]),
        Setting(
            .inputLatency, .time,
            "How much later than it sounded the sound comes in: takes are dated back by so much, so that those of several rooms"
                + " line up. Negative where it comes early.",
            standard: .double(0), .nextTake, needs: .surface, option: true, limits: -60...60),
    ]

    /// What a JACK server that goes away does to a take.
    static let server: [Setting] = [
        Setting(
            .recResume, .text,
            "Whether a take goes on in the same recording, as a new segment, when a JACK server that was gone is back.",
            standard: .text("on"), .atOnce, needs: .surface, option: true, choices: ["on", "off"]),
        Setting(
            .jackPatience, .time, "How long a JACK server may stand still before it is taken for gone.", standard: .double(2),
            .atOnce, needs: .surface, option: true, limits: 0.5...60),
    ]

    static let sound: [Setting] = [
        Setting(
            .monitor, .text, "Hear the inputs at the outputs: not, as they are, or through the pitch shifter.",
            standard: .text("off"), .atOnce, needs: .project, choices: ["off", "direct", "pitch"]),
        Setting(
            .monitorLevel, .level, "Level of the monitored inputs.", standard: .double(0), .atOnce, needs: .project,
            limits: CommandTable.levelLimits),
        Setting(
            .monitorPitch, .number, "How far the monitored inputs are shifted, in cents.", standard: .double(0), .atOnce,
            needs: .project,
            limits: CommandTable.centLimits, word: "CENTS"),
        Setting(
            .dpcQuality, .text, "The better sound of rate and pitch, or less processor time.", standard: .text("finer"),
            .atOnce, needs: .project,
            choices: ["finer", "faster"]),
        Setting(
            .dpcFormants, .text, "Whether voices keep their colour when the pitch moves.", standard: .text("shift"), .atOnce,
            needs: .project,
            choices: ["keep", "shift"]),
    ]
}
