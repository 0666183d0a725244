// Pictures of the main screen (T1 to T6, T9, T11 to T13).
import Dictation
import Drawing
import Testing

@testable import Face

@Suite struct DeckSnapshotTests {
    private func check(_ rig: ScreenRig, _ name: String, looks: Bool = false, at location: SourceLocation = #_sourceLocation) {
        let picture = Snapshot.characters(of: rig.canvas) + (looks ? "\n" + Snapshot.looks(of: rig.canvas) : "")
        Snapshot.check(picture, name, at: location)
    }

    @Test("A take that runs", arguments: FaceOptions.Glyphs.allCases)
    func recording(glyphs: FaceOptions.Glyphs) {
        var rig = ScreenRig(80, 24, FaceOptions(glyphs: glyphs))
        rig.record(4046)
        check(rig, "deck-recording-\(glyphs.rawValue)", looks: glyphs == .braille)
    }

    @Test("A take that is paused, with a pause and a loss behind it")
    func paused() {
        var rig = ScreenRig()
        rig.record(90)
        rig.tell("transport", ScreenRig.transport("paused", "stopped", take: "interview"))
        rig.wait(12.5)
        rig.tell("transport", ScreenRig.transport("recording", "stopped", take: "interview"))
        rig.tell("position", ScreenRig.position(elapsed: 95 * 48_000, bytes: 27_360_000))
        rig.tell("xruns", ["xruns": .int(1), "missed_frames": .int(480), "lost_frames": .int(0)])
        rig.tell("wave", ScreenRig.wave(.take, "interview", until: 98 * 48_000, seconds: 8))
        rig.tell("position", ScreenRig.position(elapsed: 98 * 48_000, bytes: 28_224_000))
        rig.tell("transport", ScreenRig.transport("paused", "stopped", take: "interview"))
        check(rig, "deck-paused")
    }

    @Test("An engine that does nothing shows its inputs")
    func idle() {
        var rig = ScreenRig()
        rig.connect()
        rig.tell("wave", ScreenRig.wave(.inputs, "", until: 40 * 48_000, seconds: 30))
        check(rig, "deck-idle")
    }

    @Test("Playback with a loop and markers", arguments: [(80, 24), (120, 36), (200, 60), (60, 12)])
    func playing(columns: Int, rows: Int) {
        var rig = ScreenRig(columns, rows)
        rig.play(37, of: 300)
        rig.tell("loop", ScreenRig.loop(24 * 48_000, 44 * 48_000))
        rig.tell("rate", ScreenRig.sound(0.8, -150))
        check(rig, "deck-playing-\(columns)x\(rows)", looks: columns == 80)
    }

    @Test("Windows that are too small for all", arguments: [(40, 8), (20, 3), (60, 11), (30, 5)])
    func small(columns: Int, rows: Int) {
        var rig = ScreenRig(columns, rows)
        rig.record(4046)
        check(rig, "deck-small-\(columns)x\(rows)")
    }

    @Test("The whole tape, and a window of seconds")
    func zoomed() {
        var rig = ScreenRig()
        rig.play(37, of: 300)
        rig.press("w")
        check(rig, "deck-whole")
        rig.press("w")
        for _ in 0..<4 { rig.press("+") }
        check(rig, "deck-zoomed")
    }

    @Test("Locked")
    func locked() {
        var rig = ScreenRig()
        rig.record(4046)
        rig.tell("lock", ["locked": .flag(true), "lock_seconds": .double(0)])
        check(rig, "deck-locked", looks: true)
    }

    @Test("An engine that is gone, a server that is gone, a disk that is full")
    func troubles() {
        var rig = ScreenRig()
        rig.take(.link(.gone("the engine is gone")))
        check(rig, "deck-engine-gone")
        rig.connect()
        rig.tell(
            "transport",
            Fields(ScreenRig.transport("idle", "stopped").all.map { $0.key == "jack" ? Field("jack", .text("waiting")) : $0 }))
        check(rig, "deck-server-gone")
        rig.record(90)
        rig.tell("disk", ["disk_free_bytes": .int(0), "disk_seconds_left": .double(0)])
        check(rig, "deck-disk-full")
    }

    @Test("The dialogs")
    func dialogs() {
        var rig = ScreenRig()
        rig.play(37, of: 300)
        rig.press("d")
        check(rig, "dialog-dpc", looks: true)
        rig.press("enter")
        check(rig, "dialog-dpc-typed")
        rig.press("escape")
        rig.press("escape")
        rig.press("?")
        check(rig, "dialog-help")
        rig.press("?")
        rig.press("i")
        check(rig, "dialog-about")
    }
}
