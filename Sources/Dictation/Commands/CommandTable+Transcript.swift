// The commands for the words of a recording. Any thread; constants.
internal import Messages

extension CommandTable {
    static let words: [Command] = [transcript, place, typing]

    private static let transcript = Command(
        .library(.transcript), .library, needs: .read, "Show, export, edit, write or import the words of a recording.",
        details:
            "The words belong to the sound: cuts, insertions, undo and redo carry them along, and a search finds them. They are in"
            + " NAME.transcript.json beside the recording. 'edit' opens the text in $VISUAL or $EDITOR; unchanged words keep their"
            + " times, and changed ones count as certain. 'import' takes the words of a WebVTT, SRT, Whisper or whisper.cpp file;"
            + " words where its lines are, and in gaps of less than five seconds between them, are replaced. 'write' puts --text between"
            + " --from and --until: words that stay keep their times, '(Name)' before the text is its speaker, and an empty text"
            + " removes the words. 'dicta undo' takes back what edit, import and write have changed. With --doubtful in a terminal, each doubtful stretch is played in a loop:"
            + " Enter goes on, b goes back, q ends.",
        parameters: [
            .positional(
                .do, .text, "Action.", required: false, standard: .text("show"), choices: ["show", "edit", "write", "import"]
            ).needing(.word(["edit": .edit, "write": .edit, "import": .files])).skippable(),
            .positional(
                .name, .text, "The recording; default: the running take, else the loaded recording.", required: false,
                word: "NAME"
            ).completing(.recording),
            .positional(.path, .text, "The file to import.", required: false, word: "FILE").needing(.always(.files)),
            .option(
                .as, .text, "Format; default: by the ending of the file, or lines with their times.",
                choices: ["text", "times", "vtt", "srt", "json"]),
            .option(.to, .text, "Write a new file, or into this folder.", word: "PATH").needing(.always(.files)),
            .option(.find, .text, "Only the places of these words, one after the other.", word: "WORDS"),
            .option(
                .doubtful, .number, "Only words that are less certain than this, from 0 to 1.", limits: 0...1, word: "LIMIT"),
            background, folder,
            .option(.from, .place, "Start of the stretch to show or write.", limits: timeLimits),
            .option(.until, .place, "End of the stretch to show or write.", limits: timeLimits),
            .option(.text, .text, "Text of the stretch.", word: "TEXT").allowingEmpty(),
            .option(.instead, .text, "Write only if these are the words there now.", word: "TEXT").allowingEmpty(),
        ],
        failures: [.refused, .wrongState, .notFound, .storage, .diskFull], lists: true, patience: 600,
        worksAlone: true, example: "dicta transcript interview --as vtt --to interview.vtt")

    /// Options of an export for its words and chapters.
    static let besideOptions: [CommandParameter] = [
        .option(
            .words, .text,
            "Export the words of the transcript too: inside of the file, in a file beside it, or both; default: no"
                + " words.", choices: ["inside", "beside", "both"]),
        .option(
            .wordsAs, .text, "Format of the file with words beside: text, times, vtt, srt or json; default: vtt.",
            choices: ["text", "times", "vtt", "srt", "json"], word: "FORMAT"),
        .option(
            .chapterFile, .flag,
            "Also write the markers as chapters for the feed of a podcast: NAME.chapters.json beside the file."),
    ]

    private static let place = Command(
        .playing(.place), .transport, needs: .look, "Print the place of the running take or of the playhead, as text.",
        details:
            "For notes that are typed beside the sound: bind it to a key of the editor. The setting place-format has the form;"
            + " %H, %M and %S are hours, minutes and seconds, %d tenths, %m thousandths, %F frames, %n the recording's name.",
        parameters: [
            .option(.format, .text, "Form of the place; default: the setting place-format ([%H:%M:%S]).", word: "FORM")
        ],
        state: .named, failures: [.wrongState], example: "dicta place")

    private static let typing = Command(
        .playing(.typing), .transport, needs: .transport, "Hold playback while you type.",
        details: "Run it at each key that is typed, from an editor or a surface: what plays pauses, and goes on by itself a step"
            + " earlier once no key has come for a while. The settings typing-pause and typing-backstep have both times. A pause of"
            + " your own stays.",
        state: .loaded, failures: [.wrongState, .noServer], example: "dicta typing")
}
