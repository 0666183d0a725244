// The rows of the programs and of the engine as a whole. Any thread may read these constants.

extension CommandTable {
    static let engine: [Command] = [start, quit, set, settings, hooks, help]

    /// What stands before or after the verb, whatever the verb.
    public static let programOptions: [CommandParameter] = [
        .option(.engine, .text, "Which engine is meant.", standard: .text(standardEngine), word: "NAME"),
        .option(.socket, .text, "Where its control socket is, when it is not at its usual place.", word: "PATH"),
        .option(
            .remote, .text, "Ask an engine that takes OSC over TCP (--osc-tcp), here or elsewhere: osc.tcp://ADDRESS:PORT.",
            word: "URL"),
        .option(.json, .flag, "Print one JSON object instead of text."),
        .option(.noStart, .flag, "Do not start an engine when none answers."),
        .option(.help, .flag, "Show help, of the verb if there is one."),
        .option(.version, .flag, "Show the version of this program."),
    ]

    /// The program itself, as what its options belong to.
    public static let program = Command(
        .program(.dicta), .engine, needs: .owner, "Records from the JACK graph and plays into it.", parameters: programOptions,
        example: "dicta status")

    /// The engine that is meant when none is named; also the name of its JACK client.
    public static let standardEngine = "dicta"

    /// What `start` hands on to the engine's program.
    public static let engineOptions: [CommandParameter] = SettingsTable.all.filter(\.isOption).map(\.parameter)

    /// The engine's own command line: what `start` hands on, and who it is.
    public static let daemon = Command(
        .program(.dictad), .engine, needs: .owner,
        "The engine: a JACK client that records and plays, controlled through its socket.",
        parameters: [
            .option(.name, .text, "Name of the JACK client and of the engine.", standard: .text(standardEngine), word: "NAME"),
            .option(.socket, .text, "Where the control socket is to be, instead of its usual place.", word: "PATH"),
            .option(.settings, .text, "The file of settings, instead of its usual place.", word: "PATH"),
            .option(.restore, .text, "Bring back what a session has saved in this file.", word: "PATH"),
            .option(
                .jackSession, .text, "What JACK's session knows the client by; sessions put it on the command line.",
                word: "UUID"),
            .option(.checkSettings, .flag, "Only say what is wrong with the settings; the exit code is 1 if anything is."),
            .option(.help, .flag, "Show help."),
            .option(.version, .flag, "Show the version of this program."),
        ] + engineOptions,
        example: "dictad --name studio --connect-in physical")

    private static let start = Command(
        .terminal(.start), .engine, needs: .owner, "Start an engine and wait until it answers.",
        details: "An engine that runs already is left as it is. JACK_DEFAULT_SERVER is handed on; where no JACK server runs"
            + " the engine waits for one.",
        parameters: engineOptions, failures: [.refused], example: "dicta start --library ~/Recordings")

    private static let quit = Command(
        .engine(.quit), .engine, needs: .quit, "End the engine; a take that runs is closed first.",
        failures: [.storage, .diskFull],
        patience: 120,
        example: "dicta quit")

    private static let set = Command(
        .settings(.set), .engine, needs: .settings, "Change settings for good; with a key alone, show it.",
        details: "The answer tells from when on each holds: at once, with the next take or with the next start. They are kept in"
            + " the file of settings, where comments and order stay; what was changed there by hand is read first, and holds"
            + " too. An option of dictad wins over the file as long as that engine runs.",
        parameters: [
            .positional(.key, .text, "The setting.", required: false, word: "KEY").needing(.setting),
            .positional(.value, .text, "What it is to be.", required: false, word: "VALUE"),
            .option(.reset, .flag, "Back to the default."),
        ] + SettingsTable.all.filter { !$0.isList }.map(\.parameter),
        failures: [.refused, .storage, .diskFull], lists: true, example: "dicta set rec-format flac")

    private static let settings = Command(
        .settings(.settings), .engine, needs: .settings,
        "List all settings: what holds, where that comes from, and what is wrong with the file.",
        parameters: [.option(.changed, .flag, "Only those that are not as they come.")], lists: true,
        example: "dicta settings --changed")

    private static let hooks = Command(
        .hook(.hooks), .engine, needs: .owner, "List the programs that events run, how they ended and what they said last.",
        details:
            "Set with 'dicta set on-EVENT PROGRAM', a line for /bin/sh. The program gets the event as DICTA_EVENT and each of"
            + " its fields as DICTA_NAME, and all of it as JSON on standard input. It runs by itself, in a process group of its"
            + " own; past hook-limit the group is ended.",
        lists: true, example: "dicta hooks")

    private static let help = Command(
        .terminal(.help), .engine, needs: .owner, "Show help, of one verb if it is named.",
        parameters: [
            .positional(.verb, .text, "The verb.", required: false, word: "VERB"),
            .option(.man, .flag, "Print the man page instead."),
        ],
        example: "dicta help rec")
}
