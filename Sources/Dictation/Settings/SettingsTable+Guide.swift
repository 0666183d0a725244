// The settings of prompts and question sheets. Any thread; constants.
internal import Messages

extension SettingsTable {
    static let guide: [Setting] = [
        Setting(
            .promptCard, .text, "Show a prompt above the record key of the screen while nothing is recorded.",
            standard: .text("on"), .atOnce, needs: .surface, choices: ["on", "off"]),
        Setting(
            .promptSpeak, .text, "Speak a prompt before its take ('dicta rec --prompt'), and affirmations of the timer.",
            standard: .text("off"), .atOnce, needs: .surface, choices: ["on", "off"]),
        Setting(
            .promptName, .text, "Name of the speaker, in place of [Name] in prompts.", .atOnce, needs: .surface, word: "NAME"),
        Setting(
            .promptLanguage, .text, "Language of prompts and questions, such as en; default: that of the locale.", .atOnce,
            needs: .surface, word: "LANGUAGE"),
        Setting(
            .askSpeak, .text, "Speak the questions of a sheet ('dicta ask').", standard: .text("on"), .atOnce, needs: .surface,
            choices: ["on", "off"]),
        Setting(
            .askSilence, .time, "Silence after which an answer to a question has ended.", standard: .double(3), .atOnce,
            needs: .surface, limits: 0.5...60),
        Setting(
            .timerAffirmations, .text, "Show an affirmation at the start of the timer and at each interval gong.",
            standard: .text("off"), .atOnce, needs: .surface, choices: ["on", "off"]),
    ]
}
