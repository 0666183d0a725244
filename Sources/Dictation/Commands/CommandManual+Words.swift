// The parts of the man page that no table holds. Any thread may read these constants.

extension CommandManual {
    static let intro = [
        "dicta is the remote of dictad, the engine that records and plays.",
        "It asks over a control socket, waits for the answer and prints it.",
        "rec and play start an engine when none answers, unless --no-start is given; ls, search, info, marks, peaks, verify, recover,"
            + " import, export and the edits then work on the library themselves, and every other verb exits with 3.",
        "With --json each verb prints one JSON object on standard output: the answer's keys, a list under \"items\","
            + " or {\"error\":{\"code\":...,\"message\":...}}.",
    ]

    static let times = [
        "A time is a number of seconds (12.5), a number with units (90s, 2.5s, 250ms, 1h02m), a clock (1:30, 00:01:30.500),"
            + " or a count of frames (48000f), which is exact at any sample rate. A step back has a minus before it (-5s)."
            + " A place of a recording can also be one of its markers, by name or number: @chorus, @3."
    ]

    static let exits: [(String, String)] = [
        ("0", "Done."),
        (
            "1",
            "Refused: the engine said no, or the output could not be written, with the reason on standard error; or verify has found"
                + " something wrong."
        ),
        ("2", "Usage: the command or an argument is wrong; nothing was changed."),
        ("3", "No engine answers."),
    ]

    static let files: [(String, String)] = [
        ("$XDG_RUNTIME_DIR/dicta/NAME.sock", "The control socket of the engine NAME, mode 0600."),
        ("$XDG_RUNTIME_DIR/dicta/NAME.sock.json", "Where the engine is heard, as OSC URLs; there as long as it runs."),
        ("/run/user/UID/dicta/NAME.sock, /tmp/dicta-UID/NAME.sock", "Where it is when that variable is not set."),
        ("$XDG_STATE_HOME/dicta/NAME.log", "What an engine that dicta started has to say; else ~/.local/state/dicta/NAME.log."),
        (
            "$XDG_CONFIG_HOME/dicta/settings",
            "The settings, else in ~/.config: 'key = value', a line each, # for comments. 'dicta set' makes it, with all keys and"
                + " their sentences; 'dictad --check-settings' names wrong lines. The engine starts with those that are right."
        ),
        (
            "~/Recordings",
            "The library, unless another is named: audio files, and a JSON file of the same name for each recording."
        ),
        ("~/Recordings/.peaks", "Waveforms. Can be deleted at any time; are drawn again."),
        ("~/Recordings/_Corrupted", "What could not be read, each with a text that says why. Nothing there is ever deleted."),
        (
            "$XDG_CACHE_HOME/dicta/index",
            "Lists of the recordings, an SQLite file a library; else in ~/.cache. Can be deleted at any time; is made again."
        ),
        (
            "$XDG_CACHE_HOME/dicta/decoded",
            "What only ffmpeg reads, decoded; else in ~/.cache. Can be deleted at any time; keeps to 2 GB by itself."
        ),
    ]

    static let environment: [(String, String)] = [
        (
            "XDG_RUNTIME_DIR, XDG_STATE_HOME, XDG_CONFIG_HOME, XDG_CACHE_HOME",
            "Folders of the socket, of the log, of the settings and of what was decoded."
        ),
        (
            "NSM_URL",
            "Where a session manager listens: dictad then has its recordings and settings in the folder that it is given."
        ),
        ("TERMINAL", "The terminal program that a session manager's window button opens."),
        ("JACK_DEFAULT_SERVER", "The JACK server an engine started by dicta connects to."),
        ("PATH", "Where dictad is looked for when it is not beside dicta, and where the engine looks for ffmpeg."),
        ("NO_COLOR", "Where it is set to anything, no colours are used; they never are where no terminal reads."),
    ]

    static let protocolText = [
        "Any OSC program can do what dicta does: send /dicta/VERB to the socket (a datagram socket), followed by pairs of"
            + " name and value; before them values may stand bare, in the order of the options above. What is one word can be part"
            + " of the address: /dicta/loop/a, /dicta/cue/off, /dicta/gain/left with a number.",
        "The messages of a bundle with a time tag are done at that time: commands with --at-frame exactly at its JACK frame, the"
            + " others by the engine's clock. A bundle may come a day before its time.",
        "With dictad --osc-udp and --osc-tcp the same is taken over UDP and TCP, TCP with sizes in front (OSC 1.0) or as SLIP"
            + " (OSC 1.1). There everybody on this machine can ask, and with --osc-allow others can, for what osc-may gives them. Where the"
            + " engine is heard stands in dicta status and in a JSON file beside the socket.",
        "The answer goes to the sender's own socket: any number of /item messages (address, then key and value in turn), then"
            + " one /reply of the same form, or /error (address, code, words).",
        "A list comes as one or more bundles. The codes are:",
    ]

    static let authorityText = [
        "The control socket, the command line and the user's own settings are the owner's, and may do everything. Surfaces (OSC over"
            + " UDP and TCP, which dicta --remote uses too, MIDI, learnt keys, media keys) may do what the setting osc-may gives"
            + " them, by default \(Permissions.standard.text). Each verb says what it needs:"
    ]

    static let projectText =
        "The folder of a session may bring its own values of these settings, and no others: "
        + SettingsTable.all.filter { $0.needs == .project }.map(\.key.rawValue).joined(separator: ", ")
        + ". Everything else comes from the user's own settings, in a session too; set keeps each where it belongs."

    static let stateText = [
        "After /dicta/subscribe the engine sends one message a topic, with name and value of each field in turn. All fields are"
            + " there each time and in this order."
    ]
}
