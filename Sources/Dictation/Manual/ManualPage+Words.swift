// Chapters of the man pages that no table holds. Any thread; constants.
internal import Messages

extension ManualPage {
    /// Introduction of dicta(1): the work of the program, and the verbs that need an engine.
    static var intro: [Message] {
        let engines = CommandTable.all.filter(\.needsEngine)
        let starts = names(engines.filter(\.startsEngine))
        let alone = names(engines.filter(\.worksAlone))
        let others = names(CommandTable.all.filter { !$0.needsEngine })
        return [
            "dicta controls dictad, the engine that records and plays.",
            "dicta sends a request to the engine's control socket, waits for the answer and prints it.",
            "When no engine answers, these verbs start one, unless --no-start is given: \(starts). These work on the files of the"
                + " library and of the settings directly: \(alone). These never need an engine: \(others). Every other verb exits"
                + " with 3.",
            "With --json each verb prints one JSON object on standard output: the keys of the answer, a list under \"items\","
                + " or {\"error\":{\"code\":...,\"message\":...}}.",
        ]
    }

    private static func names(_ commands: [Command]) -> String { commands.map(\.name).joined(separator: ", ") }

    static let keysText: Message =
        "These are the keys of dicta tui, each with the name of its action. The setting keys gives an action other keys:"
        + " 'dicta set keys \"mark=t, rec=R\"'."

    static let times: [Message] = [
        "A time is a number of seconds (12.5), a number with units (90s, 2.5s, 250ms, 1h02m), a clock (1:30, 00:01:30.500),"
            + " or a count of frames (48000f), which is exact at any sample rate. A step back begins with a minus (-5s)."
            + " Settings that hold before a JACK server runs (preroll, jack-patience, hook-limit) count frames at 48000 Hz."
            + " A PLACE in a recording is a time from its start, a marker by name or number (@chorus, @3), or a point of the loop"
            + " in the loaded recording (@A, @B). A marker with that name takes precedence."
    ]

    static let exits: KeyValuePairs<String, Message> = [
        "0": "Done.",
        "1":
            "Refused: the engine refused, or the output could not be written; standard error has the reason. Also: verify found"
            + " damage.",
        "2": "Usage: the command or an argument is wrong; nothing was changed.",
        "3": "No engine answers.",
        "4": "dicta doctor has found a problem.",
    ]

    static let files: KeyValuePairs<String, Message> = [
        "$XDG_RUNTIME_DIR/dicta/NAME.sock": "The control socket of the engine NAME, mode 0600.",
        "$XDG_RUNTIME_DIR/dicta/NAME.sock.json": "The OSC URLs of the engine, while it runs.",
        "/run/user/UID/dicta/NAME.sock, /tmp/dicta-UID/NAME.sock": "The control socket when XDG_RUNTIME_DIR is not set.",
        "$XDG_STATE_HOME/dicta/NAME.log": "The log of an engine that dicta started; else ~/.local/state/dicta/NAME.log.",
        "$XDG_CONFIG_HOME/dicta/settings":
            "The settings, else in ~/.config: one 'key = value' a line, # for comments. 'dicta set' makes the file, with all"
            + " keys and their descriptions; 'dictad --check-settings' names wrong lines. The engine starts with the"
            + " right ones.",
        "~/Recordings":
            "The library, unless another folder is named: audio files, and a JSON file of the same name for each recording.",
        "~/Recordings/.peaks": "Waveforms. May be deleted at any time; they are made again.",
        "~/Recordings/_Corrupted":
            "Unreadable files, each with a text that gives the reason. Only 'dicta quarantine discard' deletes there.",
        "$XDG_CACHE_HOME/dicta/index":
            "Lists of the recordings, one SQLite file a library; else in ~/.cache. May be deleted at any time; they are made"
            + " again.",
        "$XDG_CACHE_HOME/dicta/decoded":
            "Audio decoded by ffmpeg; else in ~/.cache. May be deleted at any time; keeps itself below 2 GB.",
    ]

