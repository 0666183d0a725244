// The verbs of Dicta as a type, sorted by the part that carries each out. Any thread may use these values.

/// A row of the table of commands, named by type: the part that carries the verb out, then the verb.
///
/// Texts become verbs in the parsers only (`CommandTable.command(named:)` and `CommandTable.route`). Everything behind them
/// switches over all cases, so that a verb that no part carries out does not compile.
public enum Verb: Hashable, Sendable {
    case recording(RecordingVerb)
    case playing(PlayingVerb)
    case monitoring(MonitoringVerb)
    case marker(MarkerVerb)
    case library(LibraryVerb)
    case transport(TransportVerb)
    case midi(MidiVerb)
    case settings(SettingsVerb)
    case hook(HookVerb)
    case subscription(SubscriptionVerb)
    case engine(EngineVerb)
    case terminal(TerminalVerb)
    case program(ProgramVerb)

    /// The word as it is typed; the last part of the OSC address.
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
