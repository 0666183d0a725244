// The settings for the longest length of takes. Any thread; constants.
internal import Messages

extension SettingsTable {
    static let limits: [Setting] = [
        Setting(
            .recLimit, .time,
            "Recorded time after which a take ends by itself, where rec has no --for; 0 for no end. The variable"
                + " DICTA_MAX_RECORDING_DURATION gives it where no option and no settings file does.",
            standard: .double(0), .nextTake, needs: .project, option: true, limits: CommandTable.timeLimits),
        Setting(
            .recWarning, .time,
            "Recorded time before the end of a limited take at which the event record-warning is sent, once; 0 for never.",
            standard: .double(10), .nextTake, needs: .project, option: true, limits: 0...3600),
    ]
}
