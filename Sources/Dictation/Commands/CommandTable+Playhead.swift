// The commands that move the playhead. Any thread; constants.
internal import Messages

extension CommandTable {
    static let nudge = Command(
        .playing(.nudge), .transport, needs: .transport,
        "Move the playhead by a step, backwards with a minus; it stops at either end.",
        parameters: [
            .positional(
                .by, .time, "The step, at most a day.", required: false, standard: .double(10), limits: -86_400...86_400,
                word: "TIME")
        ],
        state: .loaded, failures: playheadFailures, example: "dicta nudge -5s")

    static let cue = Command(
        .playing(.cue), .transport, needs: .transport, "Fast forward with sound, until switched off.",
        details: "Plays 200 ms of every 2 s, like a held cue key. Off returns to play or pause as before.",
        parameters: [held], state: .loaded, failures: playheadFailures, example: "dicta cue off")

    static let review = Command(
        .playing(.review), .transport, needs: .transport, "Rewind with sound, until switched off.",
        details: "Steps back and plays 200 ms of every 2 s, like a held review key. Off returns to play or pause as before.",
        parameters: [held], state: .loaded, failures: playheadFailures, example: "dicta review")

    static let shuttle = Command(
        .playing(.shuttle), .transport, needs: .transport, "Change the speed step by step, as the keys J, K and L do.",
        details: "'forward' plays, then goes faster: 1.5 and 2 times the rate that was set, at most 2, then fast forward with"
            + " sound. 'back' goes slower, then rewinds with sound. 'stop' pauses, and the rate that was set comes back.",
        parameters: [
            .positional(.do, .text, "Action.", required: true, choices: ["back", "stop", "forward"])
        ],
        state: .loaded, failures: playheadFailures, example: "dicta shuttle forward")

    static let loop = Command(
        .playing(.loop), .transport, needs: .sound, "Repeat the part between the points A and B; with no argument, show them.",
        details: "Loops as soon as both points are set, exact to the frame and without a click. The shortest loop is 50 ms."
            + " The points can be moved while it loops. clear-a and clear-b clear one point and keep the other.",
        parameters: [
            .positional(
                .point, .text, "Set A or B at the playhead, or clear both or one of them.", required: false,
                choices: ["a", "b", "clear", "clear-a", "clear-b"]),
            .option(.a, .place, "Set A at this place.", limits: timeLimits),
            .option(.b, .place, "Set B at this place.", limits: timeLimits),
        ],
        state: .loaded, failures: playheadFailures, example: "dicta loop --a 1m30s --b 1m42.5s")

    static let backstep = Command(
        .playing(.backstep), .transport, needs: .transport,
        "Set how far playback steps back when it resumes after a pause; with no argument, show it.",
        parameters: [.positional(.by, .time, "The step; 0 is none.", required: false, limits: 0...10)],
        failures: [.refused], example: "dicta backstep 1.5s")

    private static let held = CommandParameter.positional(
        .state, .text, "Switch on or off.", required: false, standard: .text("on"), choices: ["on", "off"])

    private static let playheadFailures: [FailureCode] = [.refused, .wrongState, .noServer, .storage]
}
