// Measures loudness by EBU R128. One owner at a time; no I/O. For a file it allocates for each 100 ms of sound.
internal import CEbur128
public import Dictation
internal import System

/// Loudness of a stream of stereo frames, by libebur128.
///
/// The energies of 100 ms are summed here to momentary and short-term loudness, which costs a thirtieth of asking the library
/// for them each time. Samples that are no numbers count as silence.
@safe public final class LoudnessMeter {
    /// The figures that are measured.
    public enum Depth: Sendable {
        /// Momentary, short-term and integrated loudness, in fixed memory.
        case live
        /// All figures, in fixed memory: a take can last for days. Integrated loudness and range are sums of steps of 0.1 LU,
        /// which are off by half a step at most. True peaks cost as much again as the rest.
        case take
        /// All figures, exact, in a megabyte for each hour.
        case file
    }

    /// Parts of a hop in short-term and in momentary loudness.
    private static let (shortHops, momentaryHops) = (30, 4)

    private var state: UnsafeMutablePointer<ebur128_state>?
    private let depth: Depth
    private let channels: Int
    /// Frames of 100 ms.
    private let hop: Int
    /// Samples of one hop at most, as the library takes them.
    private let samples: UnsafeMutableBufferPointer<Float>
    /// Frames in the present hop.
    private var filled = 0
    /// Energies of the last hops; a ring.
    private var energies = [Double](repeating: 0, count: LoudnessMeter.shortHops)
    private var isBroken = false

    /// Frames that were measured.
    public private(set) var frames: Int64 = 0
    /// Number of whole hops of 100 ms.
    public private(set) var hops = 0
    /// True while there was less sound than the 0.4 seconds that can be measured.
    public var isTooShort: Bool { hops < Self.momentaryHops }
    /// Loudness of the last 0.4 seconds in LUFS, as of the last whole hop; silence before that.
    public private(set) var momentary = LoudnessFigures.silence
    /// Loudness of the last 3 seconds in LUFS, as of the last whole hop; silence before that.
    public private(set) var shortTerm = LoudnessFigures.silence
    private var highestMomentary = LoudnessFigures.silence
    private var highestShortTerm = LoudnessFigures.silence

    /// Makes a meter. With one channel the mean of both sides is measured, which a mono file has. Throws `.rate`, or `.memory`.
    public init(rate: Int, channels: Int, _ depth: Depth) throws(LoudnessError) {
        self.depth = depth
        self.channels = channels == 1 ? 1 : 2
        hop = max(1, rate / 10)
        unsafe samples = .allocate(capacity: 2 * max(1, min(hop, 1 << 20)))
        unsafe samples.initialize(repeating: 0)
        guard (100...2_822_400).contains(rate) else { throw .rate(rate) }
        let whole = EBUR128_MODE_I.rawValue | EBUR128_MODE_LRA.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue
        let mode: mode =
            switch depth {
            case .live: mode(EBUR128_MODE_I.rawValue | EBUR128_MODE_HISTOGRAM.rawValue)
            case .take: mode(whole | EBUR128_MODE_HISTOGRAM.rawValue)
            case .file: mode(whole)
            }
        unsafe state = unsafe ebur128_init(UInt32(self.channels), UInt(rate), Int32(mode.rawValue))
        guard unsafe state != nil else { throw .memory }
    }

    deinit {
        unsafe samples.deallocate()
        if unsafe state != nil { unsafe ebur128_destroy(&state) }
    }

    /// Measures the next frames.
    public func add(_ frames: UnsafeBufferPointer<SIMD2<Float>>) {
        var done = 0
        while done < frames.count {
            let count = min(hop - filled, frames.count - done)
            unsafe copy(UnsafeBufferPointer(rebasing: frames[done..<done + count]))
            done += count
            pass(count)
        }
    }

    /// Measures frames of silence.
    public func addSilence(_ count: Int) {
        var left = count
        while left > 0 {
            let part = min(hop - filled, left)
            unsafe samples.update(repeating: 0)
            left -= part
            pass(part)
        }
    }

    /// Loudness so far of the whole stream in LUFS: of all parts that are not quiet. Costs a pass over all that was measured of a
    /// file, and over a thousand steps of a take.
    public var integrated: Double {
        var value = 0.0
        guard unsafe ebur128_loudness_global(state, &value) == 0 else { return LoudnessFigures.silence }
        return LoudnessFigures.bounded(value)
    }

    /// All figures. Throws `.memory` if a part could not be measured.
    public func figures() throws(LoudnessError) -> LoudnessFigures {
        guard !isBroken else { throw .memory }
        var range = 0.0
        var peak = 0.0
        if depth != .live {
            guard unsafe ebur128_loudness_range(state, &range) == 0 else { throw .memory }
            for channel in 0..<UInt32(channels) {
                var one = 0.0
                guard unsafe ebur128_true_peak(state, channel, &one) == 0 else { throw .memory }
                peak = max(peak, one)
            }
        }
        return LoudnessFigures(
            integrated: integrated, range: range.isFinite ? range : 0, truePeak: Decibel.level(Float(peak)),
            maxMomentary: highestMomentary, maxShortTerm: highestShortTerm)
    }

    /// Copies frames as the library takes them.
    private func copy(_ frames: UnsafeBufferPointer<SIMD2<Float>>) {
        for index in 0..<frames.count {
            let frame = unsafe frames[index]
            // Only NaN and infinity differ from themselves after a multiplication with zero.
            let zeros = frame * 0
            let sound = frame.replacing(with: 0, where: zeros .!= 0)
            if channels == 2 {
                unsafe samples[2 * index] = sound.x
                unsafe samples[2 * index + 1] = sound.y
            } else {
                unsafe samples[index] = (sound.x + sound.y) * 0.5
            }
        }
    }

    /// Gives the library the frames that were copied, and ends the hop if it is whole.
    private func pass(_ count: Int) {
        if unsafe ebur128_add_frames_float(state, samples.baseAddress, count) != 0 { isBroken = true }
        frames += Int64(count)
        filled += count
        guard filled == hop else { return }
        filled = 0
        var level = 0.0
        let isKnown = unsafe ebur128_loudness_window(state, 100, &level) == 0
        energies[hops % Self.shortHops] = isKnown && level.isFinite ? Mathematics.powerOfTen(level / 10) : 0
        hops += 1
        if hops >= Self.momentaryHops {
            momentary = loudness(Self.momentaryHops)
            highestMomentary = max(highestMomentary, momentary)
        }
        if hops >= Self.shortHops {
            shortTerm = loudness(Self.shortHops)
            highestShortTerm = max(highestShortTerm, shortTerm)
        }
    }

    /// Loudness of the last hops.
    private func loudness(_ count: Int) -> Double {
        var sum = 0.0
        for back in 1...count { sum += energies[(hops - back) % Self.shortHops] }
        guard sum > 0 else { return LoudnessFigures.silence }
        return LoudnessFigures.bounded(10 * Mathematics.logarithm(sum / Double(count)))
    }
}
