// The settings that split takes into several recordings. Any thread; constants.
internal import Messages

extension SettingsTable {
    static let splits: [Setting] = [
        Setting(
            .recSplitEvery, .time,
            "Recorded time after which a new take goes on in the next recording; 0 for never. Takes into an existing recording"
                + " are not split.",
            standard: .double(0), .nextTake, needs: .project, limits: 0...TimeSpan.longestSeconds),
        Setting(
            .recSplitSize, .size,
            "Size of the file at which a new take goes on in the next recording, such as 700MB or 4GiB; 0 for never.",
            standard: .int(0), .nextTake, needs: .project, limits: CommandTable.sizeLimits),
        Setting(
            .recSplitAtMarkers, .text, "Begin the next recording at each marker that is set during a new take.",
            standard: .text("off"), .nextTake, needs: .project, choices: ["on", "off"]),
    ]
}
