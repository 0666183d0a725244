// The commands for files in quarantine and for files that have moved. Any thread; constants.
internal import Messages

extension CommandTable {
    static let quarantine = Command(
        .library(.quarantine), .library, needs: .look, "List, restore or discard files that could not be read.",
        details:
            "Audio and descriptions that cannot be read are moved to _Corrupted in the library, each with its reason, and are"
            + " never deleted by themselves. 'restore' puts a file back under the name that it had, or the next free one like it."
            + " 'discard' deletes it permanently; in a terminal, several files are deleted only after a question.",
        parameters: [
            .positional(
                .do, .text, "Action.", required: false, standard: .text("list"), choices: ["list", "restore", "discard"]
            ).needing(.word(["restore": .edit, "discard": .delete])),
            .positional(
                .name, .text, "Files, as the list names them.", required: false, word: "FILE", repeatable: true),
            .option(.all, .flag, "All files in quarantine."),
            .option(.yes, .flag, "Discard without a question."), background, folder,
        ],
        failures: [.wrongState, .notFound, .storage, .diskFull], lists: true, patience: 3600, worksAlone: true,
        example: "dicta quarantine restore memo.wav")

    static let relink = Command(
        .library(.relink), .library, needs: .files, "Point a recording to a file that was moved.",
        details:
            "For recordings imported with --reference. The file at the new place must have the rate, channels and length of the"
            + " one that was imported. In a folder the very same file is looked for, then one of the same name, then one of the"
            + " same size and length. With --force the sound may be another one, if it has the same rate and is long enough for"
            + " the timeline. Markers, edits and words stay.",
        parameters: [
            .positional(.name, .text, "The recording.", required: true, word: "NAME").completing(.recording),
            .positional(.path, .text, "The file at its new place, or a folder that has it.", required: true, word: "PATH"),
            .option(.force, .flag, "Take another sound that is long enough."), background, folder,
        ],
        state: .closed, failures: [.wrongState, .notFound, .storage, .diskFull], patience: 86_400, worksAlone: true,
        example: "dicta relink lesson /media/music/lesson.flac")
}
