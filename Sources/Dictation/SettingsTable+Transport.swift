// Room: Dictation. Any thread; constants. What JACK's transport and the engine do to each other.

extension SettingsTable {
    static let transport: [Setting] = [
        Setting(
            "transport", .text, "Whether JACK's transport is left alone, followed or led.", standard: .text("off"), .atOnce,
            needs: .project,
            choices: ["off", "follow", "lead"]),
        Setting(
            "transport-roll", .text, "What a roll of the transport does where it is followed.", standard: .text("plays"), .atOnce,
            needs: .project,
            choices: ["plays", "records"]),
        Setting(
            "transport-tail", .time, "How long a take goes on after the transport has halted.", standard: .double(0), .atOnce,
            needs: .project,
            limits: 0...600),
    ]
}
