// The command that binds USB pedals. Any thread; constants.
internal import Messages

extension CommandTable {
    static let pedal = Command(
        .pedal(.pedal), .control, needs: .look,
        "Bind the keys of USB foot pedals to commands; list pedals and bindings, forget bindings.",
        details:
            "'learn' waits half a minute for a key of a pedal, unless --trigger names it, and stores the binding in the settings;"
            + " nothing is learnt once the program that asked has ended. It takes any command, as typed after dicta. With press"
            + " each press runs it; with toggle presses alternate with --second; with hold the release runs --second. A pedal"
            + " that is unplugged releases its keys. Keyboards and mice are learnt only with --device, pedals that are"
            + " keyboards to Linux too, unless their maker is known. 'forget' takes a trigger, or all. 'list' names"
            + " all devices that can be pedals, and says which of them may not be opened.",
        parameters: [
            .positional(
                .do, .text, "Action.", required: false, standard: .text("list"), choices: ["list", "learn", "forget"]
            ).needing(.words(["learn", "forget"], .owner)),
            .positional(.line, .text, "The command, in quotes; for forget the trigger.", required: false, word: "COMMAND"),
            .option(.second, .text, "The second command of toggle and hold.", word: "COMMAND"),
            .option(
                .mode, .text, "Mode; default: press, or toggle with --second.", choices: TriggerMode.allCases.map(\.rawValue)),
            .option(
                .hold, .flag,
                "Same as --mode hold; without --second, the release of cue and review is off, of 'lock hold'"
                    + " 'lock release'."),
            .option(.device, .text, "Learn from this device only, a keyboard too: its name as in the list.", word: "NAME"),
            .option(
                .trigger, .text, "The key, as 'key 257 \"NAME\"'; a place after the name chooses among devices of one name.",
                word: "TRIGGER"),
        ],
        failures: [.refused, .wrongState, .notFound, .storage, .diskFull], lists: true, patience: 40,
        example: "dicta pedal learn cue --hold")
}
