// Room: Dictation. Any thread; constants.

extension CommandTable {
    static let query: [Command] = [
        Command("status", .query, needs: .look, "Show what the engine does now.", example: "dicta status"),
        Command(
            "meters", .query, needs: .look, "Show levels and peaks of inputs and outputs.",
            parameters: [.option("reset", .flag, "Forget the held peaks, after showing them.").needing(.always(.sound))],
            failures: [.noServer],
            example: "dicta meters"),
        Command("ping", .query, needs: .look, "Ask whether the engine answers.", example: "dicta ping"),
        Command("version", .query, needs: .look, "Show the version of the engine.", example: "dicta version"),
    ]
}
