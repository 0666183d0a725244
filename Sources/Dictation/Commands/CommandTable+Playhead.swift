// The rows that move the playhead while something plays. Any thread may read these constants.

extension CommandTable {
    static let nudge = Command(
        .playing(.nudge), .transport, needs: .transport,
        "Move the playhead by a step, back with a minus; past an end it stops there.",
        parameters: [
            .positional(
                .by, .time, "The step, a day at most.", required: false, standard: .double(10), limits: -86_400...86_400,
                word: "TIME")
        ],
        state: .loaded, failures: playheadFailures, example: "dicta nudge -5s")

    static let cue = Command(
        .playing(.cue), .transport, needs: .transport, "Fast forward with sound, until it is switched off.",
        details: "Plays 200 ms of every 2 s, as while the key is held. Off goes on with what was before.",
        parameters: [held], state: .loaded, failures: playheadFailures, example: "dicta cue off")

    static let review = Command(
        .playing(.review), .transport, needs: .transport, "Rewind with sound, until it is switched off.",
        details: "Plays 200 ms of every 2 s, going back, as while the key is held. Off goes on with what was before.",
        parameters: [held], state: .loaded, failures: playheadFailures, example: "dicta review")

    static let loop = Command(
        .playing(.loop), .transport, needs: .sound, "Repeat what lies between the points A and B; with no argument, show them.",
        details: "Loops as soon as both points are set, exactly to the frame and without a click. A loop is 50 ms at least."
            + " The points can be moved while it loops.",
        parameters: [
            .positional(
                .point, .text, "Set A or B at the playhead, or clear both.", required: false, choices: ["a", "b", "clear"]),
            .option(.a, .place, "Set A at this place.", limits: timeLimits),
            .option(.b, .place, "Set B at this place.", limits: timeLimits),
        ],
        state: .loaded, failures: playheadFailures, example: "dicta loop --a 1m30s --b 1m42.5s")

    static let backstep = Command(
        .playing(.backstep), .transport, needs: .transport,
        "Set how far playback steps back when it goes on after a pause; with no argument, show it.",
        parameters: [.positional(.by, .time, "The step; 0 is none.", required: false, limits: 0...10)],
        failures: [.refused], example: "dicta backstep 1.5s")

    private static let held = CommandParameter.positional(
        .state, .text, "Whether it is to run.", required: false, standard: .text("on"), choices: ["on", "off"])

    private static let playheadFailures: [FailureCode] = [.refused, .wrongState, .noServer, .storage]
}
