// Command to the cue player. Made by the sender of the cue ring, carried out by the JACK thread.

/// A command to the cue player of the process callback: trivial, small, and stamped with the frame at which it takes effect.
public struct CueCommand: BitwiseCopyable, Sendable {
    /// Kind of command.
    enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// Plays samples once.
        case shot
        /// Fades all shots of a group out in `ramp` frames, and cancels those whose frame has not come.
        case fade
        /// Ramps the level of the bed, or goes on with another bed.
        case bed
        /// Sets the highest level of all cues together.
        case ceiling
    }

    let kind: Kind
    /// Extended JACK frame at which the command takes effect; a past frame means the start of the next period.
    let frame: Int64
    /// Number of the shot, which its events repeat.
    var id: UInt32 = 0
    /// Number that the shots of one score have in common.
    var group: UInt32 = 0
    /// Linear gain of the shot or the bed, or the ceiling.
    var level: Float = 0
    /// Length of the ramp in frames, at least 1.
    var ramp = 1
    /// Address of the samples of a shot.
    var samples: UInt = 0
    /// Samples of a frame, 1 or 2.
    var channels = 1
    /// Frames of a shot.
    var count = 0
    /// True for a shot under which the bed is lowered.
    var isDucking = false
    /// Position in the bed's ring from which the bed goes on, with all frames before it dropped; -1 to go on where it is.
    var position = -1

    private init(_ kind: Kind, at frame: Int64) {
        self.kind = kind
        self.frame = frame
    }

    /// Frame number that means "at the start of the next period".
    public static let atOnce: Int64 = -1

    /// Plays `sound` once with the linear gain `level`. The events `cueStarted` and `cueEnded` carry `id`.
    ///
    /// - Parameter isDucking: true to lower the bed while the shot sounds.
    public static func shot(
        _ sound: CueSamples, at frame: Int64, level: Float, id: UInt32, group: UInt32, isDucking: Bool = false
    ) -> CueCommand {
        var command = CueCommand(.shot, at: frame)
        (command.id, command.group, command.level) = (id, group, level)
        (command.samples, command.channels, command.count) = (sound.address, sound.channels, sound.frames)
        command.isDucking = isDucking
        return command
    }

    /// Fades out what sounds of `group` in `ramp` frames, and cancels what waits of it; 0 means every group.
    public static func fade(group: UInt32, at frame: Int64 = atOnce, ramp: Int) -> CueCommand {
        var command = CueCommand(.fade, at: frame)
        (command.group, command.ramp) = (group, max(1, ramp))
        return command
    }

    /// Ramps the bed to the linear gain `level` in `ramp` frames. At gain 0 the bed stands still.
    ///
    /// - Parameter position: position in the ring `bed` of the first frame of another bed, which begins once the present one has faded
    ///   out in as many frames; nil to go on with the present one.
    public static func bed(level: Float, ramp: Int, position: Int? = nil) -> CueCommand {
        var command = CueCommand(.bed, at: atOnce)
        (command.level, command.ramp, command.position) = (level, max(1, ramp), position ?? -1)
        return command
    }

    /// Sets the highest magnitude of all cues together, as a linear level.
    public static func ceiling(_ level: Float) -> CueCommand {
        var command = CueCommand(.ceiling, at: atOnce)
        command.level = level
        return command
    }

    /// Command that fills the ring's memory before use.
    static let none = CueCommand(.fade, at: atOnce)
}
