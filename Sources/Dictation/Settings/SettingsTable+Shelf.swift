// The settings of lists, of files beside recordings, and of the desktop. Any thread; constants.
internal import Messages

extension SettingsTable {
    /// The settings of lists, of files beside recordings, and of the desktop. They stand last: surfaces give arguments by their
    /// place.
    static let shelf: [Setting] = [
        Setting(
            .listSort, .text,
            "Sort order of lists that name none: name, date, duration or size; name-reversed and so on for the other way round.",
            standard: .text("date"), .atOnce, needs: .project, choices: CommandTable.listSorts, word: "ORDER"),
        Setting(
            .diaryFiles, .text,
            "Keep a file NAME.diary.json beside each recording: its entry in the diary form of 'dicta describe --as diary',"
                + " written at each change. Switched off, files that are there are written no more.",
            standard: .text("off"), .atOnce, needs: .surface, choices: ["on", "off"]),
        Setting(
            .recNotification, .text,
            "Show a notification of the desktop while a take runs: name and state of the take, and a button that stops it with the"
                + " privileges of media keys (osc-may).",
            standard: .text("off"), .atOnce, needs: .surface, choices: ["on", "off"]),
    ]
}
