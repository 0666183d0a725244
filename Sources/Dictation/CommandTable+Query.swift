// Room: Dictation. Any thread; constants.

extension CommandTable {
    static let query: [Command] = [
        Command("status", .query, "Show what the engine does now.", example: "dicta status"),
        Command(
            "meters", .query, "Show levels and peaks of inputs and outputs.",
            parameters: [.option("reset", .flag, "Forget the held peaks, after showing them.")], failures: [.noServer],
            example: "dicta meters"),
        Command(
            "ls", .query, "List the recordings of the library.", failures: [.storage], lists: true, patience: 60,
            example: "dicta ls"),
        Command(
            "info", .query, "Show all that is known of a recording.",
            parameters: [
                .positional(
                    "name", .text, "Name of a recording, or path of an audio file; the default is the current one.",
                    required: false, word: "NAME")
            ],
            failures: [.notFound, .storage], example: "dicta info interview"),
        Command("ping", .query, "Ask whether the engine answers.", example: "dicta ping"),
        Command("version", .query, "Show the version of the engine.", example: "dicta version"),
    ]
}
