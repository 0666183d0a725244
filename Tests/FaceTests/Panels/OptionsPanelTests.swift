// Tests of the options.
import Dictation
import Drawing
import Testing

@testable import Face

@Suite("Options (T8)")
struct OptionsPanelTests {
    private func rig(_ columns: Int = 80, _ rows: Int = 24) -> PageRig {
        var rig = PageRig(columns, rows)
        rig.connect(page: "5")
        rig.take(
            .state(
                topic: "gains",
                [
                    "master": .double(1), "left_db": .double(-6), "right_db": .double(-200), "channels": .text("stereo"),
                    "monitor": .text("off"), "monitor_pitch_cents": .double(0), "monitor_level_db": .double(0),
                    "monitor_latency_frames": .int(0),
                ]))
        return rig
    }

    /// Selects the row of a label.
    private func select(_ label: String, _ rig: inout PageRig) {
        rig.press("home")
        for _ in OptionRow.all {
            guard let panel = rig.face.pages[.options] as? OptionsPanel, OptionRow.all[panel.list.selected].label != label else {
                return
            }
            rig.press("down")
        }
    }

    @Test("pictures at all sizes", arguments: [(80, 24), (120, 36), (60, 12)])
    func pictures(size: (Int, Int)) {
        var rig = rig(size.0, size.1)
        select("Format", &rig)
        rig.press("right")
        Snapshot.check(rig.canvas, "options-\(size.0)x\(size.1)")
    }

    @Test("each row is a setting, a verb, or a look of the screen, with a sentence")
    func rows() {
        for row in OptionRow.all where row.isOption {
            #expect(!row.help.isEmpty, "\(row.label)")
            switch row.kind {
            case .setting, .gain, .bed: #expect(row.parameter != nil, "\(row.label)")
            case .source, .title: break
            }
        }
        #expect(Set(OptionRow.all.map(\.label)).count == OptionRow.all.count)
    }

