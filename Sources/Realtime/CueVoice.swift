// One sounding cue. JACK thread only.

/// A shot that sounds: its samples, its place in them and its gain.
struct CueVoice: BitwiseCopyable {
    /// The command that began it.
    let command: CueCommand
    /// Frame of the shot that is heard next.
    private var place: Int
    private var gain: LevelRamp
    /// True once a fade-out has begun.
    private(set) var isFading: Bool

    /// Begins the shot of a command.
    @_noLocks @_noAllocation
    init(_ command: CueCommand) {
        self.command = command
        place = 0
        gain = LevelRamp(command.level)
        isFading = false
    }

    /// True after the last frame, and after a fade-out.
    var isOver: Bool {
        @_noLocks @_noAllocation get { place >= command.count || isFading && gain.isSilent }
    }

    /// Begins to fade out in `ramp` frames.
    @_noLocks @_noAllocation
    mutating func fade(in ramp: Int) {
        guard !isFading else { return }
        isFading = true
        gain.set(0, in: ramp)
    }

    /// The next frame of the sound; silence after the last one.
    @_noLocks @_noAllocation
    mutating func next() -> Frame {
        guard place < command.count, let samples = unsafe UnsafePointer<Float>(bitPattern: command.samples) else { return .zero }
        let first = place * command.channels
        place += 1
        return unsafe Frame(samples[first], samples[first + command.channels - 1]) * gain.next()
    }
}
