// All verbs of Dicta as a type. Any thread; a value.

/// A verb as a type: its case names the part of Dicta that carries it out.
///
/// Texts become verbs in the parsers only (`CommandTable.command(named:)` and `CommandTable.route`). All other code switches
/// over every case: a verb that no part carries out does not compile.
public enum Verb: Hashable, Sendable {
    /// A verb of takes.
    case recording(RecordingVerb)
    /// A verb of playback.
    case playing(PlayingVerb)
    /// A verb of levels.
    case monitoring(MonitoringVerb)
    /// A verb of markers.
    case marker(MarkerVerb)
    /// A verb of the library.
    case library(LibraryVerb)
    /// The verb of JACK's transport.
    case transport(TransportVerb)
    /// The verb of MIDI keys.
    case midi(MidiVerb)
    /// A verb of settings.
    case settings(SettingsVerb)
    /// The verb of hooks.
    case hook(HookVerb)
    /// A verb of subscriptions.
    case subscription(SubscriptionVerb)
    /// A verb of the engine as a whole.
    case engine(EngineVerb)
    /// A verb of the terminal.
    case terminal(TerminalVerb)
    /// A command line of a program, or the list of settings.
    case program(ProgramVerb)

    /// The word that is typed; the last part of the OSC address.
    public var name: String {
        switch self {
        case .recording(let verb): verb.rawValue
        case .playing(let verb): verb.rawValue
        case .monitoring(let verb): verb.rawValue
        case .marker(let verb): verb.rawValue
        case .library(let verb): verb.rawValue
        case .transport(let verb): verb.rawValue
        case .midi(let verb): verb.rawValue
        case .settings(let verb): verb.rawValue
        case .hook(let verb): verb.rawValue
        case .subscription(let verb): verb.rawValue
        case .engine(let verb): verb.rawValue
        case .terminal(let verb): verb.rawValue
        case .program(let verb): verb.rawValue
        }
    }
}

extension Verb: CaseIterable {
    /// All verbs, each once, in the order of the parts.
    public static let allCases: [Verb] = [
        RecordingVerb.allCases.map(Verb.recording),
        PlayingVerb.allCases.map(Verb.playing),
        MonitoringVerb.allCases.map(Verb.monitoring),
        MarkerVerb.allCases.map(Verb.marker),
        LibraryVerb.allCases.map(Verb.library),
        TransportVerb.allCases.map(Verb.transport),
        MidiVerb.allCases.map(Verb.midi),
        SettingsVerb.allCases.map(Verb.settings),
        HookVerb.allCases.map(Verb.hook),
        SubscriptionVerb.allCases.map(Verb.subscription),
        EngineVerb.allCases.map(Verb.engine),
        TerminalVerb.allCases.map(Verb.terminal),
        ProgramVerb.allCases.map(Verb.program),
    ].flatMap(\.self)
}
