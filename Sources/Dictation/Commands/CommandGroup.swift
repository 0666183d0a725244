// The chapters of help and man page. Any thread; a value.
public import Messages

/// The chapter of a command in help and man page; the raw value is its name in answers to programs.
public enum CommandGroup: String, Sendable, CaseIterable {
    /// Recording and playback.
    case transport = "Recording and playing"
    /// Editing the timeline.
    case editing = "Dictation"
    /// Markers.
    case markers = "Markers"
    /// Levels, rate and pitch.
    case sound = "Sound"
    /// Cues, speech and the timer.
    case cues = "Cues and timer"
    /// Prompts and question sheets.
    case guide = "Prompts and questions"
    /// Recordings and the catalogue.
    case library = "Library"
    /// Status and lists.
    case query = "Status"
    /// MIDI, settings, hooks and subscriptions.
    case control = "Surfaces and scripts"
    /// Starting and ending the engine.
    case engine = "Engine"

    /// The heading.
    public var title: Message {
        switch self {
        case .transport: "Recording and playing"
        case .editing: "Dictation"
        case .markers: "Markers"
        case .sound: "Sound"
        case .cues: "Cues and timer"
        case .guide: "Prompts and questions"
        case .library: "Library"
        case .query: "Status"
        case .control: "Surfaces and scripts"
        case .engine: "Engine"
        }
    }
}
