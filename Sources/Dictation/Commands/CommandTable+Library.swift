// The rows that look at the library and change it. Any thread may read these constants.

extension CommandTable {
    static let library: [Command] = [
        ls, search, info, tag, note, rename, copy, delete, clean, operations, verify, recover, peaks, bring, export, deliver,
    ]

    private static let pageOptions: [CommandParameter] = [
        .option(
            .sort, .text, "By what: newest, longest and largest first, names from a to z.", standard: .text("date"),
            choices: ["name", "date", "duration", "size"]),
        .option(.reverse, .flag, "The other way round."),
        .option(.limit, .integer, "Show so many at most.", limits: 1...1_000_000),
        .option(.offset, .integer, "Leave out so many at the start.", limits: 0...1_000_000_000),
        .option(.tag, .text, "Only those that have this tag.", word: "TAG"),
        .option(.state, .text, "Only those in this state.", choices: ["draft", "completed"]), folder,
    ]

    static let folder = CommandParameter.option(
        .library, .text, "Look at this folder, without an engine.", word: "DIR"
    ).needing(.always(.files))

    private static let ls = Command(
        .library(.ls), .library, needs: .look, "List the recordings of the library.",
        parameters: [
            .positional(
                .pattern, .text, "Part of the name, or the whole of it with * and ?; case does not count.", required: false,
                word: "PATTERN")
        ] + pageOptions,
        failures: [.storage], lists: true, patience: 600, worksAlone: true, example: "dicta ls --sort name --limit 20")

    private static let search = Command(
        .library(.search), .library, needs: .look, "List the recordings in which all these words are found.",
        details: "Looks in names, titles, artists, notes, tags and markers, for words that begin like those given.",
        parameters: [
            .positional(.words, .text, "What to look for.", required: true, word: "WORD", repeatable: true)
        ] + pageOptions,
        failures: [.storage], lists: true, patience: 600, worksAlone: true, example: "dicta search sonata rehearsal")

    private static let info = Command(
        .library(.info), .library, needs: .look, "Show all that is known of a recording, with its markers.",
        parameters: [
            .positional(
                .name, .text, "Name of a recording, or path of an audio file; the default is the current one.",
                required: false, word: "NAME"
            ).needing(.path(.files)), folder,
        ],
        failures: [.notFound, .storage], worksAlone: true, example: "dicta info interview")

    private static func names(_ required: Bool = true) -> CommandParameter {
        .positional(
            .name, .text, "Names of recordings; * and ? stand for any.", required: required, word: "NAME", repeatable: true
        ).needing(.path(.files))
    }

    private static let background = CommandParameter.option(
        .background, .flag, "Answer at once, with the number of the operation.")

    private static let changeFailures: [FailureCode] = [.wrongState, .notFound, .storage, .diskFull]

    private static let tag = Command(
        .library(.tag), .library, needs: .edit, "Add tags to recordings, or take them away.",
        parameters: [
            names(), .option(.add, .text, "Tags to add, parted by commas.", word: "TAGS"),
            .option(.remove, .text, "Tags to take away, parted by commas.", word: "TAGS"), background,
        ],
        state: .closed, failures: changeFailures, patience: 3600, example: "dicta tag interview memo --add work,2026")

    private static let note = Command(
        .library(.note), .library, needs: .edit, "Give recordings a note or a title.",
        parameters: [
            names(), .option(.text, .text, "The note; it takes the place of the one that is there."),
            .option(.title, .text, "What people call it."), .option(.clear, .flag, "Leave out what is not given."), background,
        ],
        state: .closed, failures: changeFailures, patience: 3600, example: "dicta note interview --text Rehearsal")

    private static let rename = Command(
        .library(.rename), .library, needs: .edit, "Give a recording and all its files another name.",
        parameters: [
            .positional(.name, .text, "The recording.", required: true, word: "NAME"),
            .option(.to, .text, "The new name; nothing that is there is overwritten.", required: true, word: "NAME"),
        ],
        state: .closed, failures: changeFailures, patience: 3600, example: "dicta rename interview --to mayor")

    private static let copy = Command(
        .library(.copy), .library, needs: .edit, "Copy recordings with all that belongs to them.",
        parameters: [
            names(), .option(.to, .text, "Name of the copy; the default is the same with a number.", word: "NAME"), background,
        ],
        state: .closed, failures: changeFailures, patience: 86_400, example: "dicta copy interview --to draft")

    private static let delete = Command(
        .library(.delete), .library, needs: .delete, "Delete recordings with all their files, for good.",
        details: "Nothing is kept of them. What is being recorded or is loaded for playing is refused, and files that a recording"
            + " only refers to stay.",
        parameters: [names(), background],
        state: .closed, failures: changeFailures, patience: 3600, example: "dicta delete test-1 test-2")

    private static let clean = Command(
        .library(.clean), .library, needs: .delete, "Delete takes that nothing needs any more, to get their room back.",
        details: "That is what neither the recording as it is nor any undo or redo step has a part of. With --forget the steps go"
            + " first: what was cut, overwritten or undone is then gone for good. Files that another recording has a part of,"
            + " or that are only referred to, stay, and so does NAME.wav itself, by which the recording is found.",
        parameters: [
            names(false), .option(.forget, .flag, "Give up undo and redo, and with them all that is not heard."), background,
            folder,
        ],
        state: .closed, failures: changeFailures, lists: true, patience: 3600, worksAlone: true,
        example: "dicta clean interview --forget")

