// The settings of hooks. Any thread; constants.
internal import Messages

extension SettingsTable {
    /// One key for each event; its value is a line for /bin/sh.
    static let hooks: [Setting] =
        HookEvent.allCases.map {
            Setting($0.key, .text, $0.summary, .atOnce, needs: .owner, word: "PROGRAM")
        } + [
            Setting(
                .hookLimit, .time, "Longest run of a hook, before it is ended.", standard: .double(60), .atOnce,
                needs: .owner,
                limits: 0.1...86_400),
            Setting(
                .hookJobs, .integer, "Number of hooks that run at once; others wait.", standard: .int(2), .atOnce,
                needs: .owner,
                limits: 1...16),
            Setting(
                .hookDurable, .text,
                "Events whose programs must not be lost, comma-separated (completed,record-stopped), or nothing. Their jobs are"
                    + " kept in a queue over restarts, and tried again until the program ends with 0: see 'dicta hooks --queue'.",
                standard: .text(DurableHooks.none.text), .atOnce, needs: .owner, word: "EVENT[,...]"),
            Setting(
                .hookQueueJobs, .integer,
                "Most jobs in the queue of hooks, failed ones included. While it is full, a program runs once and is not kept.",
                standard: .int(200), .atOnce, needs: .owner, limits: 1...1000),
            Setting(
                .hookQueueTries, .integer,
                "Tries after which a job of the queue is given up and stays as failed; 0 for never. The pauses grow to an hour,"
                    + " so 100 tries are four days.",
                standard: .int(100), .atOnce, needs: .owner, limits: 0...100_000),
        ]
}
