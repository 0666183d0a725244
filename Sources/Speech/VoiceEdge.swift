// Edges of stretches with sound. Any thread; a value.

/// The beginning or the end of a stretch with sound, in frames of the stream.
public enum VoiceEdge: Sendable, Hashable {
    /// First frame of a stretch.
    case onset(Int64)
    /// Frame after the last one of a stretch. It is known only when the hold is over.
    case end(Int64)
}
