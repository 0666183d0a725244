// Kinds of values that shells complete. Any thread; a value.

/// The kind of value that a parameter takes, as completion in a shell needs it.
public enum CompletionKind: Sendable, Equatable {
    /// One of the words in the table.
    case choice([String])
    /// The name of a recording.
    case recording
    /// The name of a recording, or the path of an audio file.
    case recordingOrFile
    /// A tag.
    case tag
    /// Tags with commas between them.
    case tags
    /// The name of a marker.
    case marker
    /// A time, or a marker behind `@`.
    case place
    /// The name of a setting.
    case settingKey
    /// The value of the setting that is named before it.
    case settingValue
    /// The number of a running operation.
    case operation
    /// A port that can feed the inputs, or a word for several.
    case source
    /// The name of a quality preset.
    case preset
    /// The name of a running engine.
    case engine
    /// A verb of `dicta`.
    case verb
    /// A path.
    case file
    /// A folder.
    case folder
    /// Any text: a new name, a time, a number.
    case free

    /// The kind that follows from the choices, the type and the placeholder of a parameter.
    static func standard(_ type: ValueType, choices: [String], word: String?) -> CompletionKind {
        if !choices.isEmpty { return .choice(choices) }
        switch (type, word) {
        case (.marker, _): return .marker
        case (.place, _): return .place
        case (_, "TOPIC"): return .choice(Topic.allCases.map(\.rawValue))
        case (_, "VERB"), (_, "COMMAND"): return .verb
        case (_, "DIR"): return .folder
        case (_, "PATH"): return .file
        case (_, "RECORDING"): return .recording
        case (_, "PRESET"): return .preset
        case (_, "TAG"): return .tag
        case (_, "TAGS"): return .tags
        default: return .free
        }
    }
}
