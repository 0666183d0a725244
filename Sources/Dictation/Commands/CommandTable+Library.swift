// The commands that list and change the library. Any thread; constants.
internal import Messages

extension CommandTable {
    static let library: [Command] = [
        ls, search, info, tag, note, rename, copy, delete, clean, flatten, operations, verify, recover, peaks, silences, analyse,
        bring,
        export,
        render, deliver, transcribe, favourite, describe, quarantine, relink,
    ]

    private static let sorts = ["name", "date", "duration", "size"]
    /// Values of the setting `list-sort`: an order, or the same the other way round.
    static let listSorts = sorts + sorts.map { $0 + reversedEnding }
    /// Ending of an order that is the other way round.
    static let reversedEnding = "-reversed"

    private static let pageOptions: [CommandParameter] = [
        .option(
            .sort, .text,
            "Sort order: newest, longest or largest first, names from a to z; default: the setting list-sort (date).",
            choices: sorts),
        .option(.reverse, .flag, "Reverse the order."),
        .option(.limit, .integer, "Show at most this many.", limits: 1...1_000_000),
        .option(.offset, .integer, "Skip this many at the start.", limits: 0...1_000_000_000),
        .option(.tag, .text, "Only recordings with this tag.", word: "TAG"),
        .option(.state, .text, "Only recordings in this state.", choices: ["draft", "completed"]), columns, folder,
        .option(
            .group, .text,
            "Put the recordings into groups, by name or newest day first, each with its count and length. A recording with two"
                + " tags is in both groups; those without an artist or a tag come last.",
            choices: ["artist", "tag", "day", "state"]),
        .option(.artist, .text, "Only recordings of this artist; case is ignored.", word: "ARTIST"),
        .option(.favourites, .flag, "Only favourites."),
    ]

    private static let columns = CommandParameter.option(
        .columns, .text,
        "Columns to show, comma-separated, such as name,length,tags; field.KEY is a key of your own. Default: as many as fit.",
        word: "LIST")

    static let folder = CommandParameter.option(
        .library, .text, "Use this folder, without an engine.", word: "DIR"
    ).needing(.always(.files))

    private static let ls = Command(
        .library(.ls), .library, needs: .look, "List the recordings of the library.",
        parameters: [
            .positional(
                .pattern, .text, "Part of a name, or a whole name with * and ?; case is ignored.", required: false,
                word: "PATTERN"
            ).completing(.recording)
        ] + pageOptions,
        failures: [.storage], lists: true, patience: 600, worksAlone: true, example: "dicta ls --sort name --limit 20")

    private static let search = Command(
        .library(.search), .library, needs: .read, "List the recordings that contain all these words.",
        details:
            "Searches names, titles, artists, notes, tags, own keys, markers and transcripts for words with these beginnings. Case,"
            + " the accents of Latin letters, and other spellings of a letter (ss for sharp s) make no difference. For words"
            + " that are said, the first line with them and its time are shown.",
        parameters: [
            .positional(.words, .text, "The words to find.", required: true, word: "WORD", repeatable: true)
        ] + pageOptions + [
            .option(.anywhere, .flag, "Find the words within other words too; takes longer in a large library.")
        ],
        failures: [.storage], lists: true, patience: 600, worksAlone: true, example: "dicta search sonata rehearsal")

    private static let info = Command(
        .library(.info), .library, needs: .look, "Show all data of a recording, with its markers.",
        details: "A key of your own (dicta note NAME --field room=studio) is the field 'field.KEY', here 'field.room'.",
        parameters: [
            .positional(
                .name, .text, "Name or id of a recording, or path of an audio file; default: the current recording.",
                required: false, word: "NAME"
            ).needing(.path(.files)).completing(.recordingOrFile), folder,
        ],
        failures: [.notFound, .storage], worksAlone: true, example: "dicta info interview")

    private static let describe = Command(
        .library(.describe), .library, needs: .read, "Describe a recording as an entry of a diary.",
        details: "In words, or with --as diary as JSON: id, created, state (draft or completed), title, transcript (null without"
            + " words) and segments with id, filename, duration in seconds and order, which counts from 0. A segment is a take; its"
            + " duration is what is heard of it. The setting diary-files keeps the same JSON in a file beside each recording,"
            + " NAME.diary.json. share/dicta/schemas/diary.json is its schema.",
        parameters: [
            .positional(
                .name, .text, "Name or id of a recording; default: the current recording.", required: false, word: "NAME"
            ).needing(.path(.files)).completing(.recording), folder,
            .option(.as, .text, "Form of the description.", standard: .text("text"), choices: ["text", "diary"]),
        ],
        failures: [.wrongState, .notFound, .storage], worksAlone: true, example: "dicta describe dream --as diary")

