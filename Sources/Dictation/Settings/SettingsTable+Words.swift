// The settings of recognisers, transcripts and transcribing by hand. Any thread; constants.
internal import Messages

extension SettingsTable {
    static let words: [Setting] = [
        Setting(
            .recogniser, .text,
            "Recogniser of 'dicta transcribe': auto (the first one that is installed), whisper-cli, faster-whisper, pocketsphinx, or"
                + " the path of a program.",
            standard: .text("auto"), .atOnce, needs: .owner, word: "PROGRAM"),
        Setting(
            .recogniserModel, .text, "Model of the recogniser: a name or a path; see 'session/recognisers.md'.", .atOnce,
            needs: .owner, word: "MODEL"),
        Setting(
            .recogniserLanguage, .text, "Language of the speech, such as en; without it the recogniser finds out, if it can.",
            .atOnce, needs: .surface, word: "LANGUAGE"),
        Setting(
            .recogniserVocabulary, .text, "Path of a file with words that are likely, one a line.", .atOnce, needs: .owner,
            word: "FILE"),
        Setting(
            .transcribeAfter, .text,
            "Write down the speech of each take after its end, in the background; kept over restarts, see 'dicta hooks --queue'.",
            standard: .text("off"), .atOnce, needs: .surface, choices: ["on", "off"]),
        Setting(
            .placeFormat, .text,
            "Form of 'dicta place': %H, %M and %S are hours, minutes and seconds, %d tenths, %m thousandths, %F frames, %n the name.",
            standard: .text(PlaceFormat.standard), .atOnce, needs: .surface, word: "FORM"),
        Setting(
            .typingPause, .time, "Time without a typed key after which playback goes on; see 'dicta typing'.",
            standard: .double(1), .atOnce, needs: .project, limits: 0.2...60),
        Setting(
            .typingBackstep, .time, "Step back when playback goes on after typing, unless backstep is longer.",
            standard: .double(1), .atOnce, needs: .project, limits: 0...10),
    ]
}
