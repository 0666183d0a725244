// Room: Dictation. Any thread; constants. Pedals, keys, machine control and media keys.

extension SettingsTable {
    static let midi: [Setting] = [
        Setting(
            "mpris", .text, "Whether media keys and desktop applets are served (MPRIS 2 on the session's D-Bus).",
            standard: .text("on"), .nextStart, choices: ["on", "off"]),
        Setting(
            "midi-connect", .text, "Connect the MIDI ports that match to the MIDI input, likewise.", .atOnce, option: true,
            word: "PATTERN"),
        Setting(
            "mmc", .text, "Whether MIDI machine control is obeyed.", standard: .text("on"), .atOnce, choices: ["on", "off"]),
        Setting(
            "mmc-device", .integer, "Which machine this is; 127 is any.", standard: .int(127), .atOnce, limits: 0...127),
        Setting(
            "midi", .text, "What a key, controller or program does, a line each; see 'dicta help midi'.", .atOnce,
            word: "note 1 60 press: status", list: true),
    ]
}
