// Room: Dictation. Any thread; constants.

extension CommandTable {
    static let query: [Command] = [
        Command("status", .query, "Show what the engine does now.", example: "dicta status"),
        Command(
            "meters", .query, "Show levels and peaks of inputs and outputs.",
            parameters: [.option("reset", .flag, "Forget the held peaks, after showing them.")], failures: [.noServer],
            example: "dicta meters"),
        Command("ping", .query, "Ask whether the engine answers.", example: "dicta ping"),
        Command("version", .query, "Show the version of the engine.", example: "dicta version"),
    ]
}
