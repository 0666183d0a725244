// The command of scheduled takes, and the options of rec that schedule one. Any thread; constants.
internal import Messages

extension CommandTable {
    /// Actions of the verb `schedule`.
    static let scheduleActions = ["list", "cancel"]

    /// The options of `rec` that schedule a take.
    static let scheduling: [CommandParameter] = [
        .option(
            .at, .text,
            "Schedule the take for this local time: 20:00, 20:00:30, 'tomorrow 7:30' or 2026-12-01T20:00. A time of day that"
                + " has passed today is tomorrow's.",
            word: "WHEN"),
        .option(
            .every, .text, "With --at: repeat it each day, each day from Monday to Friday, or each week.",
            choices: ScheduleRule.Repeat.allCases.filter { $0 != .once }.map(\.rawValue)),
        .option(
            .wake, .flag,
            "With --at: write units of systemd for the user, which start this engine a minute before; dicta prints the command"
                + " that enables them."
        ).needing(.always(.owner)),
    ]

    static let schedule = Command(
        .schedule(.schedule), .transport, needs: .look, "List and cancel scheduled takes.",
        details:
            "'dicta rec --at 20:00 --for 1h' schedules a take. Scheduled takes are kept over a restart of engine, JACK server"
            + " and machine; the engine has to run at the time of the take. The local time of the clock on the wall counts, also when"
            + " the clock is set or daylight saving begins or ends: a time that is left out that day is an hour later, and one"
            + " that comes twice is the first that is still to come. A take that cannot begin at its time, because the engine or a"
            + " JACK server"
            + " does not run or another take does, begins late for what is left of its length; without a length it can begin up to"
            + " 10 minutes late. One that was not made is told in the log, by the event schedule-missed and in this list.",
        parameters: [
            .positional(.do, .text, "Action.", required: false, standard: .text("list"), choices: scheduleActions)
                .needing(.words(["cancel"], .transport)),
            .positional(.number, .text, "For cancel: a number of the list, or all.", required: false, word: "NUMBER|all"),
        ],
        failures: [.refused, .notFound, .storage, .diskFull], lists: true, patience: 15, example: "dicta schedule cancel 2")
}
