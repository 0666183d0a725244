// Tests the pieces for a recogniser: in real speech and in made signals (W3).
import Speech
import SpeechTrial
import Testing

@Suite struct SpeechChunkerTests {
    private static let rate = 16_000

    private static func pieces(
        _ signal: [SIMD2<Float>], rate: Int = rate, longest: Double = SpeechChunker.longest
    ) -> [SpeechChunker.Piece] {
        var chunker = SpeechChunker(rate: rate, longest: longest)
        unsafe signal.withUnsafeBufferPointer { whole in
            unsafe chunker.learn(UnsafeBufferPointer(rebasing: whole[..<min(whole.count, 8 * rate)]))
            chunker.begin()
            var place = 0
            while place < whole.count {
                let next = min(whole.count, place + 1_009)
                unsafe chunker.add(UnsafeBufferPointer(rebasing: whole[place..<next]))
                place = next
            }
        }
        return chunker.pieces()
    }

    /// A tone in the given stretches, in seconds, over soft noise.
    private static func tones(_ stretches: [ClosedRange<Double>], seconds: Double, level: Float = 0.25) -> [SIMD2<Float>] {
        var seed: UInt32 = 1
        return (0..<Int(seconds * Double(rate))).map { frame in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            let hiss = Float(Int32(bitPattern: seed)) / 0x1p31 * 0.0005
            let isLoud = stretches.contains { $0.contains(Double(frame) / Double(rate)) }
            return SIMD2(repeating: hiss + (isLoud ? (frame / 8 % 2 == 0 ? level : -level) : 0))
        }
    }

    /// The pieces follow one another from the first frame to the last, and hold their sound.
    private static func expectWhole(_ pieces: [SpeechChunker.Piece], _ frames: Int, _ longest: Double, rate: Int = rate) {
        #expect(pieces.first?.whole.lowerBound == 0 && pieces.last?.whole.upperBound == Int64(frames))
        for (one, two) in zip(pieces, pieces.dropFirst()) { #expect(one.whole.upperBound == two.whole.lowerBound) }
        for piece in pieces {
            #expect(piece.sound.isEmpty || piece.sound.clamped(to: piece.whole) == piece.sound)
            #expect(Double(piece.sound.upperBound - piece.sound.lowerBound) <= longest * Double(rate))
        }
    }

    @Test(arguments: [5.0, 12, 30])
    func `real speech is cut where nobody speaks`(longest: Double) throws {
        let trial = try SpeechTrial()
        let signal = trial.mix(30)
        let pieces = Self.pieces(signal, rate: SpeechCorpus.rate, longest: longest)
        Self.expectWhole(pieces, signal.count, longest, rate: SpeechCorpus.rate)
        #expect(pieces.count > 1)
        // A cut in a pause leaves both sides with silence: all that the reference calls speech is in a piece.
        let score = trial.score(pieces.map(\.sound))
        #expect(score.missed == 0, "\(score)")
        #expect(longest < 30 || pieces.count < 6)
    }

    @Test func `long silences are left out, and short ones are not`() {
        let signal = Self.tones([1...3, 4...6, 20...22], seconds: 30)
        let pieces = Self.pieces(signal)
        Self.expectWhole(pieces, signal.count, 30)
        #expect(pieces.count == 2)
        #expect(pieces[0].sound.lowerBound < 16_000 && pieces[0].sound.upperBound > 96_000)
        #expect(pieces[1].sound.lowerBound > 19 * 16_000 && pieces[1].sound.upperBound < 23 * 16_000)
    }

    @Test func `sound without a pause is cut at its quietest place`() {
        var signal = Self.tones([0...70], seconds: 70)
        for frame in 25 * Self.rate..<25 * Self.rate + Self.rate / 5 { signal[frame] *= 0.5 }
        let pieces = Self.pieces(signal)
        Self.expectWhole(pieces, signal.count, 30)
        let cut = pieces[0].sound.upperBound
        #expect((25 * 16_000...25 * 16_000 + 3200).contains(Int(cut)), "\(cut)")
    }

    @Test func `silence has no sound`() {
        let pieces = Self.pieces([SIMD2<Float>](repeating: .zero, count: 100_000))
        Self.expectWhole(pieces, 100_000, 30)
        #expect(pieces.allSatisfy { $0.sound.isEmpty })
        #expect(Self.pieces([]).isEmpty)
    }
}
