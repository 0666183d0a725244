// Frames of JACK's time in requests. Any thread; a value.

/// The frame of JACK's time at which a request takes effect.
public enum NamedFrame: Sendable, Equatable {
    /// A frame as users and programs name it: JACK's frame time, which wraps after 2^32 frames.
    case jack(UInt32)
    /// An extended frame, as the engine counts: it never wraps.
    case extended(Int64)
}
