// Command to the process callback. Made by the sender of the command ring, carried out by the JACK thread.

/// A command to the process callback: trivial, small, and stamped with the frame at which it takes effect.
public struct RealtimeCommand: BitwiseCopyable, Sendable {
    /// Kind of command.
    public enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// Starts playback; silent until the first block of the current locate is available.
        case play
        /// Stops playback at exactly this frame, with a short fade-out of the following frames.
        case pause
        /// Moves the playhead to timeline frame `position`; only blocks of `generation` are played from now on.
        case locate
        /// Ramps the output gains to `levels`, see `GainMatrix`.
        case gain
        /// Ramps the monitor gains: `levels[0]` is the linear gain of the direct sound, `levels[1]` of the shifted sound.
        /// `position` is the delay of the shifted sound in frames; 0 stops it after its fade-out.
        case monitor
        /// Makes playback follow JACK's transport (`levels[0]` above 0) or not. `position` holds the bits of a `Double`:
        /// timeline frames for each transport frame.
        case transport
        /// Cancels all earlier play, pause and locate commands whose frame has not come.
        case cancel
        /// Resets the held peaks of both meters.
        case resetPeaks
    }

    /// Kind of the command.
    public var kind: Kind
    /// Extended JACK frame at which the command takes effect; a past frame means the start of the next period.
    public var frame: Int64
    /// Number that the `.done` event repeats; 0 asks for no event.
    public var id: UInt32
    /// Number of the locate; a later locate has a higher number (modulo 2^32). For `.play`, the number of the locate without
    /// which nothing is to be played; 0 for none.
    public var generation: UInt32
    /// Argument of the command, see `Kind`.
    public var position: Int64
    /// Gains or switches of the command, see `Kind`.
    public var levels: SIMD4<Float>
    /// For a `.locate` with which playback goes on in other files: timeline frames by which the playhead moves, counted from
    /// the locate before. Nil for a jump.
    public var shift: Int64?

    /// Frame number that means "at the start of the next period".
    public static let atOnce: Int64 = -1

    /// True when the command takes effect at the start of the next period.
    var isAtOnce: Bool {
        @_noLocks @_noAllocation get { frame < 0 }
    }

    /// Makes a command.
    public init(
        _ kind: Kind, at frame: Int64 = RealtimeCommand.atOnce, id: UInt32 = 0, generation: UInt32 = 0,
        position: Int64 = 0, levels: SIMD4<Float> = .zero, shift: Int64? = nil
    ) {
        self.kind = kind
        self.frame = frame
        self.id = id
        self.generation = generation
        self.position = position
        self.levels = levels
        self.shift = shift
    }
}
