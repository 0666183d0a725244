// The commands for surfaces, scripts and shells. Any thread; constants.
internal import Messages

extension CommandTable {
    static let control: [Command] = [
        transportMode, lock, midi, pedal, subscribe, unsubscribe, tui, watch, commands, completion, surface, open,
    ]

    private static let transportMode = Command(
        .transport(.transport), .control, needs: .look,
        "Follow JACK's transport, lead it or ignore it; with no argument, show the mode.",
        details:
            "When followed, a rolling transport plays the loaded recording at the transport's own frame, or records a take"
            + " from the first frame of the roll to the last; the transport waits for Dicta to be ready, two seconds at"
            + " most. When led, play, pause, stop and locate drive the transport. The mode is kept in the settings.",
        parameters: [
            .positional(
                .mode, .text, "Ignore the transport, follow it or lead it.", required: false, choices: ["off", "follow", "lead"]
            ).needing(.always(.settings)),
            .option(.roll, .text, "When following: play or record as the transport rolls.", choices: ["plays", "records"])
                .needing(
                    .always(.settings)),
            .option(.tail, .time, "Recorded time after the transport stops.", limits: 0...600).needing(.always(.settings)),
        ],
        failures: [.storage, .diskFull], example: "dicta transport follow --roll records --tail 2s")

    private static let subscribe = Command(
        .subscription(.subscribe), .control, needs: .look, "Get the engine's state, now and at each change.",
        details: "Sends /dicta/state/TOPIC messages to the sender of the request, or to the URL. The state of the topics is"
            + " sent at once, then each change, at most RATE times a second. The topic events sends each event once, as it happens:"
            + " /dicta/event/NAME with the fields that a hook gets. The subscription ends after the lease; asking"
            + " again renews it and sends the whole state once more. Topics that are asked for one by one can have different"
            + " rates.",
        parameters: [
            .positional(
                .topics, .text, "Topics or OSC patterns, comma-separated.", required: false, standard: .text("*"),
                word: "TOPIC", repeatable: true),
            .option(.rate, .number, "Most messages of a topic in a second.", standard: .double(20), limits: 0.1...100),
            .option(.lease, .time, "Duration of the subscription.", standard: .double(30), limits: 1...3600),
            .option(.url, .text, "Receiver to send to instead, such as osc.udp://127.0.0.1:9000/.", word: "URL")
                .needing(.always(.send)),
        ],
        failures: [.refused], example: "dicta subscribe meters --rate 30 --url osc.udp://127.0.0.1:9000/")

    private static let unsubscribe = Command(
        .subscription(.unsubscribe), .control, needs: .look, "End a subscription.",
        parameters: [
            .positional(
                .topics, .text, "Topics or OSC patterns, comma-separated.", required: false, standard: .text("*"),
                word: "TOPIC", repeatable: true),
            .option(.url, .text, "The receiver, when subscribe named one.", word: "URL").needing(.always(.send)),
        ],
        example: "dicta unsubscribe --url osc.udp://127.0.0.1:9000/")

    private static let watch = Command(
        .terminal(.watch), .control, needs: .owner, "Print the engine's state, now and at each change, until interrupted.",
        details: "Each change is one line: the topic, then its fields. The topic events prints a line for each event. With"
            + " --json each line is an object.",
        parameters: [
            .positional(
                .topics, .text, "Topics or OSC patterns, * for all.", required: false,
                standard: .text("transport,gains,rate,loop,markers,operations,library,xruns"), word: "TOPIC", repeatable: true),
            .option(.rate, .number, "Most lines of a topic in a second.", standard: .double(10), limits: 0.1...100),
            .option(
                .window, .flag,
                "For a terminal window of its own: start an engine if none answers, show its state first, and wait for Enter"
                    + " after an error."),
        ],
        example: "dicta watch transport position --rate 5")

    private static let commands = Command(
        .engine(.commands), .control, needs: .look, "List the commands of the engine, with their OSC addresses.",
        parameters: [
            .positional(.verb, .text, "The verb to list the arguments of.", required: false, word: "VERB"),
            .option(.arguments, .flag, "Also list the arguments of each command."),
        ],
        failures: [.notFound], lists: true, example: "dicta commands subscribe")

    private static let surface = Command(
        .terminal(.surface), .control, needs: .owner,
        "Print a layout for a touch surface, with buttons and faders for all commands used while playing or recording.",
        details: "For Open Stage Control: dicta surface open-stage-control > dicta.json. For TouchOSC: dicta surface touchosc >"
            + " dicta.tosc. The surface must send to the port of dicta start --osc-udp. Edits and JACK's transport need more"
            + " privileges than osc-may gives by default. With --json the layout is a text in an object, TouchOSC's as plain"
            + " XML.",
        parameters: [
            .positional(.program, .text, "The program that shows the layout.", required: true, choices: SurfaceLayout.kinds)
        ],
        example: "dicta surface open-stage-control")

    private static let completion = Command(
        .terminal(.completion), .control, needs: .owner,
        "Print a script that completes commands, options and names in a shell.",
        details: "For bash: source <(dicta completion bash). For zsh: dicta completion zsh > ~/.zfunc/_dicta, in a folder of"
            + " fpath. For fish: dicta completion fish > ~/.config/fish/completions/dicta.fish.",
        parameters: [.positional(.shell, .text, "The shell.", required: true, choices: ["bash", "zsh", "fish"])],
        example: "dicta completion bash")
}
