// Silences that are skipped, in real speech and in made signals (P15).
import Speech
import SpeechTrial
import Testing

@Suite struct SilenceFinderTests {
    private static let trial = Result { try SpeechTrial() }
    private static let rate = 48_000

    private static func gaps(
        _ signal: [SIMD2<Float>], rate: Int = rate, left: Double = 0.5, _ options: VoiceOptions = VoiceOptions()
    ) -> [Range<Int64>] {
        var finder = SilenceFinder(options, rate: rate, leftSeconds: left)
        unsafe signal.withUnsafeBufferPointer { whole in
            let first = min(whole.count, Int(SilenceFinder.learningSeconds) * rate)
            unsafe finder.learn(UnsafeBufferPointer(rebasing: whole[..<first]))
            finder.begin()
            var place = 0
            while place < whole.count {
                let next = min(whole.count, place + 1_009)
                unsafe finder.add(UnsafeBufferPointer(rebasing: whole[place..<next]))
                place = next
            }
        }
        finder.finish()
        return finder.gaps
    }

    /// A tone of 1 kHz in the given stretches, over noise.
    private static func tones(_ stretches: [Range<Int>], frames: Int, level: Float = 0.25, noise: Float = 0.0005) -> [SIMD2<
        Float
    >] {
        var seed: UInt32 = 1
        return (0..<frames).map { frame in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            let hiss = Float(Int32(bitPattern: seed)) / 0x1p31 * noise
            return SIMD2(
                repeating: hiss + (stretches.contains { $0.contains(frame) } ? (frame / 24 % 2 == 0 ? level : -level) : 0))
        }
    }

    @Test(arguments: [60.0, 30, 15])
    func `no word is lost and most of the silence is skipped`(ratio: Double) throws {
        let trial = try Self.trial.get()
        let gaps = Self.gaps(trial.mix(ratio), rate: SpeechCorpus.rate, left: SilenceFinder.standardSeconds)
        // Thirteen pauses are longer than that.
        #expect(gaps.count >= 13)
        let kept = Self.rest(of: gaps, in: Int64(trial.mix(ratio).count))
        let score = trial.score(kept)
        #expect(score.missed == 0, "\(score)")
        #expect(score.wrong < 60, "\(score)")
    }

    private static func rest(of gaps: [Range<Int64>], in frames: Int64) -> [Range<Int64>] {
        zip([0] + gaps.map(\.upperBound), gaps.map(\.lowerBound) + [frames]).map { $0..<max($0, $1) }
    }

    @Test func `half a second is left of a silence, half of it on each side`() {
        let gaps = Self.gaps(Self.tones([0..<96_000, 192_000..<240_000, 260_000..<300_000], frames: 400_000))
        #expect(gaps.count == 2)
        // The filter rings on for a few milliseconds behind a tone.
        #expect(gaps.first.map { (108_000...109_500).contains($0.lowerBound) && $0.upperBound == 180_000 } == true, "\(gaps)")
        #expect(gaps.last.map { (312_000...313_500).contains($0.lowerBound) && $0.upperBound == 400_000 } == true, "\(gaps)")
    }

    @Test func `of a silence at the beginning the end is left`() {
        let gaps = Self.gaps(Self.tones([144_000..<192_000], frames: 200_000))
        #expect(gaps == [0..<132_000])
    }

    @Test func `sound from the first frame on is no silence`() {
        // Without the learning the first quarter of a second would have no floor and count as silence.
        let gaps = Self.gaps(Self.tones([0..<9_000, 96_000..<144_000], frames: 144_000), left: 0.1)
        #expect(gaps.count == 1 && gaps[0].lowerBound >= 9_000, "\(gaps)")
    }

    @Test func `a chord held for a minute and a recording without sound are played whole`() {
        #expect(Self.gaps(Self.tones([0..<2_880_000], frames: 2_880_000)).isEmpty)
        #expect(Self.gaps(Self.tones([], frames: 480_000)).isEmpty)
        #expect(Self.gaps(Self.tones([], frames: 480_000, noise: 0)).isEmpty)
        #expect(Self.gaps([]).isEmpty)
    }

    @Test func `a fixed threshold holds from the first frame on`() {
        let options = VoiceOptions(threshold: .fixed(-30))
        let gaps = Self.gaps(Self.tones([48_000..<96_000], frames: 192_000, noise: 0.01), options)
        #expect(gaps.count == 2)
    }
}
