// The commands for markers. Any thread; constants.
internal import Messages

extension CommandTable {
    static let markers: [Command] = [mark, unmark, marks, next, previous]

    private static let recording = CommandParameter.option(
        .in, .text, "The recording; default: the running take, else the loaded recording.", word: "RECORDING"
    ).needing(.path(.files))

    private static let markFailures: [FailureCode] = [.refused, .wrongState, .notFound, .noServer, .storage, .diskFull]

    private static let mark = Command(
        .marker(.mark), .markers, needs: .transport,
        "Set a marker at the current frame of the recording, or change a marker.",
        details: "While a take runs the marker is set at the frame now recorded, else at the frame now heard, exact to the"
            + " frame. It is stored at once and survives a killed engine; a WAV file has it as a cue point. With --change"
            + " only the given values change.",
        parameters: [
            .positional(.name, .text, "Name of the marker; may be left out.", required: false, word: "NAME"),
            .option(.note, .text, "A note."),
            .option(.at, .place, "Set it at this place, counted from the start.", limits: timeLimits),
            .option(.change, .marker, "Change the name, note or place of this marker."), recording, atFrame,
        ],
        state: .named, failures: markFailures, patience: 60, example: "dicta mark chorus --note louder")

    private static let unmark = Command(
        .marker(.unmark), .markers, needs: .transport, "Delete a marker.",
        parameters: [.positional(.marker, .marker, "Its number, its name, or its id.", required: true), recording],
        state: .named, failures: markFailures, patience: 60, example: "dicta unmark 3")

    private static let marks = Command(
        .marker(.marks), .markers, needs: .look, "List the markers of a recording.",
        details: "With --labels they are printed as Audacity labels: lines of start, end and name, separated by tabs.",
        parameters: [
            .positional(
                .in, .text, "The recording; default: the running take, else the loaded recording.", required: false,
                word: "RECORDING"
            ).needing(.path(.files)).completing(.recordingOrFile).formerly("name"),
            .option(.labels, .flag, "Print an Audacity label file."), folder,
        ],
        state: .named, failures: [.wrongState, .notFound, .storage], lists: true, patience: 60, worksAlone: true,
        example: "dicta marks interview --labels")

    private static let next = Command(
        .playing(.next), .markers, needs: .transport, "Move the playhead to the next marker.", parameters: [atFrame],
        state: .loaded,
        failures: markFailures, example: "dicta next")

    private static let previous = Command(
        .playing(.previous), .markers, needs: .transport,
        "Move the playhead to the previous marker, or to the start if there is none.",
        details: "During playback a marker passed less than a second ago is skipped.",
        parameters: [atFrame], aliases: ["prev"], state: .loaded, failures: markFailures,
        example: "dicta previous")
}
