// All verbs of Dicta as types: one enum for each part that carries verbs out. Any thread; values.

/// A verb as a type: its case names the part of Dicta that carries it out.
///
/// Texts become verbs in the parsers only (`CommandTable.command(named:)` and `CommandTable.route`). All other code switches
/// over every case: a verb that no part carries out does not compile.
public enum Verb: Hashable, Sendable {
    /// A verb of takes.
    case recording(RecordingVerb)
    /// A verb of playback.
    case playing(PlayingVerb)
    /// The verb of the queue.
    case queue(QueueVerb)
    /// The verb of scheduled takes.
    case schedule(ScheduleVerb)
    /// A verb of what comes in and how loud it is.
    case monitoring(MonitoringVerb)
    /// A verb of cues: sounds at the outputs beside the playback.
    case cue(CueVerb)
    /// A verb of prompts and question sheets.
    case guide(GuideVerb)
    /// A verb of markers.
    case marker(MarkerVerb)
    /// A verb of the library.
    case library(LibraryVerb)
    /// The verb of JACK's transport.
    case transport(TransportVerb)
    /// The verb of MIDI keys.
    case midi(MidiVerb)
    /// The verb of pedals at USB.
    case pedal(PedalVerb)
    /// A verb of settings.
    case settings(SettingsVerb)
    /// The verb of hooks.
    case hook(HookVerb)
    /// A verb of subscriptions.
    case subscription(SubscriptionVerb)
    /// The verb of one key with several meanings.
    case toggle(ToggleVerb)
    /// The verb of the lock.
    case lock(LockVerb)
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
        case .queue(let verb): verb.rawValue
        case .schedule(let verb): verb.rawValue
        case .monitoring(let verb): verb.rawValue
        case .cue(let verb): verb.rawValue
        case .guide(let verb): verb.rawValue
        case .marker(let verb): verb.rawValue
        case .library(let verb): verb.rawValue
        case .transport(let verb): verb.rawValue
        case .midi(let verb): verb.rawValue
        case .pedal(let verb): verb.rawValue
        case .settings(let verb): verb.rawValue
        case .hook(let verb): verb.rawValue
        case .subscription(let verb): verb.rawValue
        case .toggle(let verb): verb.rawValue
        case .lock(let verb): verb.rawValue
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
        QueueVerb.allCases.map(Verb.queue),
        ScheduleVerb.allCases.map(Verb.schedule),
        MonitoringVerb.allCases.map(Verb.monitoring),
        CueVerb.allCases.map(Verb.cue),
        GuideVerb.allCases.map(Verb.guide),
        MarkerVerb.allCases.map(Verb.marker),
        LibraryVerb.allCases.map(Verb.library),
        TransportVerb.allCases.map(Verb.transport),
        MidiVerb.allCases.map(Verb.midi),
        PedalVerb.allCases.map(Verb.pedal),
        SettingsVerb.allCases.map(Verb.settings),
        HookVerb.allCases.map(Verb.hook),
        SubscriptionVerb.allCases.map(Verb.subscription),
        ToggleVerb.allCases.map(Verb.toggle),
        LockVerb.allCases.map(Verb.lock),
        EngineVerb.allCases.map(Verb.engine),
        TerminalVerb.allCases.map(Verb.terminal),
        ProgramVerb.allCases.map(Verb.program),
    ].flatMap(\.self)
}

/// The verbs that begin, pause, split and end takes.
///
/// Without a take, `pause`, `resume` and `stop` act on the playback.
public enum RecordingVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case rec, append, insert, overwrite, pause, resume, split, stop
}

/// The verbs that play, move the playhead and set rate and pitch.
public enum PlayingVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case play, load, locate, nudge, cue, review, loop, next, previous, rate, pitch, dpc, backstep, skip, place, typing,
        shuttle
}

/// The verb of the queue.
public enum QueueVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case queue
}

/// The verb of scheduled takes.
public enum ScheduleVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case schedule
}

/// The verbs of what comes in and how loud it is: sources, monitoring, playback gains and meters.
public enum MonitoringVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case source, monitor, gain, meters
}

/// The verbs of cues and of the timer.
public enum CueVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case sound, bed, speak, timer
}

/// The verbs of prompts and question sheets.
public enum GuideVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case prompt, ask
}

/// The verbs of markers.
public enum MarkerVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case mark, unmark, marks
}

/// The verb of JACK's transport.
public enum TransportVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case transport
}

/// The verb of learnt MIDI keys.
public enum MidiVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case midi
}

/// The verb of learnt pedals at USB.
public enum PedalVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case pedal
}

/// The verbs of settings and presets.
public enum SettingsVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case set, settings, preset
}

/// The verb of hooks.
public enum HookVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case hooks
}

/// The verbs that begin and end subscriptions to state.
public enum SubscriptionVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case subscribe, unsubscribe
}

/// The verb of one key with several meanings.
public enum ToggleVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case toggle
}

/// The verb of the lock.
public enum LockVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case lock
}

/// The verbs of the engine as a whole.
public enum EngineVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case status, quit, ping, version, commands
}

/// The verbs that the terminal carries out; an engine refuses them.
public enum TerminalVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case help, completion, watch, tui, surface, start, engines, doctor, open, tour
}

/// Rows of the command table that are no verbs of `dicta`: the command lines of programs, and the list of settings.
public enum ProgramVerb: String, CaseIterable, Hashable, Sendable {
    /// The name of the program, or of the list.
    case dicta, dictad, settings
}