    private static func names(_ required: Bool = true) -> CommandParameter {
        .positional(
            .name, .text, "Names of recordings, or their ids; * and ? match any characters.", required: required, word: "NAME",
            repeatable: true
        ).needing(.path(.files)).completing(.recording)
    }

    static let background = CommandParameter.option(
        .background, .flag, "Return at once, with the number of the operation.")

    private static let changeFailures: [FailureCode] = [.wrongState, .notFound, .storage, .diskFull]

    private static let tag = Command(
        .library(.tag), .library, needs: .edit, "Add tags to recordings, or remove them.",
        parameters: [
            names(), .option(.add, .text, "Tags to add, comma-separated.", word: "TAGS"),
            .option(.remove, .text, "Tags to remove, comma-separated.", word: "TAGS"), background, folder,
        ],
        state: .closed, failures: changeFailures, patience: 3600, worksAlone: true,
        example: "dicta tag interview memo --add work,2026")

    private static let note = Command(
        .library(.note), .library, needs: .edit, "Give recordings a note, a title, an artist or keys of your own.",
        details:
            "An artist is the speaker, teacher or band. A key of your own has letters, digits, '-', '_' and '.', and a text of"
            + " at most 4096 bytes; info shows it, search finds it, and ls has it as a column (--columns name,field.room).",
        parameters: [
            names(), .option(.text, .text, "The note; it replaces the old one.").allowingEmpty(),
            .option(.title, .text, "The title; '' removes it.").allowingEmpty(),
            .option(.clear, .flag, "Remove the note."), background, folder,
            .option(.artist, .text, "The artist; '' removes it.").allowingEmpty(),
            .option(
                .field, .text, "A key of your own with its text; 'KEY=' removes it. It can be given several times.",
                word: "KEY=TEXT"
            ).repeating(),
        ],
        state: .closed, failures: changeFailures, patience: 3600, worksAlone: true,
        example: "dicta note interview --text Rehearsal")

    private static let favourite = Command(
        .library(.favourite), .library, needs: .edit, "Make recordings favourites.",
        details: "'dicta ls --favourites' lists them.",
        parameters: [
            names(), .option(.off, .flag, "Make them favourites no longer."), background, folder,
        ],
        state: .closed, failures: changeFailures, patience: 3600, worksAlone: true, example: "dicta favourite interview memo")

    private static let rename = Command(
        .library(.rename), .library, needs: .edit, "Rename a recording and all its files.",
        details: "A loaded recording stays loaded, and goes on playing.",
        parameters: [
            .positional(.name, .text, "The recording.", required: true, word: "NAME").completing(.recording),
            .option(.to, .text, "The new name; no existing file is overwritten.", required: true, word: "NAME"), folder,
        ],
        state: .closed, failures: changeFailures, patience: 3600, worksAlone: true, example: "dicta rename interview --to mayor")

    private static let copy = Command(
        .library(.copy), .library, needs: .edit, "Copy recordings with all their files.",
        parameters: [
            names(), .option(.to, .text, "Name of the copy; default: the same name with a number.", word: "NAME"), background,
            folder,
        ],
        state: .closed, failures: changeFailures, patience: 86_400, worksAlone: true, example: "dicta copy interview --to draft")

    private static let delete = Command(
        .library(.delete), .library, needs: .delete, "Delete recordings and all their files permanently.",
        details: "There is no undo. In a terminal, several recordings or a pattern are deleted only after a question."
            + " A recording with a running take cannot be deleted; one that is loaded is stopped and unloaded. Audio files"
            + " outside the library that a recording only refers to are kept, and so are files that another recording names.",
        parameters: [names(), .option(.yes, .flag, "Delete without a question."), background, folder],
        state: .closed, failures: changeFailures, patience: 3600, worksAlone: true, example: "dicta delete test-1 test-2")

    private static let clean = Command(
        .library(.clean), .library, needs: .delete, "Delete unused takes to free disk space.",
        details: "A take is unused when no part of it is in the recording or in any undo or redo step. With --forget the"
            + " steps are dropped first: all audio that was cut, overwritten or undone is then gone permanently. Files in"
            + " use by another recording, or outside the library, are kept, and so is NAME.wav itself, by which the"
            + " recording is found.",
        parameters: [
            names(false), .option(.forget, .flag, "Drop undo and redo, and the audio that only they need."), background,
            folder,
        ],
        state: .closed, failures: changeFailures, lists: true, patience: 3600, worksAlone: true,
        example: "dicta clean interview --forget")

