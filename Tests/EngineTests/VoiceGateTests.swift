// Tests of the voice gate: what it makes of sound, changes by hand and parts (V1).
import Realtime
import Speech
import Testing

@testable import Engine
@testable import Recorder

@Suite struct VoiceGateTests {
    private static let rate = 48_000
    private static let sounds = [60_007..<80_000, 150_011..<200_000]

    private static func order(threshold: VoiceOptions.Threshold = .fixed(-40), noisy: Double = 0) -> VoiceOrder {
        VoiceOrder(
            options: VoiceOptions(threshold: threshold, holdSeconds: 0.5), leadSeconds: 0.25, isArmed: true, splits: false,
            isNamed: true, noisySeconds: noisy)
    }

    private static func signal(_ range: Range<Int64>) -> [Frame] {
        range.map { frame in
            let isSound = sounds.contains { $0.contains(Int(frame)) }
            return Frame(repeating: isSound ? (frame / 24 % 2 == 0 ? 0.5 : -0.5) : 0)
        }
    }

    /// Actions of a gate that hears the frames in blocks; `turn` is called before each block.
    private static func actions(
        _ gate: inout VoiceGate, _ range: Range<Int64>, block: Int64 = 1000
    ) -> [VoiceGate.Action] {
        var found: [VoiceGate.Action] = []
        var frame = range.lowerBound
        while frame < range.upperBound {
            let samples = signal(frame..<min(range.upperBound, frame + block))
            var done = 0
            while done < samples.count {
                let heard = unsafe samples.withUnsafeBufferPointer {
                    unsafe gate.listen(UnsafeBufferPointer(rebasing: $0[done...]), at: frame + Int64(done))
                }
                done += heard.count
                if let action = heard.action { found.append(action) }
            }
            frame += Int64(samples.count)
        }
        return found
    }

    @Test(arguments: [1, 100, 480, 4096, 300_000] as [Int64]) func edgesDoNotDependOnTheBlocks(block: Int64) {
        var gate = VoiceGate(Self.order(), rate: Self.rate, from: 1000, opens: false)
        let found = Self.actions(&gate, 0..<240_000, block: block)
        #expect(found.first == .sound(60_007))
        #expect(found.count == 4 && found[2] == .sound(150_011))
        guard case .silence(let end) = found[1] else { return #expect(Bool(false)) }
        #expect((80_000 + 24_000...80_000 + 25_500).contains(end))
        // Each edge lies in front of the frames that the take may have had when it was found.
        #expect(gate.passed < 240_000 - gate.lead)
    }

    @Test func aSoundThatLastsAlreadyBeginsAtTheBeginningOfTheGate() {
        var gate = VoiceGate(Self.order(), rate: Self.rate, from: 70_003, opens: false)
        #expect(Self.actions(&gate, 0..<75_000) == [.sound(70_003)])
    }

    @Test func aPauseByHandHoldsTheGate() {
        var gate = VoiceGate(Self.order(), rate: Self.rate, from: 0, opens: false)
        gate.turn(at: 50_000, isHeld: true, opens: false)
        gate.turn(at: 140_000, isHeld: false, opens: false)
        #expect(Self.actions(&gate, 0..<160_000) == [.sound(150_011)])
        gate.turn(at: 165_000, isHeld: true, opens: false)
        #expect(Self.actions(&gate, 160_000..<170_000) == [] && gate.isHeld)
        // A pause that has just taken effect is taken back.
        gate.withdraw(165_000)
        #expect(Self.actions(&gate, 170_000..<175_000) == [] && !gate.isHeld && gate.isOpen)
    }

    @Test func aResumeByHandNeedsNoSoundAndEndsInSilence() {
        var gate = VoiceGate(Self.order(), rate: Self.rate, from: 0, isHeld: true, opens: false)
        gate.turn(at: 90_000, isHeld: false, opens: true)
        #expect(Self.actions(&gate, 0..<140_000) == [.silence(90_000 + 24_000)])
    }

    @Test func noSilenceIsToldOnce() {
        var gate = VoiceGate(Self.order(noisy: 0.7), rate: Self.rate, from: 0, opens: false)
        let told = Self.actions(&gate, 0..<200_000).filter { if case .noisy = $0 { true } else { false } }
        #expect(told.count == 1)
    }

    @Test func partsAreHandedOutUpToALimit() {
        var gate = VoiceGate(Self.order(), rate: Self.rate, from: 0, opens: false)
        gate.keep(.sound(position: 500, count: 100, frame: 1000))
        gate.keep(.gap(missed: 10, lost: 0, frame: 1100))
        gate.keep(.sound(position: 600, count: 50, frame: 1110))
        var frames: [Int64] = []
        for limit in [1000, 1030, 1105, 1110, 1130, Int64.max] {
            while let part = gate.takePiece(before: limit) {
                switch part {
                case .sound(let position, let count, let frame):
                    #expect(frame - Int64(position) == (frame < 1100 ? 500 : 510))
                    frames += frame..<frame + Int64(count)
                case .gap(let missed, _, let frame): frames += frame..<frame + missed
                }
            }
            #expect(frames.allSatisfy { $0 < limit })
        }
        #expect(frames == Array(1000..<1160) && gate.oldestPosition == nil)
    }
}
