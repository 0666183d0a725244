// The options of sounds, timer and speech. Any thread; constants.
internal import Dictation
internal import Messages

extension OptionRow {
    /// The rows of the sounds beside the playback.
    static let sounds: [OptionRow] = [
        OptionRow("Sounds", .title),
        OptionRow("Tones", .setting(.tones)),
        OptionRow("Level of sounds (dB)", .setting(.cueLevel)),
        OptionRow("Bed now", .bed(.name)),
        OptionRow("Bed level now (dB)", .bed(.level)),
        OptionRow("Count-in (beats)", .setting(.recCountIn)),
        OptionRow("Beats a minute", .setting(.recTempo)),
        OptionRow("Count-in sound", .setting(.countInSound)),
        OptionRow("Timer", .title),
        OptionRow("Countdown", .setting(.timerCountdown)),
        OptionRow("Gong every", .setting(.timerInterval)),
        OptionRow("Bed of the timer", .setting(.timerBed)),
        OptionRow("Start gong", .setting(.timerStartSound)),
        OptionRow("Interval gong", .setting(.timerIntervalSound)),
        OptionRow("Finish gong", .setting(.timerFinishSound)),
        OptionRow("Speech", .title),
        OptionRow("Speech program", .setting(.speechCommand)),
        OptionRow("Language", .setting(.speechLanguage)),
        OptionRow("Rate of speech", .setting(.speechRate)),
        OptionRow("Pitch of speech (c)", .setting(.speechPitch)),
    ]

    /// True for a sound or a bed, which is a name to choose or the path of a file to type.
    var mayBeFile: Bool { !sounds.isEmpty }

    /// The names of sounds or beds to choose from; empty for any other option.
    var sounds: [String] {
        switch kind {
        case .bed(.name): TimerSteps.beds.filter { $0 != "silent" }
        case .setting(.timerBed): TimerSteps.beds
        case .setting(.timerStartSound), .setting(.timerIntervalSound), .setting(.timerFinishSound):
            ["bowl"] + CueSound.allCases.map(\.rawValue).filter { $0 != "bowl" } + ["none"]
        default: []
        }
    }
}