    private static let flatten = Command(
        .library(.flatten), .library, needs: .edit, "Make one file of an edited recording.",
        details: "The timeline is rendered to one new file, which becomes the whole timeline: what is heard, and each marker,"
            + " stays in its place. The file has the format of the recording and the bits of its takes, or is WAV where that format"
            + " would lose something. undo brings the edits back. --forget gives up undo and all other files of the recording"
            + " permanently, and says the room freed; after an earlier flatten as well. A recording of one file stays as it"
            + " is.",
        parameters: [
            names(),
            .option(.forget, .flag, "Keep only the one file: drop undo and redo, and all audio that only they need.")
                .needing(.always(.delete)),
            background, folder,
        ],
        state: .closed, failures: changeFailures, patience: 86_400, worksAlone: true, example: "dicta flatten interview")

    private static let bring = Command(
        .library(.importing), .library, needs: .files, "Import audio files into the library.",
        details:
            "The files are copied; formats that only ffmpeg reads (m4a and more) are decoded to FLAC. Title, artist, date and"
            + " comment are kept; cue points and chapters become markers, and lyrics with times (LRC) the transcript. A file name that no recording can have is shortened, and"
            + " its control characters and leading dots become _; the answer says so. With --recursive, folders stand for all"
            + " audio files in them and in their folders; other files are left alone and named. Hidden files and folders, links"
            + " to folders, and the library itself are passed over. A file whose very bytes were imported before is left alone and"
            + " named. Lengths in headers are not believed: what a cut or unclosed file has is taken, ffmpeg decodes what is not"
            + " read whole without it, and the answer tells it. More than two channels are kept, and mixed to two (ITU-R BS.775)"
            + " when they are heard.",
        parameters: [
            .positional(.path, .text, "The files, and folders with --recursive.", required: true, word: "PATH", repeatable: true),
            .option(.recursive, .flag, "Import folders too, with all folders in them."),
            .option(.reference, .flag, "Leave the file in its place and only refer to it."),
            .option(.name, .text, "Name of the recording; default: the name of the file.", word: "NAME"),
            .option(.again, .flag, "Import contents that the library has already."),
            .option(.tag, .text, "Tags for the recordings, comma-separated.", word: "TAGS"), background, folder,
            .option(.artist, .text, "The artist, in place of that in the file: a teacher, a speaker."),
            .option(.title, .text, "The title, in place of that in the file."),
        ],
        failures: changeFailures, patience: 86_400, worksAlone: true, example: "dicta import ~/Music/lesson.m4a --tag yoga")

    private static let export = Command(
        .library(.export), .library, needs: .files, "Export each recording as one audio file.",
        details: "The file holds the timeline as it plays. Markers become cue points in WAV and chapters in flac, ogg, opus,"
            + " mp3 and m4a; ffmpeg writes those, the tags and AAC. A file gets its name once it has been read back; nothing"
            + " is overwritten. With --loudness the sound is measured first, then brought to that loudness by one gain; peaks"
            + " above --true-peak are turned down for some milliseconds (an encoder that loses something can raise them again)."
            + " The answer tells the loudness before and after, the gain, and what was limited. With --voice both, each channel"
            + " becomes a mono file of its own (NAME-left, NAME-right), each with its own loudness. The words of a transcript leave"
            + " with a file only if --words says so, at the times of that file. Inside they are lyrics with times (LRC) in flac,"
            + " ogg, opus, mp3 and m4a, and a subtitle stream in m4a; wav, w64, caf and alac have no place for them. Files beside"
            + " are named after the exported one, and appear together with it or not at all. \(segmentWords)",
        parameters: [
            names(),
            .option(
                .to, .text, "An existing folder, or the path of the file; a path without an extension gets that of the format.",
                required: true, word: "PATH"),
            .option(
                .format, .text, "File format; default: by the ending of the path, or wav for a path without one.",
                choices: AudioFormat.Container.allCases.map(\.rawValue) + ["m4a"], word: "KIND"),
            .option(
                .bits, .text, "Sample format; default: the recording's, when the file format has it.",
                choices: ["float", "24", "16"]),
            .option(.bitrate, .integer, "Bit rate for ogg, opus, mp3 and m4a, in kbit/s.", limits: 6...510, word: "KBITS"),
            .option(
                .samplerate, .integer, "Sample rate in Hz; default: the recording's, or the next higher of the format.",
                limits: 1000...768_000, word: "HZ"),
            .option(.rate, .number, "Change the tempo; the pitch stays.", limits: 0.5...2, word: "FACTOR"),
            .option(.pitch, .number, "Change the pitch; the tempo stays.", limits: -1200...1200, word: "CENTS"),
            .option(
                .gain, .number, "Gain of the file in dB, for sound above full scale; 0 if not given.", limits: -60...20,
                word: "DB"),
            .option(.from, .place, "Start of the exported part.", limits: timeLimits),
            .option(.until, .place, "End of the exported part.", limits: timeLimits), background, folder,
            .option(.skipSilence, .flag, "Skip long silences; the answer tells how many, and how long they are together."),
            .option(
                .voice, .text, "Only one channel, as a mono file, or both as two mono files.", choices: ["left", "right", "both"]),
        ] + besideOptions + loudnessOptions + silenceOptions + [
            .option(.segments, .flag, "Each part of the timeline that comes from one take as a file of its own, with its number.")
        ],
        state: .closed, failures: changeFailures, patience: 86_400, worksAlone: true,
        example: "dicta export interview --to ~/Desktop/ --format m4a")

