// The commands that record into a recording or edit its timeline. Any thread; constants.
internal import Messages

extension CommandTable {
    static let editing: [Command] = [append, insert, overwrite, cut, undo, redo, complete, reopen, move]

    private static let recording = CommandParameter.positional(
        .name, .text, "The recording; default: the loaded one.", required: false, word: "NAME"
    ).needing(.path(.files)).completing(.recording)

    private static let place = CommandParameter.option(
        .at, .place, "The place in the recording; default: the playhead, which stands behind the last take.", limits: timeLimits)

    /// The options of `rec`, with the format of the recording as default. New options stand last: surfaces give arguments by
    /// their place.
    private static let takeParameters: [CommandParameter] = [
        preRoll, takeLimit, format(isNew: false), bits, bitRate, channels(isNew: false), atFrame, wait, countIn, tempo,
        countInSound, autoPause, threshold, voiceOff, voiceLead, voiceHold, lead,
    ]

    private static let lead = CommandParameter.option(
        .lead, .time, "Play so much of what comes before, then record from the place on (punch and roll).", limits: 0.1...60)

    private static let takeFailures: [FailureCode] = [.refused, .wrongState, .notFound, .noServer, .storage, .diskFull]

    private static let append = Command(
        .recording(.append), .editing, needs: .transport, "Record at the end of a recording.",
        details: "Each take is a separate file; the recording plays them one after the other.",
        parameters: [recording] + takeParameters + [voice, question], state: .noTake, failures: takeFailures, patience: 80,
        example: "dicta append interview")

    private static let insert = Command(
        .recording(.insert), .editing, needs: .transport, "Record at a place in a recording; all audio after it moves later.",
        parameters: [recording, place] + takeParameters + [voice, question], state: .noTake, failures: takeFailures, patience: 80,
        example: "dicta insert interview --at 1m30s")

    private static let overwrite = Command(
        .recording(.overwrite), .editing, needs: .transport, "Record over a part of a recording, for the length of the take.",
        details: "No audio file is changed: undo brings the old part back.",
        parameters: [recording, place] + takeParameters + [
            .option(.until, .place, "End by itself at this place of the recording.", limits: timeLimits), voice,
        ], state: .noTake, failures: takeFailures, patience: 80,
        example: "dicta overwrite interview --at 1m30s --for 5s")

    private static let editFailures: [FailureCode] = [.wrongState, .notFound, .storage, .diskFull]

    private static func edit(
        _ verb: LibraryVerb, _ summary: Message, details: Message = "", _ parameters: [CommandParameter] = [], example: String
    ) -> Command {
        Command(
            .library(verb), .editing, needs: .edit, summary, details: details, parameters: [recording] + parameters + [folder],
            state: .closed,
            failures: editFailures,
            patience: 60, worksAlone: true, example: example)
    }

    private static let cut = edit(
        .cut, "Cut a part out; all audio after it moves earlier.",
        details: "Without --from and --until, the part between A and B of the loop. No audio file is changed.",
        [
            .option(.from, .place, "Start of the part.", limits: timeLimits),
            .option(.until, .place, "End of the part.", limits: timeLimits).formerly("to"),
        ], example: "dicta cut interview --from 10s --until 12.5s")

    private static let move = edit(
        .move, "Move a part to another place of the recording.",
        details: "Markers and words go with the part. Without --from and --until, the part between A and B of the loop. With"
            + " --segment the part is what comes from one take, by its number in the order of the timeline from 1, and --before is"
            + " such a number too; one more than the last is the end. 'dicta describe' lists the numbers. No audio file is changed:"
            + " undo moves the part back.",
        [
            .option(.from, .place, "Start of the part.", limits: timeLimits),
            .option(.until, .place, "End of the part.", limits: timeLimits),
            .option(
                .before, .place, "The place before which the part goes, in the recording as it is now; past the end: the end.",
                required: true, limits: timeLimits),
            .option(.segment, .integer, "Number of the part that is moved, from 1.", limits: 1...1_000_000),
        ], example: "dicta move dream --segment 3 --before 1")

    private static let undo = edit(
        .undo, "Undo the last edit or take.",
        details:
            "Edits and imports of words count too, and so does 'transcribe --again'. Up to 100 steps of the sound and 100 of the words are kept, from earlier days too.",
        example: "dicta undo interview")

    private static let redo = edit(.redo, "Redo the last undone edit or take.", example: "dicta redo interview")

    private static let complete = edit(
        .complete, "Mark a draft as completed.",
        details: "The hook on-completed runs each time, also for a recording that is completed already.",
        example: "dicta complete interview")

    private static let reopen = edit(.reopen, "Make a completed recording a draft again.", example: "dicta reopen interview")
}
