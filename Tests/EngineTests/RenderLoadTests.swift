// Tests when a machine counts as too slow for a change of rate or pitch (P18).
import Stretch
import Testing

@testable import Player

@Suite struct RenderLoadTests {
    /// Three quarters of a second of work are judged together: one piece that takes long does not count, if others are worth
    /// their time.
    @Test func workIsJudgedTogether() {
        /// Numbers of the pieces at which the load was too high.
        func told(_ pieces: [(work: Double, sound: Double)]) -> [Int] {
            var load = RenderLoad()
            var told: [Int] = []
            for (number, piece) in pieces.enumerated() {
                if load.isTooHigh(adding: piece.work, for: piece.sound) { told.append(number) }
            }
            return told
        }
        #expect(told(Array(repeating: (0.01, 0.02), count: 1000)).isEmpty)
        #expect(told([(0.5, 0.02)] + Array(repeating: (0.01, 0.03), count: 60)).isEmpty)
        let slow = told(Array(repeating: (0.0625, 0.06), count: 40))
        #expect(slow == [11, 23, 35])
    }

    /// A raised pitch costs more: what is too slow without it is too slow with it, and not the other way round.
    @Test func aRaisedPitchIsJudgedByItself() {
        let (slow, raised) = (StretchSettings(rate: 0.8), StretchSettings(rate: 0.8, pitchCents: 100))
        var limits = RenderLimits()
        let (isNew, isNewAgain) = (limits.add(raised), limits.add(StretchSettings(pitchCents: 1200)))
        #expect(isNew && !isNewAgain)
        #expect(limits.exclude(raised) && !limits.exclude(slow) && !limits.exclude(StretchSettings(pitchCents: -100)))
        #expect(!limits.exclude(StretchSettings(rate: 0.8, pitchCents: 100, engine: .faster)))
        limits = RenderLimits()
        let isSlowNew = limits.add(slow)
        #expect(isSlowNew && limits.exclude(slow) && limits.exclude(raised))
    }
}
