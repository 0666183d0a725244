// The settings of voice activation. Any thread; constants.
internal import Messages

extension SettingsTable {
    static let voice: [Setting] = [
        Setting(
            .recAutoPause, .text, "Pause each take in silence, and go on at the next sound.", standard: .text("off"), .nextTake,
            needs: .project, choices: ["on", "off"]),
        Setting(
            .voiceThreshold, .text,
            "Level from which sound counts as voice, in dB, or auto: 11 dB over the noise, which is measured all the time.",
            standard: .text("auto"), .nextTake, needs: .project, word: "auto|DB"),
        Setting(
            .voiceOff, .number, "Distance from the threshold down to the level that counts as silence, in dB.",
            standard: .double(5), .nextTake, needs: .project, limits: 0...40, word: "DB"),
        Setting(
            .voiceLead, .time, "Audio from before each sound to include in a take with voice activation.",
            standard: .double(0.3), .nextTake, needs: .project, limits: 0...2),
        Setting(
            .voiceHold, .time, "Silence after which a take with voice activation pauses; it is in the file.",
            standard: .double(1.5), .nextTake, needs: .project, limits: 0.1...600),
        Setting(
            .voiceNoisy, .time,
            "Length of sound without silence after which a take with voice activation warns of a noisy input; 0 for never.",
            standard: .double(300), .nextTake, needs: .project, limits: 0...86_400),
    ]
}
