// The commands that record and play. Any thread; constants. Small lists, one a command, keep the type checker fast.
internal import Messages

extension CommandTable {
    static let transport: [Command] = [
        record, schedule, pause, resume, split, stop, play, load, queue, locate, nudge, cue, review, shuttle, loop, backstep,
        toggle,
    ]

    static let frameLimits = 0.0...Double(UInt32.max)
    static let timeLimits = 0.0...TimeSpan.longestSeconds

    static let atFrame = CommandParameter.option(
        .atFrame, .jackFrame, "Act exactly at this JACK frame, even inside a period; default: at once.",
        limits: frameLimits)

    private static let record = Command(
        .recording(.rec), .transport, needs: .transport, "Start a recording.",
        details: "Returns as soon as the take runs and prints its name. With --wait it returns once the take is closed and"
            + " synced, even when another program stopped it, and prints the path of the file; interrupting dicta does not"
            + " end the take. A take with --voice has no file before the first sound; if there is none until the stop, the"
            + " answer is an error. The first sound also gets the pre-roll, if that is longer than the lead. With --at the take"
            + " is scheduled: dicta prints its time, and 'dicta schedule' lists it.",
        parameters: recordParameters, aliases: ["record"], state: .noTake,
        failures: [.wrongState, .noServer, .storage, .diskFull],
        startsEngine: true, patience: 80, example: "dicta rec interview --preroll 2s --for 1h30m")

    private static let recordParameters: [CommandParameter] =
        [
            .positional(
                .name, .text, "Name of the recording; default: made from date and time. A name that exists gets a number.",
                required: false, word: "NAME"),
            format(isNew: true), bits, bitRate, preRoll, takeLimit, channels(isNew: true),
            .option(.draft, .flag, "Keep it as a draft for more takes, until it is completed."), atFrame, wait,
            .option(
                .deliver, .text,
                "Make an AAC file after the take, in the background, like dicta deliver; default: the setting rec-deliver.",
                choices: ["m4a", "off"],
                word: "KIND"
            ).needing(.always(.edit)),
            .option(.discard, .flag, "With --deliver: delete the recorded files once the AAC file is verified.")
                .needing(.always(.delete)),
            // New options stand last: surfaces give arguments by their place.
            takePreset, splitEvery, splitSize, splitAtMarkers, countIn, tempo, countInSound, voice,
            .option(.voiceSplit, .flag, "With --voice: make a recording of its own of each stretch of sound."),
            autoPause, threshold, voiceOff, voiceLead, voiceHold,
        ] + scheduling + promptOptions + [question, takeTitle]

    private static let takeTitle = CommandParameter.option(
        .title, .text, "Title of the recording; default for a draft: the setting draft-title.", word: "TEXT")

    private static let formats = "wav, w64, caf, alac (Apple Lossless, .caf), flac, ogg, opus, mp3"

    static func format(isNew: Bool) -> CommandParameter {
        .option(
            .format, .text,
            isNew
                ? "File format: \(formats); default: the setting rec-format (wav)."
                : "File format: \(formats); default: the recording's.",
            choices: AudioFormat.Container.allCases.map(\.rawValue), word: "KIND")
    }

    static let bits = CommandParameter.option(
        .bits, .text, "Sample format; default: float, or 24 for flac and alac, which have no float.",
        choices: ["float", "24", "16"])

    static let bitRate = CommandParameter.option(
        .bitrate, .integer,
        "Bit rate for ogg, opus and mp3, in kbit/s over all channels; default: 192 in stereo and 96 in mono, for opus 128"
            + " and 64.",
        limits: 6...510, word: "KBITS")

    static let preRoll = CommandParameter.option(
        .preroll, .time, "Include audio from before the command; default: the setting rec-preroll (0 s).",
        limits: 0...600)

    static let countIn = CommandParameter.option(
        .countIn, .integer,
        "Count so many beats at the outputs first; the take begins after the last. Default: the setting rec-count-in (0).",
        limits: 0...64, word: "BEATS")

    static let tempo = CommandParameter.option(
        .tempo, .number, "Beats a minute of the count-in; default: the setting rec-tempo (60, a beat a second).",
        limits: tempos, word: "BPM")

    static let countInSound = CommandParameter.option(
        .countInSound, .text, "Sound of the count-in; default: the setting count-in-sound (click).",
        choices: ["click", "beep", "spoken"])

    static let takeLimit = CommandParameter.option(
        .for, .time, "Stop after this much recorded time; 0 for no end; default: the setting rec-limit.", limits: timeLimits)

    static func channels(isNew: Bool) -> CommandParameter {
        .option(
            .channels, .integer,
            isNew
                ? "1 for mono, 2 for stereo; default: the setting rec-channels (2)."
                : "1 for mono, 2 for stereo; default: the recording's.",
            limits: 1...2, word: "1|2")
    }

