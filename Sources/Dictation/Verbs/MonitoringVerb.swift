// The verbs of levels: monitoring, playback gains and meters. Any thread may use these values.

/// The verbs of levels: monitoring, playback gains and meters.
public enum MonitoringVerb: String, CaseIterable, Hashable, Sendable {
    case monitor, gain, meters
}
