// The commands of single keys: toggle, load and lock. Any thread; constants.
internal import Messages

extension CommandTable {
    static let load = Command(
        .playing(.load), .transport, needs: .transport, "Load a recording without playing it.",
        details: "Playback stops once the recording is open. The playhead stands where listening ended last, unless --from is"
            + " given, and 'dicta play' begins there. The setting load-take loads each take that just ended.",
        parameters: [
            .positional(.name, .text, "Name of a recording, or path of an audio file.", required: true, word: "NAME")
                .needing(.path(.files)).completing(.recordingOrFile),
            .option(.from, .place, "Place of the playhead.", limits: timeLimits),
        ],
        failures: [.refused, .wrongState, .notFound, .noServer, .storage, .diskFull], startsEngine: true, patience: 600,
        example: "dicta load interview --from 1m30s")

    static let toggle = Command(
        .toggle(.toggle), .transport, needs: .look, "Do the next thing with one key: the state decides what it is.",
        details: "rec begins a take, pauses it, and resumes it. play pauses what plays and plays what rests; with nothing loaded"
            + " it plays the newest recording. loop sets A, then B, then clears both. lock locks and unlocks. The answer tells in"
            + " 'did' what was done, with the fields of that command.",
        parameters: [
            .positional(.what, .text, "The thing to toggle.", required: true, choices: ["rec", "play", "loop", "lock"])
                .needing(.word(["rec": .transport, "play": .transport, "loop": .sound, "lock": .transport])),
            atFrame,
        ],
        failures: [.refused, .wrongState, .notFound, .noServer, .storage, .diskFull], startsEngine: true, patience: 600,
        example: "dicta toggle rec")

    static let lock = Command(
        .lock(.lock), .control, needs: .look,
        "Lock the transport against keys pressed by mistake; with no argument, show the lock.",
        details:
            "While it is locked, every command that changes a take, the playback or a recording is refused, whoever gives it;"
            + " commands that only look are carried out. Takes and playback go on, and JACK's transport is still followed."
            + " 'dicta lock off' unlocks at once. A surface or a learnt key unlocks by 'lock hold' without a 'lock release' for"
            + " 2 s (dicta midi learn 'lock hold' --second 'lock release' --mode hold); without a lock, 'lock hold' locks. 'dicta stop"
            + " --force', 'dicta quit' and signals always work. An engine starts unlocked.",
        parameters: [
            .positional(
                .state, .text, "Unlock, lock, or press and let go the lock key.", required: false,
                choices: ["off", "on", "hold", "release"]
            ).needing(.always(.transport))
        ],
        failures: [.refused], example: "dicta lock on")
}
