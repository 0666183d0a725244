// Packed by the JACK thread, unpacked by any other.

/// What the callback says of itself once a period. `frame` and `jackFrame` belong together, and so do they with `position`.
public struct Telemetry: Sendable {
    /// Extended frame of the first frame after the latest period.
    public let frame: Int64
    /// The same in JACK's 32-bit frame time.
    public let jackFrame: UInt32
    /// Extended frame of the first period of all.
    public let firstFrame: Int64
    /// Timeline frame heard next; a whole number where nothing stretches or resamples.
    public let timeline: Double
    /// Timeline frames for a frame of JACK's, while it rolls.
    public let step: Double
    public let generation: UInt32
    /// See `Splice`.
    public let edition: UInt32
    public let isRolling: Bool
    /// JACK's transport: its frame at the start of the latest period.
    public let transportFrame: UInt32
    public let isTransportRolling: Bool
    /// When the latest period began: nanoseconds of a clock that nobody sets and that goes on while the machine sleeps; 0 before
    /// the first one.
    public let wallTime: UInt64
    /// The kernel's number of the thread that the callback runs in; 0 before the first period.
    public let thread: Int32

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

    /// Timeline frame heard next.
    public var position: Int64 { Int64((timeline + 1e-6).rounded(.down)) }

    /// When an extended frame was at the inputs, on the clock of `wallTime`.
    public func wallTime(of frame: Int64, rate: Int) -> UInt64 {
        let ago = Double(self.frame - frame) / Double(rate)
        return UInt64(max(0, Double(wallTime) - ago * 1e9))
    }

    /// Extends a 32-bit JACK frame time that lies within half a wrap (12 h at 48 kHz) of now.
    public func extend(_ jackFrame: UInt32) -> Int64 {
        frame + Int64(Int32(bitPattern: jackFrame &- self.jackFrame))
    }

    /// Extends a 32-bit JACK frame time that may lie as far back as `first`: of the two frames that it can mean the one in ten
    /// minutes, where there is none the one that is past, and where that comes before `first` the one to come. `rate` in Hz.
    public func extend(_ jackFrame: UInt32, since first: Int64, rate: Int) -> Int64 {
        let near = extend(jackFrame)
        let past = near - (1 << 32)
        return near - frame > 600 * Int64(rate) && past >= max(first, firstFrame) ? past : near
    }

    /// JACK's 32-bit frame time of an extended frame.
    public func jackFrame(of frame: Int64) -> UInt32 {
        jackFrame &+ UInt32(truncatingIfNeeded: frame - self.frame)
    }
}
