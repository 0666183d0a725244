// The rows that look at the engine. Any thread may read these constants.

extension CommandTable {
    static let query: [Command] = [
        Command(.engine(.status), .query, needs: .look, "Show what the engine does now.", example: "dicta status"),
        Command(
            .monitoring(.meters), .query, needs: .look, "Show levels and peaks of inputs and outputs.",
            parameters: [.option(.reset, .flag, "Forget the held peaks, after showing them.").needing(.always(.sound))],
            failures: [.noServer],
            example: "dicta meters"),
        Command(.engine(.ping), .query, needs: .look, "Ask whether the engine answers.", example: "dicta ping"),
        Command(.engine(.version), .query, needs: .look, "Show the version of the engine.", example: "dicta version"),
    ]
}
