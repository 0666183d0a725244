// The settings of programs of the user. Any thread may read these constants.

extension SettingsTable {
    /// One key an event, each a line for /bin/sh.
    static let hooks: [Setting] =
        HookEvent.allCases.map {
            Setting($0.key, .text, "Program to run " + $0.summary, .atOnce, needs: .owner, word: "PROGRAM")
        } + [
            Setting(
                .hookLimit, .time, "How long a hook may run before it is ended.", standard: .double(60), .atOnce,
                needs: .owner,
                limits: 0.1...86_400),
            Setting(
                .hookJobs, .integer, "How many hooks run at once; the others wait.", standard: .int(2), .atOnce,
                needs: .owner,
                limits: 1...16),
        ]
}
