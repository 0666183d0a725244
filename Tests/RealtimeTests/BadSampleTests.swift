// Tests of samples that are no numbers (issue 12 no. 9).
import Rings
import Synchronization
import Testing

@testable import Realtime

@Suite struct BadSampleTests {
    static let bad: [Float] = [.nan, .infinity, -.infinity, -.nan, .signalingNaN]

    /// A bad sample at any place of a vector or of its rest becomes silence; all numbers stay as they are, bit for bit.
    @Test(arguments: [1, 7, 8, 13, 64]) func onlyWhatIsNoNumberBecomesSilence(count: Int) {
        let good: [Float] = [0, -0.0, 1, -1, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e-30]
        for place in 0..<count {
            for wrong in Self.bad {
                var samples = (0..<count).map { good[$0 % good.count] }
                var wanted = samples
                samples[place] = wrong
                wanted[place] = 0
                let found = unsafe samples.withUnsafeMutableBufferPointer { buffer in
                    unsafe buffer.baseAddress.map { unsafe silenceNonFinite($0, count) }
                }
                #expect(found == 1)
                #expect(samples.map(\.bitPattern) == wanted.map(\.bitPattern))
            }
        }
    }

    /// One NaN in the sum would make the level no number for three windows; an infinite peak cannot be shown.
    @Test(arguments: [0, 3, 9]) func theMeterNeverSaysWhatIsNoNumber(place: Int) {
        var meter = Meter(rate: 3000)
        var samples = [Float](repeating: 0.5, count: 300)
        for (index, wrong) in Self.bad.enumerated() { samples[place + 20 * index] = wrong }
        feed(&meter, samples)
        #expect(meter.peak == Frame(0.5, 0.5) && meter.held == Frame(0.5, 0.5))
        #expect(meter.rms[0] > 0.45 && meter.rms[0] < 0.5, "\(meter.rms)")
        feed(&meter, [Float](repeating: .greatestFiniteMagnitude, count: 300))
        #expect(meter.rms[0].isFinite && meter.peak[0].isFinite)
    }

    @Test func aGainThatIsNoNumberIsSilence() {
        var matrix = GainMatrix(rate: 1000)
        matrix.set(SIMD4(.nan, .infinity, -.infinity, .nan))
        var left = [Float](repeating: 0.5, count: 40)
        var right = left
        unsafe left.withUnsafeMutableBufferPointer { l in
            unsafe right.withUnsafeMutableBufferPointer { r in
                guard let a = l.baseAddress, let b = r.baseAddress else { return }
                unsafe matrix.apply(a, b, 40)
            }
        }
        #expect((left + right).allSatisfy { $0.isFinite } && left[39] == 0)
    }

    /// A bad sample is neither heard nor sent to the shifter, which would give no numbers for ever.
    @Test func theMonitorHearsSilenceInItsPlace() {
        let fixture = MonitorFixture()
        fixture.set(direct: 1, shifted: 1, slack: 20)
        fixture.spoils = { $0 % 50 == 30 ? .nan : $0 % 50 == 40 ? .infinity : nil }
        var sound: [Float] = []
        for _ in 0..<10 {
            sound += fixture.run(20)
            #expect(fixture.sentToThread.allSatisfy { $0.isFinite })
            fixture.work()
        }
        #expect(sound.allSatisfy { $0.isFinite } && sound[190] != 0)
    }

    private func feed(_ meter: inout Meter, _ samples: [Float]) {
        unsafe samples.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            _ = unsafe meter.measure(start, start, samples.count)
        }
    }
}
