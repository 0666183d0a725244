// The settings of JACK's transport. Any thread may read these constants.

extension SettingsTable {
    static let transport: [Setting] = [
        Setting(
            .transport, .text, "Whether JACK's transport is left alone, followed or led.", standard: .text("off"), .atOnce,
            needs: .project,
            choices: ["off", "follow", "lead"]),
        Setting(
            .transportRoll, .text, "What a roll of the transport does where it is followed.", standard: .text("plays"), .atOnce,
            needs: .project,
            choices: ["plays", "records"]),
        Setting(
            .transportTail, .time, "How long a take goes on after the transport has halted.", standard: .double(0), .atOnce,
            needs: .project,
            limits: 0...600),
    ]
}
