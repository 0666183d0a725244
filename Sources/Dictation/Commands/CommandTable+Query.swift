// The commands that show the engine's state. Any thread; constants.
internal import Messages

extension CommandTable {
    static let query: [Command] = [
        Command(
            .engine(.status), .query, needs: .look, "Show the state of the engine.",
            details: "Eight lines: the running take, playback, inputs, outputs, graph, disk, engine, and trouble. --all shows"
                + " every value, --json too.",
            parameters: [.option(.all, .flag, "Show every value, one a line.")],
            example: "dicta status"),
        Command(
            .monitoring(.meters), .query, needs: .look, "Show the levels and peaks of inputs and outputs.",
            parameters: [.option(.reset, .flag, "Reset the held peaks after showing them.").needing(.always(.sound))],
            failures: [.noServer],
            example: "dicta meters"),
        Command(.engine(.ping), .query, needs: .look, "Check that the engine answers.", example: "dicta ping"),
        Command(.engine(.version), .query, needs: .look, "Show the version of the engine.", example: "dicta version"),
    ]
}
