// The row that teaches MIDI keys. Any thread may read these constants.

extension CommandTable {
    static let midi = Command(
        .midi(.midi), .control, needs: .look,
        "Teach keys, pedals and programs of a MIDI device what to do; list and forget that.",
        details:
            "'learn' waits half a minute for a key, controller or program at the port midi_in, unless --trigger names it, and"
            + " keeps what it does in the settings: any command, as it is typed after dicta. Press does it with each press, toggle"
            + " takes turns with --second, hold does --second at the release. 'forget' takes a trigger, or all. Controllers are"
            + " pressed from 64 on. MIDI machine control (stop, play, record, pause, locate, fast forward, rewind) is obeyed too.",
        parameters: [
            .positional(
                .do, .text, "What to do.", required: false, standard: .text("list"), choices: ["list", "learn", "forget"]
            ).needing(.words(["learn", "forget"], .settings)),
            .positional(.line, .text, "The command, in quotes; for forget the trigger.", required: false, word: "COMMAND"),
            .option(.second, .text, "The other command of toggle and hold.", word: "COMMAND"),
            .option(
                .mode, .text, "How; the default is press, and toggle where there is a second.",
                choices: MidiBinding.Mode.allCases.map(\.rawValue)),
            .option(.trigger, .text, "The key, as 'note 1 60', 'cc 1 64' or 'program 1 5' (channel, number).", word: "TRIGGER"),
        ],
        failures: [.refused, .wrongState, .notFound, .storage, .diskFull], lists: true, patience: 40,
        example: "dicta midi learn rec --second stop")
}