    static let environment: KeyValuePairs<String, Message> = [
        "XDG_RUNTIME_DIR, XDG_STATE_HOME, XDG_CONFIG_HOME, XDG_CACHE_HOME":
            "Folders of the control socket, the log, the settings, and the lists and decoded audio.",
        "NSM_URL": "The address of a session manager: dictad then keeps its recordings and settings in the session's folder.",
        "TERMINAL": "The terminal program that opens when a session manager shows Dicta's window.",
        "JACK_DEFAULT_SERVER": "The JACK server that an engine started by dicta connects to.",
        "PATH": "Folders in which dicta looks for dictad when it is not beside dicta, and the engine for ffmpeg.",
        "NO_COLOR": "When set to anything, no colours are used. Output that is not a terminal never has colours.",
    ]

    static let protocolText: [Message] = [
        "Any OSC program can do all that dicta does: send /dicta/VERB to the control socket (a datagram socket), with pairs of"
            + " name and value. Values without a name may come first, in the order of the arguments below. A single word can be"
            + " part of the address: /dicta/loop/a, /dicta/cue/off, /dicta/gain/left with a number.",
        "The messages of a bundle with a time tag are done at that time: commands with --at-frame exactly at their JACK frame,"
            + " all others by the engine's clock. A bundle may come at most a day before its time.",
        "With dictad --osc-udp and --osc-tcp the engine takes the same messages over UDP and TCP; over TCP with sizes in front"
            + " (OSC 1.0) or as SLIP (OSC 1.1). Every user of this machine can then control it, and with --osc-allow other"
            + " machines can, as far as osc-may permits. dicta status and a JSON file beside the socket list the engine's URLs.",
        "The answer goes to the sender's own socket: any number of /item messages (address, then pairs of key and value), then"
            + " one /reply of the same form, or /error (address, code, text). A long text, such as a list of thousands of files, begins"
            + " in /more messages (address, key, text) before the /item or /reply that has its key: the texts of one key make one.",
        "A list comes as one or more bundles. The codes of errors are:",
    ]

    static let authorityText: [Message] = [
        "The control socket, the command line and the user's own settings belong to the owner and may do everything. Surfaces"
            + " (OSC over UDP and TCP, dicta --remote included, MIDI, learnt keys, media keys) may do what the setting osc-may"
            + " permits, by default \(Permissions.standard.text). Each verb names the privilege that it needs, one of these:"
    ]

    static var projectText: Message {
        let list = SettingsTable.all.filter { $0.needs == .project }.map(\.key.rawValue).joined(separator: ", ")
        return
            "A session's folder may have its own values of these settings, and no others: \(list). All other settings come from"
            + " the user's own file, in a session too; set stores each setting in the right file."
    }

    static let settingsIntro: [Message] = [
        "The settings of all engines of a user: one 'key = value' a line, # for comments. 'dicta set KEY VALUE' changes a setting,"
            + " 'dicta set --reset KEY' takes its default back, and 'dicta settings' lists the values in use. The first 'dicta set'"
            + " makes the file, with all keys and their descriptions; later changes keep its comments and order.",
        "The engine reads the file when it starts, and before each change by 'dicta set'. A wrong line is named in the log, by"
            + " 'dicta status' and by 'dictad --check-settings'; all other lines hold.",
        "The first of these that has a value holds: an option of dictad, NAME.settings beside the file (for the engine NAME only,"
            + " if that is not dicta), this file, a variable of the environment (DICTA_LOG_LEVEL for log-level,"
            + " DICTA_MAX_RECORDING_DURATION for rec-limit), the default.",
    ]

    static let engineIntro: [Message] = [
        "dictad is the engine of dicta: a client of the JACK server that records, plays and keeps the library. It needs neither a"
            + " terminal nor an argument. dicta starts it where it is needed; a session manager (NSM) or systemd can start it too.",
        "Options override the settings of the same name while the engine runs; see dicta-settings(5).",
    ]

    static let signals: KeyValuePairs<String, Message> = [
        "SIGTERM, SIGINT, SIGHUP": "Ends the engine: a take that runs is closed first."
    ]

    static let engineExits: KeyValuePairs<String, Message> = [
        "0": "Ended by 'dicta quit' or a signal, or only asked for its version, its help or a check.",
        "1": "The engine could not start, could not close a take, or a check has found an error; the log has the reason.",
        "2": "An option is wrong; nothing was changed.",
    ]

    static let stateText: [Message] = [
        "After /dicta/subscribe the engine sends one message for each topic, with pairs of field name and value. Every"
            + " message has all fields, in this order."
    ]
}
