// The command that binds MIDI keys. Any thread; constants.
internal import Messages

extension CommandTable {
    static let midi = Command(
        .midi(.midi), .control, needs: .look,
        "Bind keys, pedals and programs of a MIDI device to commands; list and forget bindings.",
        details:
            "'learn' waits half a minute for a key, controller or program at the port midi_in, unless --trigger names it,"
            + " and stores the binding in the settings; nothing is learnt once the program that asked has ended. It takes any command, as typed after dicta. With press each press runs it;"
            + " with toggle presses alternate with --second; with hold the release runs --second. 'forget' takes a trigger,"
            + " or all. A controller counts as pressed from 64 on. MIDI machine control (stop, play, record, pause, locate,"
            + " fast forward, rewind) is obeyed too.",
        parameters: [
            .positional(
                .do, .text, "Action.", required: false, standard: .text("list"), choices: ["list", "learn", "forget"]
            ).needing(.words(["learn", "forget"], .settings)),
            .positional(.line, .text, "The command, in quotes; for forget the trigger.", required: false, word: "COMMAND"),
            .option(.second, .text, "The second command of toggle and hold.", word: "COMMAND"),
            .option(
                .mode, .text, "Mode; default: press, or toggle with --second.",
                choices: TriggerMode.allCases.map(\.rawValue)),
            .option(.trigger, .text, "The key, as 'note 1 60', 'cc 1 64' or 'program 1 5' (channel, number).", word: "TRIGGER"),
        ],
        failures: [.refused, .wrongState, .notFound, .storage, .diskFull], lists: true, patience: 40,
        example: "dicta midi learn rec --second stop")
}
