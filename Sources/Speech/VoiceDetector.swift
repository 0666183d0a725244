// Finds the stretches of a signal that have sound. A value; one thread at a time. No allocation after `init`.
internal import System

/// Finds where sound begins and ends in a stream of stereo frames, exact to the frame.
///
/// The level is measured in hops of 10 ms, counted from the first frame, above 150 Hz, on the louder side. Three hops in a row
/// at the threshold begin a stretch: a click is too short. The hold without a hop at the lower level ends it. The result is the
/// same however the stream is divided into blocks.
public struct VoiceDetector: Sendable {
    /// Hops in a row at the threshold that begin a stretch.
    private static let attack = 3
    /// Hops from the frame that begins a stretch to the report of it, at most.
    private static let latencyHops = attack + 1

    private let options: VoiceOptions
    /// Frames of a hop.
    private let hop: Int
    /// Hops of the hold.
    private let hold: Int
    private var filter: HighPass
    private var floor = NoiseFloor()

    /// Frame that comes next.
    public private(set) var position: Int64
    /// True inside a stretch.
    public private(set) var isOpen = false
    /// Level of the latest hop in dB of full scale.
    public private(set) var level = Decibel.floor

    /// Frames of the present hop.
    private var count = 0
    /// Sums of the squares of both sides in the present hop.
    private var power = SIMD2<Double>.zero
    /// First frame of the present hop at the threshold, and the last one at the lower level; -1 for none.
    private var firstLoud: Int64 = -1
    private var lastLoud: Int64 = -1
    /// The same of the hop before.
    private var firstLoudBefore: Int64 = -1
    /// First loud frame of the hops in a row at the threshold, and their number.
    private var candidate: Int64 = -1
    private var hopsOn = 0
    /// Frame after the last sound of the stretch, and the hops since.
    private var end: Int64 = 0
    private var hopsOff = 0
    /// Squares of the threshold and of the lower level, as amplitudes.
    private var onPower = Double.infinity
    private var offPower = Double.infinity
    /// Level at which a stretch begins, in dB of full scale; nil while the noise floor is not known.
    public private(set) var threshold: Double?

    /// Makes a detector; `rate` in Hz, and `position` is the number of the first frame.
    public init(_ options: VoiceOptions, rate: Int, at position: Int64 = 0) {
        self.options = options
        self.position = position
        hop = max(1, rate / 100)
        hold = max(1, Int((options.holdSeconds * 100).rounded(.up)))
        filter = HighPass(rate: rate)
        setThreshold()
    }

    /// Frames from the first frame of a stretch to the frame after which its onset is reported, at most.
    public var latency: Int64 { Int64(VoiceDetector.latencyHops * hop) }

    /// Frames of a hop: the distance in which edges are found.
    public var hopFrames: Int { hop }

    /// Frames until the present hop is complete. So many frames at a time give at most one edge.
    public var framesToHop: Int { hop - count }

    /// Noise floor in dB of full scale; nil before a quarter of a second was heard.
    public var noiseFloor: Double? { floor.level }

    /// Examines frames. `found` is called with each edge in its order; an onset can lie up to `latency` frames back, an end as
    /// far as the hold.
    public mutating func add(_ samples: UnsafeBufferPointer<SIMD2<Float>>, _ found: (VoiceEdge) -> Void) {
        for index in 0..<samples.count {
            let frame = filter.filter(unsafe samples[index])
            let squares = frame * frame
            let louder = max(squares[0], squares[1])
            power += squares
            if louder >= offPower { lastLoud = position }
            if louder >= onPower, firstLoud < 0 { firstLoud = position }
            position += 1
            count += 1
            if count == hop { endHop(found) }
        }
    }

    /// Passes over frames that never came, as silence that does not count for the noise floor. The hops begin anew behind them.
    public mutating func skip(_ frames: Int64, _ found: (VoiceEdge) -> Void) {
        guard frames > 0 else { return }
        position += frames
        clearHop()
        firstLoudBefore = -1
        hopsOn = 0
        guard isOpen else { return }
        hopsOff = Int(clamping: Int64(hopsOff) + frames / Int64(hop))
        if hopsOff > hold { close(found) }
    }

    /// Ends an open stretch at the end of the stream.
    public mutating func finish(_ found: (VoiceEdge) -> Void) {
        if isOpen { close(found) }
    }

    /// Begins a stretch at the next frame without waiting for sound, and without a report; silence ends it as any other. Goes on
    /// with an open one, whose hold begins anew.
    public mutating func open() {
        isOpen = true
        hopsOff = 0
        end = position
    }

    /// Begins anew at frame `position`, and keeps the noise floor.
    public mutating func restart(at position: Int64 = 0) {
        filter.clear()
        self.position = position
        isOpen = false
        clearHop()
        (firstLoudBefore, candidate, hopsOn) = (-1, -1, 0)
        (end, hopsOff) = (position, 0)
    }

    private mutating func close(_ found: (VoiceEdge) -> Void) {
        isOpen = false
        hopsOn = 0
        found(.end(end))
    }

    private mutating func clearHop() {
        count = 0
        power = .zero
        firstLoud = -1
        lastLoud = -1
    }

    /// Measures the hop that is complete.
    private mutating func endHop(_ found: (VoiceEdge) -> Void) {
        let mean = max(power[0], power[1]) / Double(hop)
        level = Decibel.level(Float(mean.squareRoot()))
        let isOn = mean >= onPower
        let isOff = mean < offPower
        floor.add(level)
        if isOn {
            // The sound may have begun late in the hop before, too late to make it loud.
            if hopsOn == 0 { candidate = firstLoudBefore >= 0 ? firstLoudBefore : firstLoud }
            hopsOn += 1
        } else {
            hopsOn = 0
        }
        if isOpen {
            if isOff {
                // The sound may end early in a hop, too early to make it loud.
                if hopsOff == 0, lastLoud >= 0 { end = lastLoud + 1 }
                hopsOff += 1
                if hopsOff > hold { close(found) }
            } else {
                hopsOff = 0
                end = lastLoud + 1
            }
        } else if hopsOn >= VoiceDetector.attack {
            isOpen = true
            hopsOff = 0
            end = lastLoud + 1
            found(.onset(candidate))
        }
        firstLoudBefore = firstLoud
        clearHop()
        setThreshold()
    }

    /// Sets the threshold for the next hop.
    private mutating func setThreshold() {
        switch options.threshold {
        case .fixed(let level): threshold = level
        case .adaptive: threshold = floor.level.map { max(VoiceOptions.lowest, $0 + VoiceOptions.margin) }
        }
        guard let threshold else { return }
        let on = Double(Decibel.factor(threshold))
        let off = Double(Decibel.factor(threshold - max(0, options.offMargin)))
        onPower = on * on
        offPower = off * off
    }
}
