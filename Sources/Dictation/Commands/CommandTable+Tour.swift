// The command of the guided tour. Any thread; constants.
internal import Messages

extension CommandTable {
    static let tour = Command(
        .terminal(.tour), .engine, needs: .owner, "Take a guided tour of two minutes.",
        details:
            "For newcomers: it records a test take, marks it, plays it, slows it down, loops it, shows its file, and deletes it"
            + " at the end. Each step is explained first, and its command is shown. Enter goes on, q ends the tour at any time. An"
            + " engine is started where none answers. However the tour ends, it deletes its own take and nothing else, and the"
            + " player has its recording, place, loop, rate and pitch as before; no setting is changed but the connections of"
            + " the engine, if you agree. The tour is refused while a take runs or a recording plays.",
        parameters: [
            .option(
                .yes, .flag,
                "Go on without keys after a short time in each step: for scripts. The tour then takes about 15 seconds."),
            .option(.keep, .flag, "Keep the test take at the end."),
            .option(.plain, .flag, "Plain lines only, without live level bars and without colours."),
        ],
        failures: [.refused, .wrongState, .noServer, .storage, .diskFull], example: "dicta tour")
}
