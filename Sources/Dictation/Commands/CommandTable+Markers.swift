// The rows for markers. Any thread may read these constants.

extension CommandTable {
    static let markers: [Command] = [mark, unmark, marks, next, previous]

    private static let recording = CommandParameter.option(
        .in, .text, "The recording; the default is the take that runs, else what is loaded.", word: "RECORDING"
    ).needing(.path(.files))

    private static let markFailures: [FailureCode] = [.refused, .wrongState, .notFound, .noServer, .storage, .diskFull]

    private static let mark = Command(
        .marker(.mark), .markers, needs: .transport,
        "Set a marker where the recording is now, exact to the frame, or change one.",
        details: "While a take runs it is set at the frame that comes in now, else at the frame that is heard now. It is kept at"
            + " once, also when the engine is killed, and stands in a WAV as a cue point. With --change only what is given"
            + " becomes different.",
        parameters: [
            .positional(.name, .text, "What it is called; it needs no name.", required: false, word: "NAME"),
            .option(.note, .text, "A note on it."),
            .option(.at, .place, "Where to set it instead, counted from the start.", limits: timeLimits),
            .option(.change, .marker, "Change this one: its name, its note or its place."), recording, atFrame,
        ],
        state: .named, failures: markFailures, patience: 60, example: "dicta mark chorus --note louder")

    private static let unmark = Command(
        .marker(.unmark), .markers, needs: .transport, "Take a marker away.",
        parameters: [.positional(.marker, .marker, "Its number or its name.", required: true), recording],
        state: .named, failures: markFailures, patience: 60, example: "dicta unmark 3")

    private static let marks = Command(
        .marker(.marks), .markers, needs: .look, "List the markers of a recording.",
        details: "With --labels they are printed as Audacity imports them: start, end and name in lines, parted by tabs.",
        parameters: [
            .positional(
                .name, .text, "The recording; the default is the take that runs, else what is loaded.", required: false,
                word: "RECORDING"
            ).needing(.path(.files)),
            .option(.labels, .flag, "Print them as a label file."), folder,
        ],
        state: .named, failures: [.wrongState, .notFound, .storage], lists: true, patience: 60, worksAlone: true,
        example: "dicta marks interview --labels")

    private static let next = Command(
        .playing(.next), .markers, needs: .transport, "Move the playhead to the next marker.", parameters: [atFrame],
        state: .loaded,
        failures: markFailures, example: "dicta next")

    private static let previous = Command(
        .playing(.previous), .markers, needs: .transport,
        "Move the playhead to the marker before; to the start where there is none.",
        details: "While it plays, a marker that was passed less than a second ago counts as passed already.",
        parameters: [atFrame], aliases: ["prev"], state: .loaded, failures: markFailures,
        example: "dicta previous")
}
