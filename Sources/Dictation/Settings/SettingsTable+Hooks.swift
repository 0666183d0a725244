// The settings of hooks. Any thread; constants.

extension SettingsTable {
    /// One key for each event; its value is a line for /bin/sh.
    static let hooks: [Setting] =
        HookEvent.allCases.map {
            Setting($0.key, .text, "Program to run " + $0.summary, .atOnce, needs: .owner, word: "PROGRAM")
        } + [
            Setting(
                .hookLimit, .time, "Longest run of a hook, before it is ended.", standard: .double(60), .atOnce,
                needs: .owner,
                limits: 0.1...86_400),
            Setting(
                .hookJobs, .integer, "Number of hooks that run at once; others wait.", standard: .int(2), .atOnce,
                needs: .owner,
                limits: 1...16),
        ]
}
