// The verb of learnt MIDI keys. Any thread may use these values.

/// The verb of learnt MIDI keys.
public enum MidiVerb: String, CaseIterable, Hashable, Sendable {
    case midi
}
