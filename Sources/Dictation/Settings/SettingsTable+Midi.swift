// The settings of pedals, keys, machine control and media keys. Any thread may read these constants.

extension SettingsTable {
    static let midi: [Setting] = [
        Setting(
            .mpris, .text, "Whether media keys and desktop applets are served (MPRIS 2 on the session's D-Bus).",
            standard: .text("on"), .nextStart, needs: .surface, choices: ["on", "off"]),
        Setting(
            .mprisTakes, .text,
            "Whether media keys pause, resume and stop a running take too; else they leave it alone, and are for playback.",
            standard: .text("off"), .atOnce, needs: .surface, choices: ["on", "off"]),
        Setting(
            .midiConnect, .text, "Connect the MIDI ports that match to the MIDI input, likewise.", .atOnce, needs: .surface,
            option: true,
            word: "PATTERN"),
        Setting(
            .mmc, .text, "Whether MIDI machine control is obeyed.", standard: .text("on"), .atOnce, needs: .surface,
            choices: ["on", "off"]),
        Setting(
            .mmcDevice, .integer, "Which machine this is; 127 is any.", standard: .int(127), .atOnce, needs: .surface,
            limits: 0...127),
        Setting(
            .midi, .text, "What a key, controller or program does, a line each; see 'dicta help midi'.", .atOnce,
            needs: .surface,
            word: "note 1 60 press: status", list: true),
    ]
}