    private static let bring = Command(
        .library(.importing), .library, needs: .files, "Take audio files of others into the library.",
        details:
            "They are copied; what only ffmpeg reads (m4a and more) is decoded into FLAC. Title, artist, date and comment are"
            + " read from them, and cue points and chapters become markers.",
        parameters: [
            .positional(.path, .text, "The files.", required: true, word: "PATH", repeatable: true),
            .option(.reference, .flag, "Leave the file where it is and only refer to it."),
            .option(.name, .text, "Name of the recording; the default is that of the file.", word: "NAME"),
            .option(.tag, .text, "Tags for them, parted by commas.", word: "TAGS"), background, folder,
        ],
        failures: changeFailures, patience: 86_400, worksAlone: true, example: "dicta import ~/Music/lesson.m4a --tag yoga")

    private static let export = Command(
        .library(.export), .library, needs: .files, "Make one file of each recording, for others.",
        details: "The timeline is flattened as it is heard. Markers become cue points of a WAV and chapters of flac, ogg, opus,"
            + " mp3 and m4a; those and the tags are written by ffmpeg, as is AAC. A file gets its name once it has been read back;"
            + " nothing is overwritten.",
        parameters: [
            names(), .option(.to, .text, "A folder, or the path of the file.", required: true, word: "PATH"),
            .option(
                .format, .text, "Kind of file; the default is what the path ends in, or wav.",
                choices: AudioFormat.Container.allCases.map(\.rawValue) + ["m4a"], word: "KIND"),
            .option(
                .bits, .text, "Sample format; the default is that of the recording, where the file can have it.",
                choices: ["float", "24", "16"]),
            .option(.bitrate, .integer, "For ogg, opus, mp3 and m4a, in kbit/s.", limits: 6...510, word: "KBITS"),
            .option(
                .samplerate, .integer, "Frames a second; the default is the recording's, or the next the file can have.",
                limits: 1000...768_000, word: "HZ"),
            .option(.rate, .number, "Faster or slower; the pitch stays.", limits: 0.5...2, word: "FACTOR"),
            .option(.pitch, .number, "Higher or lower; the tempo stays.", limits: -1200...1200, word: "CENTS"),
            .option(.from, .time, "Where to begin.", limits: timeLimits),
            .option(.until, .time, "Where to end.", limits: timeLimits), background, folder,
        ],
        state: .closed, failures: changeFailures, patience: 86_400, worksAlone: true,
        example: "dicta export interview --to ~/Desktop/ --format m4a")

    private static let deliver = Command(
        .library(.deliver), .library, needs: .edit, "Make AAC of recordings: NAME.m4a beside their own files.",
        details: "By ffmpeg, from what was recorded, and decoded to its end before it counts; markers are its chapters. It is"
            + " renamed and deleted with the recording, and made anew when it is asked for again. With --discard it then takes the place of the recording's own files, which"
            + " are gone for good.",
        parameters: [
            names(), .option(.bitrate, .integer, "In kbit/s; the default is 96 a channel.", limits: 6...510, word: "KBITS"),
            .option(.discard, .flag, "Delete what was recorded once the new file is verified.").needing(.always(.delete)),
            background, folder,
        ],
        state: .closed, failures: changeFailures, patience: 86_400, worksAlone: true,
        example: "dicta deliver interview --bitrate 128")

    private static let operations = Command(
        .library(.operations), .library, needs: .look, "List what is done to recordings in the background, and what was done.",
        parameters: [
            .option(.cancel, .integer, "Cancel this one first.", limits: 1...1_000_000_000, word: "ID")
                .needing(.always(.edit))
        ],
        failures: [.notFound], lists: true, example: "dicta operations --cancel 3")

    private static let verify = Command(
        .library(.verify), .library, needs: .look,
        "Check recordings: descriptions, files, lengths; all of them if none is named.",
        details: "Changes nothing. The exit code is 1 when something is wrong.",
        parameters: [names(false), .option(.deep, .flag, "Decode every frame too, which takes its time."), background, folder],
        failures: [.notFound, .storage], lists: true, patience: 86_400, worksAlone: true, example: "dicta verify --deep")

    private static let recover = Command(
        .library(.recover), .library, needs: .edit, "Put right what crashes and damage have left, and say what was done.",
        details:
            "Takes that were left open are made whole, changes that were cut short are finished, and descriptions that cannot"
            + " be read are made again from the audio. What cannot be read goes to the folder _Corrupted with the reason beside"
            + " it; nothing is deleted. What is being recorded is left alone.",
        parameters: [background, folder], failures: [.wrongState, .storage], lists: true, patience: 86_400, worksAlone: true,
        example: "dicta recover")

    private static let peaks = Command(
        .library(.peaks), .library, needs: .look,
        "Show the waveform of a recording: lowest and highest sample and loudness, column by column.",
        details: "It is drawn while recording and kept in the library's hidden folder .peaks; what is missing there, damaged or"
            + " older than the audio is drawn again, which takes a moment. Levels are from -1 to 1.",
        parameters: [
            .positional(.name, .text, "The recording.", required: true, word: "NAME").needing(.path(.files)),
            .option(.from, .time, "Where to begin.", limits: timeLimits),
            .option(.to, .time, "Where to end.", limits: timeLimits),
            .option(.zoom, .integer, "Frames a column; below 256 nothing more is to be seen.", limits: 1...1_000_000_000),
            .option(.columns, .integer, "So many columns, where no zoom is given.", standard: .int(80), limits: 1...20_000),
            folder,
        ],
        failures: [.wrongState, .notFound, .storage, .diskFull], lists: true, patience: 3600, worksAlone: true,
        example: "dicta peaks interview --from 1m --to 2m --columns 120")
}
