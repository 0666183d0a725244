// The command that writes speech down. Any thread; constants.
internal import Messages

extension CommandTable {
    static let transcribe = Command(
        .library(.transcribe), .library, needs: .edit,
        "Write down the speech of recordings: parts without words yet are given to a recogniser on this machine.",
        details:
            "The sound is cut in its silences into pieces of half a minute at most. The words of each piece are stored at once, so"
            + " an interrupted transcription goes on from there: with the next 'dicta transcribe', or by itself when the engine starts"
            + " again. Recordings can be played, edited and made meanwhile. Words belong to the sound: cuts and undo carry them along."
            + " The recogniser is the first one found of whisper-cli, faster-whisper and pocketsphinx, unless the setting recogniser"
            + " names another; no sound leaves the machine unless it sends it. --speakers channels takes each channel of a stereo"
            + " recording as a voice of its own, left and right.",
        parameters: [
            .positional(
                .name, .text, "Names of recordings; * and ? match any characters; default: the loaded recording.",
                required: false, word: "NAME", repeatable: true
            ).needing(.path(.files)).completing(.recording),
            .option(
                .language, .text, "Language of the speech, such as en; default: the setting recogniser-language.",
                word: "LANGUAGE"),
            .option(
                .vocabulary, .text, "File with words that are likely, one a line; default: the setting recogniser-vocabulary.",
                word: "FILE"
            ).needing(.always(.owner)),
            .option(.speakers, .text, "Way to tell voices apart.", standard: .text("none"), choices: ["channels", "none"]),
            .option(
                .recogniser, .text, "Recogniser: whisper-cli, faster-whisper, pocketsphinx, or the path of a program.",
                word: "PROGRAM"
            ).needing(.always(.owner)),
            .option(.again, .flag, "Forget the words that are there, corrected ones too, and listen again."),
            .option(.from, .place, "Start of the part to write down.", limits: timeLimits),
            .option(.until, .place, "End of the part to write down.", limits: timeLimits),
            .option(.background, .flag, "Return at once, with the number of the operation."), folder,
        ],
        state: .closed, failures: [.refused, .wrongState, .notFound, .storage, .diskFull], patience: 864_000, worksAlone: true,
        example: "dicta transcribe interview --language en --speakers channels")
}
