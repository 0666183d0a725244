// The rows that record and play. Any thread may read these constants; small lists, one a command, keep the type checker fast.

extension CommandTable {
    static let transport: [Command] = [
        record, pause, resume, stop, play, locate, nudge, cue, review, loop, backstep,
    ]

    static let frameLimits = 0.0...Double(UInt32.max)
    static let timeLimits = 0.0...TimeSpan.longestSeconds

    static let atFrame = CommandParameter.option(
        .atFrame, .jackFrame, "Do it at exactly this JACK frame, in mid-period too; the default is at once.",
        limits: frameLimits)

    private static let record = Command(
        .recording(.rec), .transport, needs: .transport, "Start a recording.",
        details: "Returns as soon as the take runs and prints its name. With --wait it returns once the take is closed and"
            + " synced, whoever stopped it, and prints the path of the file; interrupting dicta does not end the take.",
        parameters: recordParameters, aliases: ["record"], state: .noTake,
        failures: [.wrongState, .noServer, .storage, .diskFull],
        startsEngine: true, patience: 15, example: "dicta rec --name interview --preroll 2s --for 1h30m")

    private static let recordParameters: [CommandParameter] = [
        .option(.name, .text, "Name of the recording; the default is made from date and time.", word: "NAME"),
        format(isNew: true), bits, bitRate, preRoll, takeLimit, channels(isNew: true),
        .option(.draft, .flag, "More takes are to come: it is a draft until it is completed."), atFrame, wait,
        .option(
            .deliver, .text, "Make AAC of it afterwards, in the background, as dicta deliver does.", choices: ["m4a"],
            word: "KIND"
        ).needing(.always(.edit)),
        .option(.discard, .flag, "With --deliver: delete what was recorded once the AAC is verified.")
            .needing(.always(.delete)),
    ]

    static func format(isNew: Bool) -> CommandParameter {
        .option(
            .format, .text,
            "Kind of file: wav, w64, caf, alac (Apple Lossless, in a .caf), flac, ogg, opus or mp3; the default is"
                + (isNew ? " the setting rec-format (wav)." : " that of the recording."),
            choices: AudioFormat.Container.allCases.map(\.rawValue), word: "KIND")
    }

    static let bits = CommandParameter.option(
        .bits, .text, "Sample format; the default is float, and 24 for flac and alac, which have no float.",
        choices: ["float", "24", "16"])

    static let bitRate = CommandParameter.option(
        .bitrate, .integer,
        "For ogg, opus and mp3, in kbit/s over all channels; the default is 192 in stereo and 96 in mono, for opus 128"
            + " and 64.",
        limits: 6...510, word: "KBITS")

    static let preRoll = CommandParameter.option(
        .preroll, .time, "Take in what was heard before the command; the default is the setting rec-preroll (0 s).",
        limits: 0...600)

    static let takeLimit = CommandParameter.option(
        .for, .time, "Stop by itself after this much recorded time.", limits: 0.001...TimeSpan.longestSeconds)

    static func channels(isNew: Bool) -> CommandParameter {
        .option(
            .channels, .integer,
            "1 for mono, 2 for stereo; the default is" + (isNew ? " the setting rec-channels (2)." : " that of the recording."),
            limits: 1...2, word: "1|2")
    }

    static let wait = CommandParameter.option(.wait, .flag, "Answer once the file is closed.")

    private static let pause = Command(
        .recording(.pause), .transport, needs: .transport, "Pause the recording, or the playback when nothing records.",
        details: "With --at-frame it is pending until then, as status shows: resume takes it back, another pause"
            + " takes its place.",
        parameters: [
            atFrame,
            .option(
                .what, .text, "What to pause; the default is the recording if one runs, else the playback.",
                choices: ["rec", "play"]),
        ],
        state: .going, failures: [.refused, .wrongState, .noServer], example: "dicta pause")

    private static let resume = Command(
        .recording(.resume), .transport, needs: .transport, "Go on after a pause.",
        details: "At once it also takes back a pause or stop of the playback, or a pause of the take, that waits for its frame.",
        parameters: [atFrame], state: .resting,
        failures: [.refused, .wrongState, .noServer], example: "dicta resume")

    private static let stop = Command(
        .recording(.stop), .transport, needs: .transport,
        "Stop; for a recording, answer once the file is closed and synced, and print its path.",
        parameters: [
            .option(
                .what, .text, "What to stop; the default is the recording if one runs, else the playback.",
                choices: ["rec", "play", "all"]),
            atFrame,
        ],
        state: .takeOrLoaded, failures: [.refused, .wrongState, .noServer, .storage, .diskFull], patience: 120,
        example: "dicta stop")

    private static let play = Command(
        .playing(.play), .transport, needs: .transport, "Play a recording, or go on with the one that is loaded.",
        details: "A recording goes on where it was left, unless --from says where to begin. The name of the take that runs"
            + " plays it while it is recorded. Files of any sample rate are played; what only ffmpeg reads (m4a and more) is"
            + " decoded first, once, which can take a while.",
        parameters: [
            .positional(.name, .text, "Name of a recording, or path of an audio file.", required: false, word: "NAME")
                .needing(.path(.files)),
            .option(.from, .place, "Where to begin.", limits: timeLimits),
            atFrame,
        ],
        state: .namedOrLoaded, failures: [.refused, .wrongState, .notFound, .noServer, .storage, .diskFull],
        startsEngine: true, patience: 600, example: "dicta play interview --from 1m30s")

    private static let locate = Command(
        .playing(.locate), .transport, needs: .transport, "Move the playhead.",
        parameters: [
            .positional(.to, .place, "The place, counted from the start.", required: true, limits: timeLimits), atFrame,
        ],
        state: .loaded, failures: [.refused, .wrongState, .noServer, .storage], example: "dicta locate 00:01:30.500")
}
