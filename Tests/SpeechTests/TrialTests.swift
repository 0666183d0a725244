// The voice detector against real speech in noise (V1).
import Speech
import SpeechTrial
import Testing

@Suite struct TrialTests {
    private static let trial = Result { try SpeechTrial() }

    @Test(arguments: [(30.0, 2.0), (15, 6)])
    func `finds speech in pink noise`(ratio: Double, missed: Double) throws {
        let trial = try Self.trial.get()
        let score = trial.score(SpeechTrial.stretches(VoiceOptions(), trial.mix(ratio)))
        #expect(score.missed < missed)
        #expect(score.wrong < 7)
    }

    @Test func `finds most of the speech in loud noise`() throws {
        let trial = try Self.trial.get()
        let score = trial.score(SpeechTrial.stretches(VoiceOptions(), trial.mix(5)))
        #expect(score.missed < 30)
        #expect(score.wrong < 7)
    }

    @Test func `a fixed threshold below the noise never ends`() throws {
        let trial = try Self.trial.get()
        #expect(trial.seconds.speech > 30)
        let score = trial.score(SpeechTrial.stretches(VoiceOptions(threshold: .fixed(-40)), trial.mix(15)))
        #expect(score.wrong > 90)
    }
}