    static let voice = CommandParameter.option(
        .voice, .flag,
        "Arm the take: it begins at the first sound, pauses in silence, goes on at the next sound, and ends with stop.")

    static let autoPause = CommandParameter.option(
        .autoPause, .flag, "Begin at once, pause in silence and go on at the next sound; default: the setting rec-auto-pause.")

    static let threshold = CommandParameter.option(
        .threshold, .text,
        "Level from which sound counts, in dB, or auto: 11 dB over the noise, which is measured all the time; default: the"
            + " setting voice-threshold (auto).",
        word: "auto|DB")

    static let voiceOff = CommandParameter.option(
        .voiceOff, .number, "Count sound as silence from this many dB below the threshold; default: the setting voice-off (5).",
        limits: 0...40, word: "DB")

    static let voiceLead = CommandParameter.option(
        .voiceLead, .time, "Include audio from before each sound; default: the setting voice-lead (0.3 s).", limits: 0...2)

    static let voiceHold = CommandParameter.option(
        .voiceHold, .time, "Pause after this much silence, which is in the file; default: the setting voice-hold (1.5 s).",
        limits: 0.1...600)

    static let wait = CommandParameter.option(.wait, .flag, "Return once the file is closed.")

    private static let pause = Command(
        .recording(.pause), .transport, needs: .transport, "Pause the take, or the playback if no take runs.",
        details: "With --at-frame the pause is pending until that frame, as status shows; resume cancels it, another pause"
            + " replaces it.",
        parameters: [
            atFrame,
            .option(
                .what, .text, "Pause the take or the playback; default: the take if one runs, else the playback.",
                choices: ["rec", "play"]),
        ],
        state: .going, failures: [.refused, .wrongState, .noServer], example: "dicta pause")

    private static let resume = Command(
        .recording(.resume), .transport, needs: .transport, "Resume after a pause.",
        details: "Without --at-frame it also cancels a pause or stop of the playback, or a pause of the take, that is pending.",
        parameters: [atFrame], state: .resting,
        failures: [.refused, .wrongState, .noServer], example: "dicta resume")

    private static let stop = Command(
        .recording(.stop), .transport, needs: .transport,
        "Stop; a take is closed and synced before dicta prints the path of its file.",
        details: "In JSON, segment_path is the file of the take. path is there only if this file is all that is heard of the"
            + " recording. 'dicta render' gives one file with all that is heard.",
        parameters: [
            .option(
                .what, .text, "Stop the take, the playback or both; default: the take if one runs, else the playback.",
                choices: ["rec", "play", "all"]),
            atFrame,
            .option(.force, .flag, "Stop although the transport is locked.").needing(.always(.owner)),
        ],
        state: .takeOrPlayback, failures: [.refused, .wrongState, .noServer, .storage, .diskFull], patience: 120,
        example: "dicta stop")

    private static let play = Command(
        .playing(.play), .transport, needs: .transport, "Play a recording, or resume the loaded one.",
        details: "Playback resumes at the place where it ended last, unless --from is given. The name of the running take"
            + " plays it while it is recorded. Files of any sample rate are played; formats that only ffmpeg reads (m4a and"
            + " more) are decoded once before they play, which can take a while. Several names, a tag or an artist are a queue:"
            + " they play one after another, without a gap at one sample rate; see 'dicta help queue'.",
        parameters: [
            .positional(.name, .text, "Name of a recording, or path of an audio file.", required: false, word: "NAME")
                .needing(.path(.files)).completing(.recordingOrFile),
            .positional(
                .more, .text, "Recordings or files to play after it.", required: false, word: "NAME", repeatable: true
            ).needing(.path(.files)).completing(.recordingOrFile),
            .option(.from, .place, "Start of playback.", limits: timeLimits),
            atFrame,
            .option(.tag, .text, "Play all recordings with this tag, by name.", word: "TAG"),
            .option(.artist, .text, "Play all recordings of this artist, by name.", word: "ARTIST"),
            .option(.shuffle, .flag, "Play them in an order made by chance."),
            .option(.repeat, .flag, "Begin again after the last one."),
            .option(
                .atWord, .text,
                "Start where these words are said; without a name at their next place in the loaded recording.", word: "WORDS"),
            .option(
                .gongs, .flag,
                "Sound timer-start-sound first, and play once it has faded; sound timer-finish-sound after the end."),
        ],
        state: .namedOrLoaded, failures: [.refused, .wrongState, .notFound, .noServer, .storage, .diskFull],
        startsEngine: true, patience: 600, example: "dicta play interview --from 1m30s")

    private static let locate = Command(
        .playing(.locate), .transport, needs: .transport, "Move the playhead.",
        parameters: [
            .positional(.at, .place, "The place, counted from the start.", required: true, limits: timeLimits)
                .formerly("to"),
            atFrame,
        ],
        state: .loaded, failures: [.refused, .wrongState, .noServer, .storage], example: "dicta locate 00:01:30.500")
}
