// Cuts sound into pieces for a recogniser. A value; one thread at a time, no I/O.
internal import System

/// Cuts sound in its silences into pieces of limited length, so that no word is divided. Sound that goes on without a silence is
/// cut at its quietest place.
///
/// First the first seconds go through `learn`, then `begin`, then all frames through `add`; `pieces` has
/// the result.
public struct SpeechChunker: Sendable {
    /// A piece of the sound.
    public struct Piece: Sendable, Hashable {
        /// Frames to listen to; empty if the piece is silent.
        public var sound: Range<Int64>
        /// All frames of the piece, with the silence before. The pieces follow one another without a gap.
        public var whole: Range<Int64>
    }

    /// Longest piece in seconds.
    public static let longest = 30.0
    /// Silence in seconds that two stretches of sound in one piece may have between them.
    private static let bridge = 2.0
    /// Level in dB of full scale below which nothing is heard.
    private static let silence = -66.0

    private var finder: SilenceFinder
    /// Frames of a measured stretch: a tenth of a second.
    private let step: Int64
    /// Mean square of each stretch, on the louder side.
    private var powers: [Float] = []
    private var sum = SIMD2<Double>.zero
    private var count: Int64 = 0
    private var frames: Int64 = 0
    private let longest: Int64
    private let bridge: Int64

    /// Makes a chunker for sound of that rate in Hz. `options` say how loud sound is.
    public init(_ options: VoiceOptions = VoiceOptions(), rate: Int, longest: Double = SpeechChunker.longest) {
        let rate = max(10, rate)
        finder = SilenceFinder(options, rate: rate, leftSeconds: SilenceFinder.standardSeconds)
        step = Int64(rate / 10)
        self.longest = max(step, Int64(max(0.1, min(longest, 3600)) * Double(rate)))
        bridge = Int64(Self.bridge * Double(rate))
    }

    /// Measures the noise floor in frames from the beginning.
    public mutating func learn(_ samples: UnsafeBufferPointer<SIMD2<Float>>) { unsafe finder.learn(samples) }

    /// Ends the learning: the next frames are the first ones.
    public mutating func begin() { finder.begin() }

    /// Examines the next frames.
    public mutating func add(_ samples: UnsafeBufferPointer<SIMD2<Float>>) {
        unsafe finder.add(samples)
        for index in 0..<samples.count {
            let frame = SIMD2<Double>(unsafe samples[index])
            sum += frame * frame
            count += 1
            if count == step { measure() }
        }
        frames += Int64(samples.count)
    }

    private mutating func measure() {
        guard count > 0 else { return }
        powers.append(Float(max(sum[0], sum[1]) / Double(count)))
        (sum, count) = (.zero, 0)
    }

    /// The pieces, in order. Call once, after the last frame.
    public mutating func pieces() -> [Piece] {
        finder.finish()
        measure()
        guard frames > 0 else { return [] }
        var stretches: [Range<Int64>] = []
        var place: Int64 = 0
        for gap in finder.gaps {
            if gap.lowerBound > place { stretches.append(place..<min(gap.lowerBound, frames)) }
            place = gap.upperBound
        }
        if place < frames { stretches.append(place..<frames) }
        var pieces: [Piece] = []
        var done: Int64 = 0
        for sound in joined(stretches.flatMap(divided)) {
            let isLoud = level(sound) > Self.silence
            pieces.append(Piece(sound: isLoud ? sound : sound.lowerBound..<sound.lowerBound, whole: done..<sound.upperBound))
            done = sound.upperBound
        }
        guard let last = pieces.popLast() else { return [Piece(sound: 0..<0, whole: 0..<frames)] }
        return pieces + [Piece(sound: last.sound, whole: last.whole.lowerBound..<frames)]
    }

    /// Joins stretches as long as they fit into one piece.
    private func joined(_ stretches: [Range<Int64>]) -> [Range<Int64>] {
        var result: [Range<Int64>] = []
        for next in stretches {
            if let last = result.last, next.lowerBound - last.upperBound <= bridge,
                next.upperBound - last.lowerBound <= longest
            {
                result[result.count - 1] = last.lowerBound..<next.upperBound
            } else {
                result.append(next)
            }
        }
        return result
    }

    /// A stretch in parts that are not too long, each cut at the quietest place of its last third.
    private func divided(_ stretch: Range<Int64>) -> [Range<Int64>] {
        var result: [Range<Int64>] = []
        var start = stretch.lowerBound
        while stretch.upperBound - start > longest {
            let places = Int((start + longest * 2 / 3) / step)..<Int((start + longest) / step)
            let quietest = places.min { power($0) < power($1) } ?? places.upperBound
            let cut = min(start + longest, max(start + 1, Int64(quietest) * step + step / 2))
            result.append(start..<cut)
            start = cut
        }
        return result + [start..<stretch.upperBound]
    }

    private func power(_ index: Int) -> Float { powers.indices.contains(index) ? powers[index] : 0 }

    /// Highest level in a range in dB of full scale.
    private func level(_ range: Range<Int64>) -> Double {
        let last = Int((range.upperBound - 1) / step)
        let highest = (Int(range.lowerBound / step)...max(Int(range.lowerBound / step), last)).map(power).max() ?? 0
        return Decibel.level(highest.squareRoot())
    }
}
