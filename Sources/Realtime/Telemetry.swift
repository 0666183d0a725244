// Clock, playhead and transport of the latest period. Packed by the JACK thread; any other thread may unpack it.

/// State of the callback, published once a period. `frame`, `jackFrame` and `timeline` belong to the same moment.
public struct Telemetry: Sendable {
    /// Extended frame after the latest period.
    public let frame: Int64
    /// The value of `frame` in JACK's 32-bit frame time.
    public let jackFrame: UInt32
    /// Extended frame of the client's first period.
    public let firstFrame: Int64
    /// Timeline frame that is heard next; a whole number unless playback is stretched or resampled.
    public let timeline: Double
    /// Timeline frames for each JACK frame while the playhead rolls.
    public let step: Double
    /// Number of the locate in force.
    public let generation: UInt32
    /// Edition of the block being played, see `PlaybackBlock`.
    public let edition: UInt32
    /// True while the playhead rolls.
    public let isRolling: Bool
    /// Frame of JACK's transport at the start of the latest period.
    public let transportFrame: UInt32
    /// True while JACK's transport rolls.
    public let isTransportRolling: Bool
    /// Time at which the latest period began, in nanoseconds of CLOCK_BOOTTIME: nobody sets this clock, and it goes on while
    /// the machine sleeps. 0 before the first period.
    public let wallTime: UInt64
    /// Kernel thread number of the JACK thread; 0 before the first period.
    public let thread: Int32

    /// Reads the latest state. Any thread but JACK's.
    public init(_ page: borrowing SharedPage) {
        let words = page.read()
        frame = Int64(bitPattern: words[0])
        jackFrame = UInt32(truncatingIfNeeded: words[1])
        timeline = Double(bitPattern: words[2])
        generation = UInt32(truncatingIfNeeded: words[3])
        edition = UInt32(truncatingIfNeeded: words[3] >> 32)
        isRolling = words[4] != 0
        step = Double(bitPattern: words[5])
        firstFrame = Int64(bitPattern: words[6])
        transportFrame = UInt32(truncatingIfNeeded: words[7])
        isTransportRolling = words[7] >> 32 != 0
        wallTime = words[8]
        thread = Int32(truncatingIfNeeded: words[9])
    }

    /// Timeline frame that is heard next, as a whole number.
    public var position: Int64 { Int64((timeline + 1e-6).rounded(.down)) }

    /// Time at which an extended frame was at the inputs, in nanoseconds of the clock of `wallTime`; `rate` in Hz.
    public func wallTime(of frame: Int64, rate: Int) -> UInt64 {
        let ago = Double(self.frame - frame) / Double(rate)
        return UInt64(max(0, Double(wallTime) - ago * 1e9))
    }

    /// Extends a 32-bit JACK frame time that lies within half a wrap (12 h at 48 kHz) of now.
    public func extend(_ jackFrame: UInt32) -> Int64 {
        frame + Int64(Int32(bitPattern: jackFrame &- self.jackFrame))
    }

    /// Extends a 32-bit JACK frame time that may lie as far back as `first`. It can mean two frames: the nearer one wins
    /// when it is past or within the next ten minutes; else the earlier one wins unless it lies before `first`. `rate` in Hz.
    public func extend(_ jackFrame: UInt32, since first: Int64, rate: Int) -> Int64 {
        let near = extend(jackFrame)
        let past = near - (1 << 32)
        return near - frame > 600 * Int64(rate) && past >= max(first, firstFrame) ? past : near
    }

    /// Returns an extended frame as JACK's 32-bit frame time.
    public func jackFrame(of frame: Int64) -> UInt32 {
        jackFrame &+ UInt32(truncatingIfNeeded: frame - self.frame)
    }
}