    private static let segmentWords: Message =
        "With --segments each part that comes from one take becomes a file of its own in a folder (NAME-1, NAME-2), in the order"
        + " of the timeline, with its number as the track of its tags; 'dicta describe' lists the parts."

    private static let render = Command(
        .library(.render), .library, needs: .edit, "Print the path of a file with all that is heard of a recording.",
        details: "This is the recording's own file if one file is the whole timeline. An edited recording is rendered to one"
            + " file in its own format, with markers and tags. The file is in the cache folder; it is made once and kept until"
            + " the recording changes. Read it, and copy it if you need it for longer.",
        parameters: [names(), background, folder],
        state: .closed, failures: changeFailures, patience: 86_400, worksAlone: true, example: "dicta render interview")

    private static let deliver = Command(
        .library(.deliver), .library, needs: .edit, "Make an AAC file of each recording: NAME.m4a beside its own files.",
        details: "ffmpeg encodes the recorded audio, and the file counts only once it decodes to its end; markers become"
            + " chapters. The file is renamed and deleted with the recording, and made anew when asked for again. With"
            + " --discard it replaces the recording's own files, which are gone permanently.",
        parameters: [
            names(), .option(.bitrate, .integer, "Bit rate in kbit/s; default: 96 a channel.", limits: 6...510, word: "KBITS"),
            .option(.discard, .flag, "Delete the recorded files once the AAC file is verified.").needing(.always(.delete)),
            .option(
                .words, .text, "Put the words of the transcript into the file, as lyrics and subtitles.", choices: ["inside"]),
            background, folder,
        ] + loudnessOptions,
        state: .closed, failures: changeFailures, patience: 86_400, worksAlone: true,
        example: "dicta deliver interview --bitrate 128")

    private static let operations = Command(
        .library(.operations), .library, needs: .look, "List background operations, running and finished.",
        parameters: [
            .option(.cancel, .integer, "Cancel this operation, then list.", limits: 1...1_000_000_000, word: "ID")
                .needing(.always(.edit)).completing(.operation)
        ],
        failures: [.notFound], lists: true, example: "dicta operations --cancel 3")

    private static let verify = Command(
        .library(.verify), .library, needs: .look,
        "Check recordings, or all of them if none is named: metadata, files and lengths.",
        details: "Changes nothing. The exit code is 1 when anything is damaged.",
        parameters: [names(false), .option(.deep, .flag, "Also decode every frame, which can take long."), background, folder],
        failures: [.notFound, .storage], lists: true, patience: 86_400, worksAlone: true, example: "dicta verify --deep")

    private static let recover = Command(
        .library(.recover), .library, needs: .edit, "Repair recordings after a crash or damage, and list the repairs.",
        details:
            "Takes left open are closed, interrupted changes are finished, and unreadable metadata is made again from the"
            + " audio. Unreadable files of recordings are moved to the folder _Corrupted with a text that gives the reason; nothing"
            + " is deleted. An unreadable file without metadata may be another program's: it is told, and left. Recordings with a"
            + " running take are left alone. The exit code is 1 when anything could not be repaired. Damage inside the"
            + " sound stays: 'dicta verify --deep' finds it.",
        parameters: [background, folder], failures: [.wrongState, .storage], lists: true, patience: 86_400, worksAlone: true,
        example: "dicta recover")

    private static let peaks = Command(
        .library(.peaks), .library, needs: .look,
        "Show the waveform of a recording: lowest and highest sample and RMS, column by column.",
        details: "The waveform is made while recording and kept in the library's hidden folder .peaks; a missing, damaged or"
            + " outdated one is made again, which takes a moment. A running take shows what has been written so far. Levels are from"
            + " -1 to 1.",
        parameters: [
            .positional(
                .name, .text, "Name of a recording, or path of an audio file.", required: true, word: "NAME"
            ).needing(.path(.files)).completing(.recordingOrFile),
            .option(.from, .place, "Start of the part.", limits: timeLimits),
            .option(.until, .place, "End of the part.", limits: timeLimits).formerly("to"),
            .option(.zoom, .integer, "Frames in a column; 256 is the finest detail.", limits: 1...1_000_000_000),
            .option(.columns, .integer, "Number of columns, when no zoom is given.", standard: .int(80), limits: 1...20_000),
            folder,
        ],
        failures: [.wrongState, .notFound, .storage, .diskFull], lists: true, patience: 3600, worksAlone: true,
        example: "dicta peaks interview --from 1m --until 2m --columns 120")
}
