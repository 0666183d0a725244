// The verbs of levels: monitoring, playback gains and meters. Any thread; a value.

/// The verbs of levels: monitoring, playback gains and meters.
public enum MonitoringVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case monitor, gain, meters
}
