// The rows for surfaces, scripts and shells. Any thread may read these constants.

extension CommandTable {
    static let control: [Command] = [transportMode, midi, subscribe, unsubscribe, watch, commands, completion, surface]

    private static let transportMode = Command(
        .transport(.transport), .control, needs: .look,
        "Follow JACK's transport, lead it, or leave it alone; with no argument, show it.",
        details:
            "Followed, a roll plays what is loaded, at the transport's own frame, or records a take, from the roll's very first"
            + " frame to its last; the transport waits for the sound, two seconds at most. Led, play, pause, stop and locate"
            + " drive it. Kept in the settings.",
        parameters: [
            .positional(
                .mode, .text, "Leave it alone, follow or lead it.", required: false, choices: ["off", "follow", "lead"]
            ).needing(.always(.settings)),
            .option(.roll, .text, "What a roll does where it is followed.", choices: ["plays", "records"]).needing(
                .always(.settings)),
            .option(.tail, .time, "How long a take goes on after the halt.", limits: 0...600).needing(.always(.settings)),
        ],
        failures: [.storage, .diskFull], example: "dicta transport follow --roll records --tail 2s")

    private static let subscribe = Command(
        .subscription(.subscribe), .control, needs: .look, "Have the engine's state sent, now and whenever it changes.",
        details: "Sends /dicta/state/TOPIC messages to whoever asks, or to the URL. All that was subscribed to is sent at once,"
            + " then what changes, at most RATE times a second. Ends after the lease, unless it is asked for again before;"
            + " that sends all once more. Topics have rates of their own when they are asked for one by one.",
        parameters: [
            .positional(
                .topics, .text, "Topics or OSC patterns, with commas between them.", required: false, standard: .text("*"),
                word: "TOPIC", repeatable: true),
            .option(.rate, .number, "Messages of a topic in a second, at most.", standard: .double(20), limits: 0.1...100),
            .option(.lease, .time, "How long it holds.", standard: .double(30), limits: 1...3600),
            .option(.url, .text, "Where to send to instead, such as osc.udp://127.0.0.1:9000/.", word: "URL")
                .needing(.always(.send)),
        ],
        failures: [.refused], example: "dicta subscribe meters --rate 30 --url osc.udp://127.0.0.1:9000/")

    private static let unsubscribe = Command(
        .subscription(.unsubscribe), .control, needs: .look, "Have no more state sent.",
        parameters: [
            .positional(
                .topics, .text, "Topics or OSC patterns, with commas between them.", required: false, standard: .text("*"),
                word: "TOPIC", repeatable: true),
            .option(.url, .text, "Where it was sent to, when that was said.", word: "URL").needing(.always(.send)),
        ],
        example: "dicta unsubscribe --url osc.udp://127.0.0.1:9000/")

    private static let watch = Command(
        .terminal(.watch), .control, needs: .owner, "Print the engine's state, now and whenever it changes, until interrupted.",
        details: "One line a change: the topic, then its fields. With --json each line is an object.",
        parameters: [
            .positional(
                .topics, .text, "Topics or OSC patterns, * for all.", required: false,
                standard: .text("transport,gains,rate,loop,markers,operations,library,xruns"), word: "TOPIC", repeatable: true),
            .option(.rate, .number, "Lines of a topic in a second, at most.", standard: .double(10), limits: 0.1...100),
        ],
        example: "dicta watch transport position --rate 5")

    private static let commands = Command(
        .engine(.commands), .control, needs: .look, "List what the engine can be asked, with the OSC addresses.",
        parameters: [
            .positional(.verb, .text, "List the arguments of this verb instead.", required: false, word: "VERB"),
            .option(.arguments, .flag, "List the arguments of each command after it."),
        ],
        failures: [.notFound], lists: true, example: "dicta commands subscribe")

    private static let surface = Command(
        .terminal(.surface), .control, needs: .owner,
        "Print a layout for a touch surface, with a button or fader for all that hands use.",
        details: "For Open Stage Control: dicta surface open-stage-control > dicta.json. For TouchOSC: dicta surface touchosc >"
            + " dicta.tosc. The surface sends to the port of dicta start --osc-udp. Edits and JACK's transport want"
            + " more than osc-may gives as it comes. With --json it stands in an object, TouchOSC's as plain XML.",
        parameters: [.positional(.program, .text, "What shows it.", required: true, choices: SurfaceLayout.kinds)],
        example: "dicta surface open-stage-control")

    private static let completion = Command(
        .terminal(.completion), .control, needs: .owner, "Print a script that lets a shell complete the words of dicta.",
        details: "For bash: source <(dicta completion bash). For zsh: dicta completion zsh > ~/.zfunc/_dicta, in a folder of"
            + " fpath. For fish: dicta completion fish > ~/.config/fish/completions/dicta.fish.",
        parameters: [.positional(.shell, .text, "The shell.", required: true, choices: ["bash", "zsh", "fish"])],
        example: "dicta completion bash")
}
