// Edges that the voice detector finds in made signals (V1).
import Speech
import Testing

@Suite struct VoiceDetectorTests {
    private static let rate = 48_000

    /// A square wave of 1 kHz in the given stretches of one side, over faint noise.
    private static func bursts(_ stretches: [Range<Int>], frames: Int, level: Float = 0.25, noise: Float = 0.0005) -> [SIMD2<
        Float
    >] {
        var seed: UInt32 = 1
        return (0..<frames).map { frame in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            let hiss = Float(Int32(bitPattern: seed)) / 0x1p31 * noise
            let tone: Float = stretches.contains { $0.contains(frame) } ? (frame / 24 % 2 == 0 ? level : -level) : 0
            return SIMD2(hiss, hiss + tone)
        }
    }

    private static func edges(
        _ samples: [SIMD2<Float>], _ options: VoiceOptions = VoiceOptions(), at first: Int64 = 0, block: (Int) -> Int
    ) -> [VoiceEdge] {
        var detector = VoiceDetector(options, rate: rate, at: first)
        var found: [VoiceEdge] = []
        var place = 0
        while place < samples.count {
            let count = min(samples.count - place, block(place))
            unsafe samples.withUnsafeBufferPointer { whole in
                unsafe detector.add(UnsafeBufferPointer(rebasing: whole[place..<place + count])) { found.append($0) }
            }
            place += count
        }
        detector.finish { found.append($0) }
        return found
    }

    @Test(arguments: [VoiceOptions.Threshold.adaptive, .fixed(-40), .fixed(-20)])
    func `finds a burst to the frame`(threshold: VoiceOptions.Threshold) {
        // A burst at any place in a hop: early, late, and at its edges.
        for start in [48_000, 48_001, 48_190, 48_333, 48_479] {
            let samples = Self.bursts([start..<start + 20_000], frames: 120_000)
            let found = Self.edges(samples, VoiceOptions(threshold: threshold)) { _ in 256 }
            #expect(found.first == .onset(Int64(start)))
            // The filter rings on for a few milliseconds.
            guard case .end(let end)? = found.last else { return #expect(Bool(false)) }
            #expect(found.count == 2 && (Int64(start) + 19_970...Int64(start) + 21_500).contains(end), "\(found)")
        }
    }

    @Test func `the size of blocks changes nothing`() {
        let samples = Self.bursts(
            [50_003..<61_111, 61_600..<70_000, 100_001..<100_300, 130_017..<171_000], frames: 240_000, noise: 0.003)
        let whole = Self.edges(samples, at: 7) { _ in .max }
        #expect(whole.count >= 4)
        #expect(Self.edges(samples, at: 7) { _ in 1 } == whole)
        #expect(Self.edges(samples, at: 7) { _ in 479 } == whole)
        #expect(Self.edges(samples, at: 7) { place in place % 997 + 1 } == whole)
    }

    @Test func `a short silence is part of a stretch and a long one is not`() {
        let samples = Self.bursts([48_000..<60_000, 72_000..<80_000], frames: 140_000)
        #expect(Self.edges(samples, VoiceOptions(holdSeconds: 0.4)) { _ in 512 }.count == 2)
        #expect(Self.edges(samples, VoiceOptions(holdSeconds: 0.1)) { _ in 512 }.count == 4)
    }

    @Test func `a click is no voice`() {
        let samples = Self.bursts([60_000..<60_300, 90_000..<90_470], frames: 120_000, level: 0.5)
        #expect(Self.edges(samples) { _ in 512 }.isEmpty)
    }

    @Test func `a sound between both levels holds a stretch but begins none`() {
        let options = VoiceOptions(threshold: .fixed(-20), offMargin: 6)
        // Square waves of -17 dB and -23 dB.
        let loud = Self.bursts([48_000..<60_000], frames: 140_000, level: 0.141, noise: 0)
        let soft = Self.bursts([10_000..<40_000, 60_000..<100_000], frames: 140_000, level: 0.0708, noise: 0)
        let found = Self.edges(zip(loud, soft).map { $0 + $1 }, options) { _ in 512 }
        #expect(found.first == .onset(48_000))
        guard case .end(let end)? = found.last else { return #expect(Bool(false)) }
        #expect(found.count == 2 && (99_900...100_480).contains(end), "\(found)")
    }

    @Test func `steady noise becomes the floor`() {
        // Noise of -30 dB begins after a second of silence: the gate opens, and closes by itself.
        let samples = Self.bursts([], frames: 48_000, noise: 0) + Self.bursts([], frames: 15 * 48_000, noise: 0.05)
        let found = Self.edges(samples) { _ in 4096 }
        #expect(found.count == 2)
        guard case .end(let end)? = found.last else { return #expect(Bool(false)) }
        #expect(end < 10 * 48_000)
    }

    @Test func `offsets, infinities and missing frames do no harm`() {
        let samples = Self.bursts([100_000..<120_000], frames: 160_000).map { $0 + SIMD2(0.5, -0.5) }
        var broken = samples
        broken[20_000] = SIMD2(.nan, .infinity)
        #expect(Self.edges(broken) { _ in 512 }.first == .onset(100_000))

        var detector = VoiceDetector(VoiceOptions(), rate: Self.rate)
        var found: [VoiceEdge] = []
        unsafe samples.prefix(110_000).withUnsafeBufferPointer { unsafe detector.add($0) { found.append($0) } }
        #expect(detector.isOpen)
        detector.skip(48_000) { found.append($0) }
        #expect(!detector.isOpen && detector.position == 158_000)
        #expect(found == [.onset(100_000), .end(110_000)] || found.count == 2)
    }
}
