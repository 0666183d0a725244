// Room: Dictation. Any thread; constants.

extension CommandTable {
    static let engine: [Command] = [start, quit, help]

    /// What stands before or after the verb, whatever the verb.
    public static let programOptions: [CommandParameter] = [
        .option("engine", .text, "Which engine is meant.", standard: .text(standardEngine), word: "NAME"),
        .option("socket", .text, "Where its control socket is, when it is not at its usual place.", word: "PATH"),
        .option("json", .flag, "Print one JSON object instead of text."),
        .option("no-start", .flag, "Do not start an engine when none answers."),
        .option("help", .flag, "Show help, of the verb if there is one."),
        .option("version", .flag, "Show the version of this program."),
    ]

    /// The program itself, as what its options belong to.
    public static let program = Command(
        "dicta", .engine, "Records from the JACK graph and plays into it.", parameters: programOptions, needsEngine: false,
        example: "dicta status")

    /// The engine that is meant when none is named; also the name of its JACK client.
    public static let standardEngine = "dicta"

    /// What `start` hands on to the engine's program.
    public static let engineOptions: [CommandParameter] = ownOptions + oscOptions

    private static let ownOptions: [CommandParameter] = [
        .option("library", .text, "Folder of the recordings.", word: "DIR"),
        .option(
            "connect-in", .text,
            "Connect the ports that match to the inputs: a regular expression of full port names, or 'physical'.",
            word: "PATTERN"),
        .option("connect-out", .text, "Connect the outputs to the ports that match, likewise.", word: "PATTERN"),
        .option("preroll", .time, "How much is kept from before a record command; the default is 10 s.", limits: 0...600),
        .option(
            "reserve", .integer, "Megabytes that are left free on the disk; the default is 64.", limits: 0...1_000_000,
            word: "MB"),
        .option(
            "resample", .text, "Quality for files of another rate than the server's; the default is medium.",
            choices: ["best", "medium", "fast"]),
        .option(
            "backstep", .time, "How far playback steps back when it goes on after a pause; the default is 0 s.",
            limits: 0...10),
    ]

    /// The engine's own command line: what `start` hands on, and who it is.
    public static let daemon = Command(
        "dictad", .engine, "The engine: a JACK client that records and plays, controlled through its socket.",
        parameters: [
            .option("name", .text, "Name of the JACK client and of the engine.", standard: .text(standardEngine), word: "NAME"),
            .option("socket", .text, "Where the control socket is to be, instead of its usual place.", word: "PATH"),
            .option("help", .flag, "Show help."),
            .option("version", .flag, "Show the version of this program."),
        ] + engineOptions,
        needsEngine: false, example: "dictad --name studio --connect-in physical")

    private static let start = Command(
        "start", .engine, "Start an engine and wait until it answers.",
        details: "An engine that runs already is left as it is. JACK_DEFAULT_SERVER is handed on; where no JACK server runs"
            + " the engine waits for one.",
        parameters: engineOptions, failures: [.refused], needsEngine: false, example: "dicta start --library ~/Recordings")

    private static let quit = Command(
        "quit", .engine, "End the engine; a take that runs is closed first.", failures: [.storage, .diskFull], patience: 120,
        example: "dicta quit")

    private static let help = Command(
        "help", .engine, "Show help, of one verb if it is named.",
        parameters: [
            .positional("verb", .text, "The verb.", required: false, word: "VERB"),
            .option("man", .flag, "Print the man page instead."),
        ],
        needsEngine: false, example: "dicta help rec")
}
