// The verb of learnt MIDI keys. Any thread; a value.

/// The verb of learnt MIDI keys.
public enum MidiVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case midi
}
