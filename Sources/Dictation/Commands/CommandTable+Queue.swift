// The command of the queue. Any thread; constants.
internal import Messages

extension CommandTable {
    /// Actions of the verb `queue`.
    static let queueActions = ["list", "add", "remove", "move", "clear", "next", "previous", "play"]

    static let queue = Command(
        .queue(.queue), .transport, needs: .look, "Play recordings one after another without a gap: list and change the queue.",
        details:
            "'dicta play NAME NAME...' begins a queue. 'add' puts recordings at its end, 'remove' and 'play' take numbers or names,"
            + " 'move 3 --place 1' changes the order. 'next' and 'previous' go to the next and the previous recording; they play it"
            + " if something plays, and otherwise load it. Another recording that is played leaves the queue where it is, and next"
            + " returns to it. Recordings of the server's sample rate follow each other without a gap. A recording that cannot be"
            + " opened is passed over. The queue does not go on by itself while JACK's transport is followed or led.",
        parameters: [
            .positional(.do, .text, "Action.", required: false, standard: .text("list"), choices: queueActions)
                .needing(.words(Array(queueActions.dropFirst()), .transport)),
            .positional(
                .name, .text, "Names of recordings, paths of audio files, or numbers in the queue.", required: false,
                word: "NAME", repeatable: true
            ).needing(.path(.files)).completing(.recordingOrFile),
            .option(.place, .integer, "For move: the new number.", limits: 1...Double(PlayQueue.most), word: "NUMBER"),
            .option(.tag, .text, "For add: all recordings with this tag, by name.", word: "TAG"),
            .option(.artist, .text, "For add: all recordings of this artist, by name.", word: "ARTIST"),
            .option(.shuffle, .text, "Order by chance, or as added.", choices: ["on", "off"]).needing(.always(.transport)),
            .option(.repeat, .text, "Begin again after the last recording.", choices: ["on", "off"])
                .needing(.always(.transport)),
        ],
        failures: [.refused, .wrongState, .notFound, .noServer, .storage, .diskFull], lists: true, patience: 600,
        example: "dicta queue add interview --shuffle on")
}