    @Test("arrows choose and step; each change is a verb, and says when it takes effect")
    func arrows() {
        var rig = rig()
        select("Format", &rig)
        rig.press("right")
        #expect(rig.sent("set") == ["set rec-format w64"] || rig.sent("set").first?.hasPrefix("set rec-format ") == true)
        #expect(rig.text.contains("takes effect with the next take"))
        select("Bits", &rig)
        rig.press("left")
        #expect(rig.sent("set").last == "set rec-bits 16", "\(rig.sent("set"))")
        rig.press("right")
        #expect(rig.sent("set").last == "set rec-bits yes", "the engine decides: \(rig.sent("set"))")
        select("Pre-roll of a take", &rig)
        rig.press("right")
        #expect(rig.sent("set").last == "set rec-preroll 1s")
        select("Left (dB)", &rig)
        rig.press("left")
        select("Right (dB)", &rig)
        rig.press("right")
        select("Volume", &rig)
        rig.press("right", "backspace")
        #expect(
            rig.requests.filter { $0.name == "gain" }.map { [$0.double(.left), $0.double(.right), $0.double(.master)] }
                == [[-7, nil, nil], [nil, -60, nil], [nil, nil, 1.05], [nil, nil, 1]])
    }

    @Test("the bed is switched, and sounds are chosen by name or typed as a path")
    func sounds() {
        var rig = rig()
        select("Bed now", &rig)
        rig.press("right")
        #expect(rig.sent("bed") == ["bed white"], "\(rig.sent("bed"))")
        rig.take(.state(topic: "cues", ScreenRig.cues(bed: "white")))
        select("Bed level now (dB)", &rig)
        rig.press("left")
        #expect(rig.requests.last?.double(.level) == -18, "\(rig.sent("bed"))")
        select("Start gong", &rig)
        rig.press("left")
        #expect(rig.sent("set").last == "set timer-start-sound none", "\(rig.sent("set"))")
        rig.press("enter", "ctrl-u")
        rig.type("/home/anna/gong.wav")
        rig.press("enter")
        #expect(rig.sent("set").last == "set timer-start-sound /home/anna/gong.wav", "\(rig.sent("set"))")
        select("Count-in (beats)", &rig)
        rig.press("right")
        #expect(rig.sent("set").last == "set rec-count-in 1")
        #expect(rig.text.contains("takes effect with the next take"), "\(rig.text)")
    }

    @Test("enter types a value; a refusal stands in its place")
    func typing() {
        var rig = rig()
        select("Source at start", &rig)
        rig.press("enter")
        rig.type("^mic:")
        rig.press("enter")
        #expect(rig.sent("set") == ["set connect-in ^mic:"])
        rig.failure = Failure(.refused, "the network is the owner's to open")
        select("Pre-roll in memory", &rig)
        rig.press("enter", "ctrl-u")
        rig.type("5s")
        rig.press("enter")
        #expect(rig.text.contains("the network is the owner's to open"))
    }

    @Test("palette and characters change the screen at once, and are settings")
    func looks() {
        var rig = rig()
        select("Palette", &rig)
        rig.press("right")
        #expect(rig.sent("set") == ["set palette light"] && rig.face.options.palette == "light")
        select("Characters", &rig)
        rig.press("left")
        #expect(rig.sent("set").last == "set glyphs ascii" && rig.text.allSatisfy { $0.isASCII || $0.isNewline })
        rig.press("backspace")
        #expect(rig.sent("set").last == "set glyphs yes" && !rig.text.allSatisfy(\.isASCII))
    }

    @Test("the setting names the palettes and characters that there are")
    func names() {
        #expect(SettingsTable.setting(.palette)?.parameter.choices == Palette.all.map(\.name))
        #expect(SettingsTable.setting(.glyphs)?.parameter.choices == ["auto"] + FaceOptions.Glyphs.allCases.map(\.rawValue))
    }

    @Test("a terminal without Unicode keeps ASCII, whatever is chosen")
    func noUnicode() {
        var rig = PageRig(80, 24, FaceOptions(glyphs: .ascii))
        rig.connect(page: "5")
        select("Characters", &rig)
        rig.press("right")
        #expect(rig.sent("set") == ["set glyphs braille"] && rig.text.allSatisfy { $0.isASCII || $0.isNewline })
    }

    @Test("the mouse steps, chooses and scrolls")
    func mouse() throws {
        var rig = rig()
        let place = try #require(rig.place(of: "Monitoring  "))
        rig.mouse(.press, (30, place.row))
        #expect(rig.sent("set") == ["set monitor direct"])
        let arrow = try #require(rig.place(of: "<"))
        rig.mouse(.press, arrow)
        #expect(rig.sent("set").last == "set monitor off")
        rig.mouse(.wheelDown, place)
        rig.mouse(.wheelDown, place)
        #expect(rig.place(of: "Monitoring  ") == nil)
    }

    @Test("numbers step within their limits")
    func steps() throws {
        let level = try #require(OptionRow.all.first { $0.label == "Left (dB)" }?.parameter)
        #expect(OptionValue.step("12", by: 1, level) == "12" && OptionValue.step("-60", by: -1, level) == "-inf")
        #expect(OptionValue.step("-inf", by: 1, level) == "-60" && OptionValue.step("-6.4", by: 1, level) == "-5")
        #expect(OptionValue.step("nonsense", by: 1, level) == nil)
        let rate = try #require(OptionRow.all.first { $0.label == "Bit rate (kbit/s)" }?.parameter)
        #expect(OptionValue.step("", by: 16, rate) == "144" && OptionValue.step("510", by: 16, rate) == "510")
        let time = try #require(OptionRow.all.first { $0.label == "Pre-roll of a take" }?.parameter)
        #expect(OptionValue.step("0s", by: -1, time) == "0s" && OptionValue.step("2.5s", by: 1, time) == "4s")
        #expect(OptionValue.next("b", among: ["a", "b"], by: 1) == "a" && OptionValue.next("x", among: [], by: 1) == nil)
    }
}
