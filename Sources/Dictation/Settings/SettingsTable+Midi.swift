// The settings of pedals, keys, machine control and media keys. Any thread; constants.
internal import Messages

extension SettingsTable {
    static let midi: [Setting] = [
        Setting(
            .mpris, .text, "Serve media keys and desktop applets (MPRIS 2 on the session's D-Bus).",
            standard: .text("on"), .nextStart, needs: .surface, choices: ["on", "off"]),
        Setting(
            .mprisTakes, .text,
            "Let media keys pause, resume and stop a running take; when off, they control playback only.",
            standard: .text("off"), .atOnce, needs: .surface, choices: ["on", "off"]),
        Setting(
            .midiConnect, .text, "Connect matching MIDI ports to the MIDI input: a pattern as in connect-in.",
            .atOnce, needs: .surface,
            option: true,
            word: "PATTERN"
        ).matchingPorts(),
        Setting(
            .mmc, .text, "Obey MIDI machine control.", standard: .text("on"), .atOnce, needs: .surface,
            choices: ["on", "off"]),
        Setting(
            .mmcDevice, .integer, "MIDI machine control device number; 127 is any.", standard: .int(127), .atOnce,
            needs: .surface,
            limits: 0...127),
        Setting(
            .midi, .text, "Binding of a key, controller or program, one a line; see 'dicta help midi'.", .atOnce,
            needs: .surface,
            word: "note 1 60 press: status", list: true),
        Setting(
            .pedal, .text, "Binding of a key of a USB pedal, one a line; see 'dicta help pedal'.", .atOnce, needs: .owner,
            word: "key 257 \"VEC USB Footpedal\" press: toggle play", list: true),
        Setting(
            .pedalGrab, .text,
            "Keep the keys of bound USB pedals from other programs: of pedals only, also of bound keyboards (which then type"
                + " nothing), or not.",
            standard: .text("pedals"), .atOnce, needs: .owner, choices: ["pedals", "all", "off"]),
    ]
}
