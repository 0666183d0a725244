// The commands that start, end and set up the engine, and the options of the programs. Any thread; constants.
internal import Messages

extension CommandTable {
    static let engine: [Command] = [start, quit, engines, set, settings, preset, hooks, help, tour, doctor]

    /// The options of `dicta` that every verb accepts, before or after it.
    public static let programOptions: [CommandParameter] = [
        .option(.engine, .text, "Name of the engine to control.", standard: .text(standardEngine), word: "NAME").completing(
            .engine),
        .option(.socket, .text, "Path of the engine's control socket, when it is not the standard one.", word: "PATH"),
        .option(
            .remote, .text, "Control an engine over TCP (--osc-tcp), on this or another machine: osc.tcp://ADDRESS:PORT.",
            word: "URL"),
        .option(.json, .flag, "Print one JSON object instead of text."),
        .option(.noStart, .flag, "Do not start an engine when none answers."),
        .option(
            .notify, .flag, "Show the answer as a notification of the desktop, too: for keys and menus, which have no terminal."),
        .option(.help, .flag, "Show help, for the verb if there is one."),
        .option(.version, .flag, "Show the version of this program."),
    ]

    /// The program `dicta`, as the owner of its options.
    public static let program = Command(
        .program(.dicta), .engine, needs: .owner, "Records from the JACK graph and plays into it.", parameters: programOptions,
        example: "dicta status")

    /// The engine that is meant when no name is given; also the name of its JACK client.
    public static let standardEngine = "dicta"

    /// The options that `start` hands to `dictad`.
    public static let engineOptions: [CommandParameter] = SettingsTable.all.filter(\.isOption).map(\.parameter)

    /// The command line of `dictad`: the options of `start`, and the engine's name and files.
    public static let daemon = Command(
        .program(.dictad), .engine, needs: .owner,
        "The engine: a JACK client that records and plays, controlled through its socket.",
        parameters: [
            .option(.name, .text, "Name of the JACK client and of the engine.", standard: .text(standardEngine), word: "NAME"),
            .option(.socket, .text, "Path of the control socket, instead of the standard one.", word: "PATH"),
            .option(.settings, .text, "Path of the settings file, instead of the standard one.", word: "PATH"),
            .option(.restore, .text, "Restore the state that a session saved in this file.", word: "PATH"),
            .option(
                .jackSession, .text, "The client's UUID in a JACK session; the session sets it.",
                word: "UUID"),
            .option(.checkSettings, .flag, "Only list errors in the settings; the exit code is 1 if there are any."),
            .option(.help, .flag, "Show help."),
            .option(.version, .flag, "Show the version of this program."),
            .option(
                .checkJack, .flag,
                "Only look at the JACK server and at this user's limits, and print the findings, for dicta doctor."),
        ] + engineOptions,
        example: "dictad --name studio --connect-in physical")

    private static let start = Command(
        .terminal(.start), .engine, needs: .owner, "Start an engine and wait until it answers.",
        details: "An engine that already runs is left as it is. JACK_DEFAULT_SERVER is passed on; when no JACK server runs,"
            + " the engine waits for one.",
        parameters: engineOptions, failures: [.refused], example: "dicta start --library ~/Recordings")

    private static let quit = Command(
        .engine(.quit), .engine, needs: .quit, "End the engine; a running take is closed first.",
        details: "The answer comes when the engine's process is gone. Hooks that still run get ten seconds.",
        failures: [.storage, .diskFull],
        patience: 120,
        example: "dicta quit")

    private static let engines = Command(
        .terminal(.engines), .engine, needs: .owner, "List the engines that run, with what they do.",
        details: "Engines are found by their control sockets in the runtime folder; one with a socket elsewhere (--socket) is not"
            + " listed. Choose one with --engine.",
        lists: true, example: "dicta engines")

    private static let set = Command(
        .settings(.set), .engine, needs: .settings, "Change settings permanently; with a key alone, show that setting.",
        details: "The answer tells when each setting takes effect: at once, with the next take or at the next start."
            + " Settings are kept in the settings file, with its comments and order; changes made there by hand are read"
            + " first and take effect too. An option of dictad overrides the file while that engine runs. An engine that is not"
            + " named dicta (--engine NAME) has a file of its own, NAME.settings; the settings of all engines hold where it has"
            + " none. Without an engine the file is changed after the same checks, for the next start.",
        parameters: [
            .positional(.key, .text, "The setting.", required: false, word: "KEY").needing(.setting).completing(.settingKey),
            .positional(.value, .text, "The new value.", required: false, word: "VALUE").completing(.settingValue),
            .option(.reset, .flag, "Reset it to the default."),
        ] + SettingsTable.all.filter { !$0.isList }.map(\.parameter),
        failures: [.refused, .storage, .diskFull], lists: true, worksAlone: true, example: "dicta set rec-format flac")

    private static let settings = Command(
        .settings(.settings), .engine, needs: .settings,
        "List all settings: their values, the source of each value, and errors in the settings file.",
        parameters: [.option(.changed, .flag, "Only settings that differ from their defaults.")], lists: true,
        worksAlone: true,
        example: "dicta settings --changed")

    private static let hooks = Command(
        .hook(.hooks), .engine, needs: .owner, "List the programs run by events, with exit status and last output.",
        details:
            "Set a hook with 'dicta set on-EVENT PROGRAM', a line for /bin/sh. The program gets the event as DICTA_EVENT,"
            + " its fields as DICTA_NAME and so on, and all of it as JSON on standard input. At on-completed and"
            + " on-record-stopped, DICTA_RENDERED is one file with all that is heard of the recording; an edited recording is"
            + " rendered for a line that has this word. DICTA_PATH is the recording's own file, and not set if the recording"
            + " is not exactly one file. The program runs in its own process group, which is ended after hook-limit. It goes on if"
            + " the engine is killed. Programs of the events in hook-durable are jobs of a queue that is kept over restarts: a job"
            + " leaves it once its program has ended"
            + " with 0, and is otherwise tried again after 10 s, 30 s, 2 min, 10 min, and then each hour. A job whose program ran as"
            + " the engine ended runs again, so a program can run twice. A try runs the program that the setting has then. The jobs of"
            + " one recording run one after another, in their order. A renamed recording is followed; with a deleted one its jobs go.",
        parameters: [
            .option(.queue, .flag, "List the jobs of the queue, with their tries, the next try and the last error."),
            .option(
                .retry, .text, "Try a job of the queue at once, also a failed one: its number, or all.", word: "NUMBER|all"),
            .option(
                .drop, .text, "Take a job out of the queue: its number, or all. A program that runs is ended.",
                word: "NUMBER|all"),
        ],
        failures: [.notFound, .storage, .diskFull], lists: true, patience: 15, example: "dicta hooks --queue")

    private static let help = Command(
        .terminal(.help), .engine, needs: .owner, "Show help, for one verb if it is named.",
        parameters: [
            .positional(.verb, .text, "The verb; with --man the man page.", required: false, word: "VERB"),
            .option(.man, .flag, "Print a man page: dicta, or dictad, dicta-settings, dicta-osc or dicta-bench if it is named."),
            .option(.keys, .flag, "List the keys of the screen, with the names of their actions."),
        ],
        example: "dicta help rec")
}
