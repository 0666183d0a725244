// Tests of the deck for a take that began before the screen, or goes into a recording (T1, T2).
import Dictation
import Drawing
import Testing

@testable import Face

@Suite("A take that the screen did not see begin")
struct RunningTakeTests {
    private static let rate = ScreenRig.rate

    /// A screen that is opened 40 s after the start of a take: the engine tells the last second of its waveform.
    private func late() -> ScreenRig {
        var rig = ScreenRig(120, 36)
        rig.connect()
        rig.tell("transport", ScreenRig.transport("recording", "stopped", take: "interview"))
        rig.tell("position", ScreenRig.position(elapsed: 40 * Self.rate, bytes: 11_520_000))
        rig.tell("wave", ScreenRig.wave(.take, "interview", until: 40 * Self.rate, seconds: 1))
        rig.tell("position", ScreenRig.position(elapsed: 40 * Self.rate, bytes: 11_520_000))
        return rig
    }

    /// The cells of the deck's waveform that show sound, by columns.
    private func sound(_ rig: ScreenRig) -> [Bool] {
        let canvas = rig.canvas
        return (0..<72).map { column in
            (4..<18).contains { row in (0x2801..<0x2900).contains(canvas[column, row].scalars.first?.value ?? 0) }
        }
    }

    @Test("The time until a limited take ends stands beside the elapsed time, and not in a narrow window", arguments: [120, 50])
    func remaining(columns: Int) {
        var rig = ScreenRig(columns, 36)
        rig.record(40)
        #expect(!rig.text.contains("ends in"))
        rig.tell("position", ScreenRig.position(elapsed: 40 * Self.rate) + ["remaining_seconds": .double(20.4)])
        let header = rig.text.split(separator: "\n")[0]
        #expect(header.contains("-21") == (columns == 120), "\(header)")
        if columns == 120 { #expect(rig.text.contains("ends in 21")) }
    }

    @Test("The sound from before is asked for once and drawn before the live columns")
    func soundFromBefore() {
        let rig = late()
        let asked = rig.questions.filter { $0.name == "peaks" && ($0.int(.until) ?? 0) < 40 * Self.rate }
        #expect(asked.count == 1 && asked.first?.text(.name) == "interview", "\(asked.map(\.name))")
        // 40 of 60 s: two thirds of the window.
        let cells = sound(rig)
        #expect(cells[2..<46].filter { $0 }.count > 40 && !cells[55...].contains(true), "\(cells)")
    }

    @Test("Pauses and losses from before are those that the engine tells with the waveform")
    func breaksFromBefore() {
        var rig = late()
        rig.takeBreaks = ["pause 480000 12.5", "lost 960000 0.01"]
        rig.tell("position", ScreenRig.position(elapsed: 41 * Self.rate, bytes: 11_800_000))
        rig.wait(2)
        rig.tell("position", ScreenRig.position(elapsed: 43 * Self.rate, bytes: 12_300_000))
        #expect(rig.text.contains("pause 12.5") && rig.text.contains("lost 10"), "\(rig.text)")
        // A loss that is seen now stands beside them, once.
        rig.tell("xruns", ["xruns": .int(1), "missed_frames": .int(480), "lost_frames": .int(0), "underruns": .int(0)])
        #expect(rig.text.components("lost 10") == 2, "\(rig.text)")
    }

    @Test("A take into a recording is drawn at its place, with the sound before it")
    func takeIntoARecording() {
        var rig = ScreenRig(120, 36)
        rig.connect()
        let place = 300 * Self.rate
        rig.tell("transport", ScreenRig.transport("recording", "stopped", take: "interview"))
        for second in 1...20 {
            let end = place + Int64(second) * Self.rate
            rig.tell("wave", ScreenRig.wave(.take, "interview", until: end, seconds: 1))
            let position = ScreenRig.position(elapsed: Int64(second) * Self.rate, bytes: 1_000_000)
            rig.tell("position", position + ["take_place_frames": .int(place)])
        }
        #expect(sound(rig).contains(true) && rig.text.contains("05:00"), "\(rig.text)")
        #expect(rig.text.contains("20s"))
    }

    @Test("The card has channels and the peaks of the take, and the bit rate of a format that loses something")
    func card() {
        var rig = ScreenRig(120, 36)
        rig.more = ["channels": .int(1), "bitrate": .int(160)]
        rig.record(90)
        #expect(rig.text.contains("WAV 24 bit 48 kHz mono"), "\(rig.text)")
        var lossy = ScreenRig(120, 36)
        lossy.more = ["format": .text("ogg"), "bits": .text(""), "channels": .int(1), "bitrate": .int(160)]
        lossy.record(90)
        #expect(lossy.text.contains("OGG 160 kbit/s 48 kHz mono"), "\(lossy.text)")
        #expect(rig.text.contains("take peak   -3  -12"), "\(rig.text)")
    }
}

extension String {
    /// The number of places at which a text stands.
    fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
