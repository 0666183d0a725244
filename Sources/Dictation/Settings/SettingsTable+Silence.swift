// The settings of silences that are skipped. Any thread; constants.
internal import Messages

extension SettingsTable {
    static let silence: [Setting] = [
        Setting(
            .skipSilence, .text, "Skip long silences in playback.", standard: .text("off"), .atOnce, needs: .project,
            choices: ["on", "off"]),
        Setting(
            .silenceLeft, .time, "Length that is left of each longer silence, when silences are skipped.", standard: .double(0.6),
            .atOnce, needs: .project, limits: CommandTable.silenceLimits),
    ]
}
