// The screen during a take with voice activation.
import Dictation
import Testing

@testable import Face

@Suite struct VoiceTests {
    @Test func anArmedTakeShowsItsThreshold() {
        var rig = ScreenRig(80, 24)
        rig.connect()
        rig.tell("transport", ScreenRig.transport("armed", "stopped", take: "notes"))
        let voice: Fields = ["voice_threshold_db": .double(-41.3), "voice_level_db": .double(-60), "voice_open": .int(0)]
        rig.tell("meters", ScreenRig.meters(-50, -40, -50, -40) + voice)
        #expect(rig.text.contains("ARMED") && rig.text.contains("voice -41 dB shut"), "\(rig.text)")
        rig.tell("transport", ScreenRig.transport("recording", "stopped", take: "notes"))
        rig.tell("meters", ScreenRig.meters(-10, -4, -10, -4) + ["voice_threshold_db": .double(-41.3), "voice_open": .int(1)])
        #expect(rig.text.contains("RECORDING") && rig.text.contains("voice -41 dB open"), "\(rig.text)")
        rig.tell("meters", ScreenRig.meters(-10, -4, -10, -4) + ["voice_threshold_db": .double(-200), "voice_open": .int(0)])
        #expect(!rig.text.contains("voice"))
    }
}
