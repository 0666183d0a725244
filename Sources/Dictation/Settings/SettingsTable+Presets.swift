// The settings of quality presets and deliveries. Any thread; constants.
internal import Messages

extension SettingsTable {
    static let presets: [Setting] = [
        Setting(
            .recPreset, .text,
            "Quality preset of takes: low, medium, high, memo, or one of your own. It comes before the single settings of"
                + " takes.",
            standard: .text(Preset.none), .nextTake, needs: .project, word: "PRESET"),
        Setting(
            .recDeliver, .text, "Make an AAC file of each take that rec records, in the background, as rec --deliver does.",
            standard: .text("off"), .nextTake, needs: .surface, choices: ["m4a", "off"]),
        Setting(
            .recClipMarkers, .text,
            "Set a marker named Clip where an input reaches full scale: exactly at its frame, at most one a second and \(Self.mostClipMarkers) in"
                + " each file of a take.",
            standard: .text("off"), .nextTake, needs: .project, choices: ["on", "off"]),
        Setting(
            .preset, .text, "Quality preset of your own, one a line; see 'dicta help preset'.", .atOnce, needs: .surface,
            word: "voice format=flac bits=24 channels=1", list: true),
    ]

    /// Most markers that clips set in a file of a take: a line that clips for a day must not flood the sidecar.
    public static let mostClipMarkers = 500
}
