// The rows of dictation: takes into a recording that is there, and edits of it. Any thread may read these constants.

extension CommandTable {
    static let editing: [Command] = [append, insert, overwrite, cut, undo, redo, complete, reopen]

    private static let recording = CommandParameter.positional(
        .name, .text, "The recording; the default is the one that is loaded.", required: false, word: "NAME"
    ).needing(.path(.files))

    private static let place = CommandParameter.option(
        .at, .place, "The place in the recording; the default is the playhead's.", limits: timeLimits)

    /// As of `rec`, but what is not said is as in the recording.
    private static let takeParameters: [CommandParameter] = [
        preRoll, takeLimit, format(isNew: false), bits, bitRate, channels(isNew: false), atFrame, wait,
    ]

    private static let takeFailures: [FailureCode] = [.refused, .wrongState, .notFound, .noServer, .storage, .diskFull]

    private static let append = Command(
        .recording(.append), .editing, needs: .transport, "Record at the end of a recording.",
        details: "Each take is a file of its own; the recording is what is heard of them, one after the other.",
        parameters: [recording] + takeParameters, state: .noTake, failures: takeFailures, patience: 15,
        example: "dicta append interview")

    private static let insert = Command(
        .recording(.insert), .editing, needs: .transport, "Record between what is there; what follows moves back.",
        parameters: [recording, place] + takeParameters, state: .noTake, failures: takeFailures, patience: 15,
        example: "dicta insert interview --at 1m30s")

    private static let overwrite = Command(
        .recording(.overwrite), .editing, needs: .transport, "Record over what is there, as long as the take is.",
        details: "No audio is touched: what is heard no more comes back with undo.",
        parameters: [recording, place] + takeParameters, state: .noTake, failures: takeFailures, patience: 15,
        example: "dicta overwrite interview --at 1m30s --for 5s")

    private static let editFailures: [FailureCode] = [.wrongState, .notFound, .storage, .diskFull]

    private static func edit(
        _ verb: LibraryVerb, _ summary: String, details: String = "", _ parameters: [CommandParameter] = [], example: String
    ) -> Command {
        Command(
            .library(verb), .editing, needs: .edit, summary, details: details, parameters: [recording] + parameters + [folder],
            state: .closed,
            failures: editFailures,
            patience: 60, worksAlone: true, example: example)
    }

    private static let cut = edit(
        .cut, "Leave a stretch out; what follows moves up.",
        details: "Without places it is what lies between A and B of the loop. No audio is touched.",
        [
            .option(.from, .place, "Where it begins.", limits: timeLimits),
            .option(.to, .place, "Where it ends.", limits: timeLimits),
        ], example: "dicta cut interview --from 10s --to 12.5s")

    private static let undo = edit(
        .undo, "Take back the last edit or the last take.", details: "Up to 100 of them, also of earlier days.",
        example: "dicta undo interview")

    private static let redo = edit(.redo, "Do again what was taken back.", example: "dicta redo interview")

    private static let complete = edit(.complete, "Declare a draft to be completed.", example: "dicta complete interview")

    private static let reopen = edit(.reopen, "Make a completed recording a draft again.", example: "dicta reopen interview")
}
