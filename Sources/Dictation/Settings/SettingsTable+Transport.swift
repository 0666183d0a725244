// The settings of JACK's transport. Any thread; constants.
internal import Messages

extension SettingsTable {
    static let transport: [Setting] = [
        Setting(
            .transport, .text, "Ignore JACK's transport, follow it or lead it.", standard: .text("off"), .atOnce,
            needs: .project,
            choices: ["off", "follow", "lead"]),
        Setting(
            .transportRoll, .text, "When following: play or record as the transport rolls.", standard: .text("plays"), .atOnce,
            needs: .project,
            choices: ["plays", "records"]),
        Setting(
            .transportTail, .time, "Recorded time after the transport stops.", standard: .double(0), .atOnce,
            needs: .project,
            limits: 0...600),
    ]
}
