// Finds the long silences of a recording. A value; one thread at a time.
internal import System

/// Finds the silences of a recording that are longer than what is to be left of them, with the detector of voice activation.
///
/// The detector knows no noise floor at first, so the first seconds are heard twice: first `learn`, then `begin`, and all frames
/// through `add`. Sound that stays the same for long has no silence in it: a silence must lie 12 dB below the voice.
public struct SilenceFinder: Sendable {
    /// Seconds that are left of a silence if nobody asks for more or less: no word of speech in noise 15 dB below it is cut.
    public static let standardSeconds = 0.6
    /// Seconds at the beginning that are enough to know the noise floor.
    public static let learningSeconds = 8.0
    /// Distance in dB from the loud fifth of the sound down to a silence, at least.
    private static let margin = 12.0

    /// A silence, and its mean power.
    private struct Candidate {
        let frames: Range<Int64>
        let power: Double
    }

    private var detector: VoiceDetector
    /// Frames of a silence that are left.
    private let left: Int64
    /// Levels of the hops above the threshold, one class a dB from -120 dB on.
    private var loud = [Int](repeating: 0, count: 128)
    private var candidates: [Candidate] = []
    /// Frame after the last sound; nil inside a sound.
    private var silentSince: Int64? = 0
    /// Sum of the powers of the hops in the present silence, and their number.
    private var power = 0.0
    private var hops = 0

    /// Makes a finder; `rate` in Hz. `leftSeconds` are left of each silence; `options` say how loud sound is, and their hold
    /// does not count.
    public init(_ options: VoiceOptions, rate: Int, leftSeconds: Double) {
        var options = options
        options.holdSeconds = max(0.02, min(leftSeconds, 86_400))
        left = Int64((options.holdSeconds * Double(max(1, rate))).rounded())
        detector = VoiceDetector(options, rate: rate)
    }

    /// Measures the noise floor in frames from the beginning.
    public mutating func learn(_ samples: UnsafeBufferPointer<SIMD2<Float>>) { unsafe detector.add(samples) { _ in } }

    /// Ends the learning: the next frames are the first ones of the recording.
    public mutating func begin() { detector.restart() }

    /// Examines the next frames.
    public mutating func add(_ samples: UnsafeBufferPointer<SIMD2<Float>>) {
        var place = 0
        while place < samples.count {
            let wanted = detector.framesToHop
            let count = min(wanted, samples.count - place)
            var edge: VoiceEdge?
            unsafe detector.add(UnsafeBufferPointer(rebasing: samples[place..<place + count])) { edge = $0 }
            if let edge { take(edge) }
            if count == wanted { measure(detector.level) }
            place += count
        }
    }

    /// Ends the recording.
    public mutating func finish() {
        if detector.isOpen { return }
        // The end of the recording is the only edge of this silence.
        end(at: detector.position, isLast: true)
    }

    private mutating func take(_ edge: VoiceEdge) {
        switch edge {
        case .onset(let frame): end(at: frame, isLast: false)
        case .end(let frame): (silentSince, power, hops) = (frame, 0, 0)
        }
    }

    /// Notes the silence that ends at a frame. Half of the time left stands on each side with sound.
    private mutating func end(at frame: Int64, isLast: Bool) {
        guard let since = silentSince else { return }
        silentSince = nil
        guard frame - since > left else { return }
        let first = since == 0 ? 0 : since + left / 2
        let end = isLast ? frame : frame - (left - left / 2)
        guard first < end else { return }
        candidates.append(Candidate(frames: first..<end, power: hops > 0 ? power / Double(hops) : 0))
    }

    /// Counts a hop of that level in dB.
    private mutating func measure(_ level: Double) {
        let isLoud = detector.threshold.map { level >= $0 } ?? false
        if detector.isOpen {
            // A silence shorter than what is left of one is no measure of the sound.
            if isLoud { loud[Int(max(0, min(127, level + 120)))] += 1 }
        } else if !isLoud {
            // The first hops of a sound come before its onset is known: they are not part of the silence.
            power += SilenceFinder.power(level)
            hops += 1
        }
    }

    /// Mean square of a level in dB.
    private static func power(_ level: Double) -> Double { Double(Decibel.factor(level)) * Double(Decibel.factor(level)) }

    /// The frames to skip so far, in order; all of them after `finish`. Empty without any sound.
    public var gaps: [Range<Int64>] {
        guard let level = loudLevel else { return [] }
        let most = SilenceFinder.power(level - SilenceFinder.margin)
        return candidates.filter { $0.power <= most }.map(\.frames)
    }

    /// Level in dB that a fifth of the hops above the threshold exceeds; nil without any.
    private var loudLevel: Double? {
        let total = loud.reduce(0, +)
        guard total > 0 else { return nil }
        var rest = total / 5
        for index in loud.indices.reversed() {
            rest -= loud[index]
            if rest < 0 { return Double(index) - 120 }
        }
        return nil
    }
}
