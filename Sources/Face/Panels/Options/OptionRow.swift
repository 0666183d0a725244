// The rows of the options. Any thread; constants.
internal import Dictation
internal import Drawing
internal import Messages

/// One option: a setting of the engine, a gain, or the source.
struct OptionRow: Sendable, Equatable {
    /// The kind of an option.
    enum Kind: Sendable, Equatable {
        /// A title over the rows that follow.
        case title
        /// A setting of the engine.
        case setting(ParameterKey)
        /// An option of the verb `gain`.
        case gain(ParameterKey)
        /// A parameter of the verb `bed`.
        case bed(ParameterKey)
        /// The ports that feed the inputs.
        case source
    }

    private let name: Message
    /// The kind.
    let kind: Kind

    init(_ name: Message, _ kind: Kind) { (self.name, self.kind) = (name, kind) }

    /// The name.
    var label: String { name.text }

    /// All rows in order.
    static let all = recorder + sounds + screen

    /// The rows of inputs, takes, playback and JACK.
    private static let recorder: [OptionRow] = [
        OptionRow("Inputs", .title),
        OptionRow("Source now", .source),
        OptionRow("Source at start", .setting(.connectIn)),
        OptionRow("Fallback source", .setting(.sourceFallback)),
        OptionRow("Silent source after", .setting(.sourceSilence)),
        OptionRow("Monitoring", .setting(.monitor)),
        OptionRow("Monitor level (dB)", .setting(.monitorLevel)),
        OptionRow("Recording", .title),
        OptionRow("Preset", .setting(.recPreset)),
        OptionRow("Format", .setting(.recFormat)),
        OptionRow("Bits", .setting(.recBits)),
        OptionRow("Channels", .setting(.recChannels)),
        OptionRow("Bit rate (kbit/s)", .setting(.recBitrate)),
        OptionRow("Pre-roll of a take", .setting(.recPreroll)),
        OptionRow("Pre-roll in memory", .setting(.preroll)),
        OptionRow("Longest take", .setting(.recLimit)),
        OptionRow("Split takes every", .setting(.recSplitEvery)),
        OptionRow("Markers at clips", .setting(.recClipMarkers)),
        OptionRow("AAC of takes", .setting(.recDeliver)),
        OptionRow("Load ended takes", .setting(.loadTake)),
        OptionRow("Pause in silence", .setting(.recAutoPause)),
        OptionRow("Voice threshold", .setting(.voiceThreshold)),
        OptionRow("Voice lead", .setting(.voiceLead)),
        OptionRow("Voice hold", .setting(.voiceHold)),
        OptionRow("Playback", .title),
        OptionRow("Volume", .gain(.master)),
        OptionRow("Left (dB)", .gain(.left)),
        OptionRow("Right (dB)", .gain(.right)),
        OptionRow("Heard channels", .gain(.channels)),
        OptionRow("Backstep", .setting(.backstep)),
        OptionRow("Pause of typing", .setting(.typingPause)),
        OptionRow("Step after typing", .setting(.typingBackstep)),
        OptionRow("Skip silences", .setting(.skipSilence)),
        OptionRow("Left of a silence", .setting(.silenceLeft)),
        OptionRow("Sound per recording", .setting(.keepPerRecording)),
        OptionRow("Rate and pitch", .setting(.dpcQuality)),
        OptionRow("Outputs at start", .setting(.connectOut)),
        OptionRow("State at start", .setting(.restore)),
        OptionRow("After a lost server", .setting(.playResume)),
        OptionRow("JACK", .title),
        OptionRow("Transport", .setting(.transport)),
        OptionRow("Transport rolls", .setting(.transportRoll)),
    ]

    /// The rows of the screen.
    private static let screen: [OptionRow] = [
        OptionRow("Screen", .title),
        OptionRow("Palette", .setting(.palette)),
        OptionRow("Characters", .setting(.glyphs)),
        OptionRow("Keys", .setting(.keys)),
    ]

    /// True for a row that can be selected.
    var isOption: Bool { kind != .title }

    /// The parameter that checks values; nil for rows without one.
    var parameter: CommandParameter? {
        switch kind {
        case .setting(let key): SettingsTable.setting(key)?.parameter
        case .gain(let key): (try? CommandTable.command(.monitoring(.gain)))?.parameter(key)
        case .bed(let key): (try? CommandTable.command(.cue(.bed)))?.parameter(key)
        case .title, .source: nil
        }
    }

    /// The values to choose from; empty for a value that is typed or stepped.
    var choices: [String] {
        guard let parameter else { return [] }
        if mayBeFile { return sounds }
        if parameter.key == .recChannels { return ["1", "2"] }
        // Without a choice the engine decides: that is a choice too.
        let isFree = SettingsTable.setting(parameter.key)?.standard == nil && kind == .setting(parameter.key)
        return parameter.choices.isEmpty ? [] : (isFree ? [""] : []) + parameter.choices
    }

    /// The step of the arrows; nil for a value that has none.
    var step: Double? {
        switch kind {
        case .gain(.master): 0.05
        case .gain, .bed, .setting(.monitorLevel), .setting(.cueLevel), .setting(.recCountIn): 1
        case .setting(.recTempo), .setting(.timerCountdown): 5
        case .setting(.timerInterval): 60
        case .setting(.speechRate): 0.1
        case .setting(.speechPitch): 100
        case .setting(.recBitrate): 16
        case .setting(.recPreroll), .setting(.preroll), .setting(.sourceSilence): 1
        case .setting(.backstep), .setting(.voiceHold), .setting(.typingPause), .setting(.typingBackstep): 0.5
        case .setting(.voiceLead): 0.1
        default: nil
        }
    }

    /// The sentence about the option.
    var help: String {
        switch kind {
        case .title: ""
        case .source: tr("The ports that feed the inputs now. The new one is connected before the old one is let go.")
        case .bed(.name): tr("The bed that plays under everything else now: noise, a file, or none.")
        case .bed: tr("Level of the bed that plays now.")
        case .setting(let key): SettingsTable.setting(key)?.words ?? ""
        case .gain: parameter?.summary.text ?? ""
        }
    }
}
