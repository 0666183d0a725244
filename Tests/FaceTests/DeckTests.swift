// Tests of the deck: what is drawn is what was recorded, and a click goes where it points (T1, T3, T13).
import Dictation
import Drawing
import TestSupport
import Testing

@testable import Face

@Suite struct DeckTests {
    /// The columns of the lanes in which a wave reaches the first row of the left channel.
    private func peaks(_ rig: ScreenRig) -> [Int] {
        let layout = DeckLayout(rig.face.area(of: .page(.deck)), isSmall: false)
        let canvas = rig.canvas
        return (0..<layout.wave.columns).filter { cell in
            let place = canvas[layout.wave.column + cell, layout.wave.row]
            return place.character != " " && place.style.foreground != .playhead
        }
    }

    @Test("A click is seen in its column, and only there", arguments: FaceOptions.Glyphs.allCases)
    func liveClick(glyphs: FaceOptions.Glyphs) throws {
        for frame in [Int64(1), 700_000, 1_000_000, 1_919_999, 2_800_000] {
            var rig = ScreenRig(80, 24, FaceOptions(glyphs: glyphs))
            rig.connect()
            rig.tell("transport", ScreenRig.transport("recording", "stopped", take: "interview"))
            let step: Int64 = 1536
            let columns = (0..<Int64(1900)).map { index in
                let isClick = index == frame / step
                return WaveColumn(
                    low: SIMD2(repeating: isClick ? -1 : 0), high: SIMD2(repeating: isClick ? 1 : 0), loud: .zero)
            }
            for first in stride(from: 0, to: columns.count, by: 100) {
                rig.tell(
                    "wave",
                    WaveColumns(
                        source: .take, name: "interview", rate: 48_000, columnFrames: Int(step), firstFrame: Int64(first) * step,
                        columns: Array(columns[first..<first + 100])
                    ).fields)
            }
            rig.tell("position", ScreenRig.position(elapsed: 2_870_000))
            // The window is a minute over 78 cells; a column counts where it begins.
            #expect(peaks(rig) == [Int(frame / step * step * 78 / 2_880_000)], "\(frame)")
        }
    }

    @Test("A click in a recording is seen in its column at every zoom")
    func loadedClick() {
        let place: Int64 = 37
        var rig = ScreenRig()
        rig.click = place * 48_000 + 1000
        rig.play(place, of: 300)
        for _ in 0..<8 {
            let deck = rig.face.pages[.deck] as? DeckPanel
            let axis = deck?.part.tape.axis(78)
            // The column of the answer in which the click lies begins up to a quarter of a cell before it.
            let strip = deck?.part.window.strip ?? WaveStrip()
            let column = strip.firstFrame + (rig.click - strip.firstFrame) / strip.columnFrames * strip.columnFrames
            let cell = axis?.cell(of: column)
            #expect(rig.click - column <= (axis?.frames ?? 0) / 78 / 4 + 1)
            let head = axis?.cell(of: place * 48_000)
            let loudest = peaks(rig)
            #expect(cell == head || loudest.contains(cell ?? -1), "\(loudest) without \(cell ?? -1)")
            rig.press("+")
        }
    }

    @Test("A click on a column of the wave locates to its frame, and a drag follows with one command at a time")
    func locate() throws {
        var rig = ScreenRig()
        rig.play(37, of: 300)
        rig.requests = []
        let layout = DeckLayout(rig.face.area(of: .page(.deck)), isSmall: false)
        for cell in [0, 1, 40, 77] {
            rig.requests = []
            rig.click(layout.wave.column + cell, layout.wave.row + 2)
            let frame = Int64((Double(cell) / 78 * 2_880_000).rounded(.up))
            #expect(rig.requests == [try Request(line: "locate \(frame)f")])
        }
        rig.requests = []
        rig.click(layout.overview.column + 39, layout.overview.row)
        #expect(rig.requests == [try Request(line: "locate \(300 * 24_000)f")])
        rig.requests = []
        rig.mouse(.press, layout.wave.column + 3, layout.wave.row)
        rig.mouse(.drag, layout.wave.column + 5, layout.wave.row)
        rig.mouse(.drag, layout.wave.column + 500, layout.wave.row + 9)
        rig.mouse(.release, layout.wave.column + 500, layout.wave.row + 9)
        #expect(rig.requests.count == 3)
        #expect(rig.requests.last == (try Request(line: "locate \(Int64((77.0 / 78 * 2_880_000).rounded(.up)))f")))
    }

    @Test("A click on a flag locates to its marker exactly")
    func flag() throws {
        var rig = ScreenRig()
        rig.play(37, of: 300)
        rig.requests = []
        let place = try #require(rig.place(of: "┬chor"))
        rig.click(place.column, place.row)
        #expect(rig.requests == [try Request(line: "locate 960000f")])
    }

    @Test("Each point of the loop has a button that clears it alone", arguments: FaceOptions.Glyphs.allCases)
    func clearOnePoint(_ glyphs: FaceOptions.Glyphs) throws {
        var rig = ScreenRig(80, 24, FaceOptions(glyphs: glyphs))
        rig.play(37, of: 300)
        rig.tell("loop", ScreenRig.loop(24 * 48_000, 44 * 48_000))
        for (words, command) in [("A 0:24", "loop clear-a"), ("B 0:44", "loop clear-b")] {
            rig.requests = []
            let place = try #require(rig.place(of: words))
            rig.click(place.column + 7, place.row)
            #expect(rig.requests == [try Request(line: command)])
        }
        rig.tell("loop", ScreenRig.loop(24 * 48_000, nil))
        let place = try #require(rig.place(of: "B --:--"))
        rig.requests = []
        rig.click(place.column + 7, place.row)
        #expect(rig.requests.isEmpty)
    }

    @Test("Neither the inputs nor a take that is not heard has a playhead to move")
    func nothingToLocate() {
        var rig = ScreenRig()
        rig.record(100)
        rig.requests = []
        let layout = DeckLayout(rig.face.area(of: .page(.deck)), isSmall: false)
        rig.click(layout.wave.column + 5, layout.wave.row)
        #expect(rig.requests.isEmpty)
    }

    @Test("The window turns like a page with a third kept, and stands still between")
    func pages() {
        var tape = TapeView()
        var view = EngineView()
        view.transport.record = .recording
        view.transport.recordName = "x"
        var firsts: [Int64] = []
        for second in 0..<200 {
            view.position.elapsed = Int64(second) * 48_000
            tape.follow(view)
            #expect(tape.head >= tape.first && tape.head <= tape.first + tape.frames)
            if firsts.last != tape.first { firsts.append(tape.first) }
        }
        #expect(firsts == [0, 40, 80, 120, 160].map { $0 * 48_000 })
    }

    @Test("Columns of messages are joined; a lost message leaves silence, another source begins anew")
    func joined() {
        var tape = WaveTape()
        func wave(_ first: Int64, _ count: Int, _ level: Float = 1, name: String = "a") -> WaveColumns {
            WaveColumns(
                source: .take, name: name, rate: 48_000, columnFrames: 1536, firstFrame: first * 1536,
                columns: Array(
                    repeating: WaveColumn(low: SIMD2(repeating: -level), high: SIMD2(repeating: level), loud: .zero), count: count
                ))
        }
        tape.take(wave(10, 30))
        tape.take(wave(20, 30, 0.5))
        #expect(tape.columns.count == 40 && tape.columns[9].high.x == 1 && tape.columns[10].high.x == 0.5)
        tape.take(wave(60, 10))
        #expect(tape.columns.count == 60 && tape.columns[45].high.x == 0 && tape.columns[50].high.x == 1)
        tape.take(wave(5, 10))
        #expect(tape.firstFrame == 5 * 1536 && tape.columns.count == 10)
        tape.take(wave(8, 2, name: "b"))
        #expect(tape.firstFrame == 8 * 1536 && tape.columns.count == 2)
        for start in 0..<1000 { tape.take(wave(8 + Int64(start) * 30, 30, name: "b")) }
        #expect(tape.columns.count <= 8100 && tape.endFrame == (8 + 999 * 30 + 30) * 1536)
    }

    @Test("Only the lamp of a take that runs blinks")
    func blinking() {
        for state in ["idle", "recording", "paused", "waiting"] {
            var rig = ScreenRig()
            rig.record(90)
            rig.tell("transport", ScreenRig.transport(state, "stopped", take: state == "idle" ? "" : "interview"))
            let canvas = rig.canvas
            let blinking = canvas.cells.indices.filter { canvas.cells[$0].style.blinks }
            #expect(blinking.count == (state == "recording" ? 1 : 0))
            if let cell = blinking.first { #expect(canvas.cells[cell].character == "●") }
        }
    }

    @Test("Nothing but its own figures changes while times and levels run")
    func steady() {
        var rig = ScreenRig()
        rig.record(3590)
        let layout = DeckLayout(rig.face.area(of: .page(.deck)), isSmall: false)
        func fixed(_ rig: ScreenRig) -> [String] {
            let canvas = rig.canvas
            let lamp = (0..<canvas.columns).map { canvas[$0, 0].character.map(String.init) ?? "" }.firstIndex(of: "●") ?? -1
            let pad = (layout.pad.row..<24).map(canvas.text(ofRow:))
            return ["\(lamp)"] + pad + [canvas.text(ofRow: layout.scale.row)]
        }
        let before = fixed(rig)
        for second in [3599, 3600, 35_999, 36_000, 359_999] {
            rig.tell("position", ScreenRig.position(elapsed: Int64(second) * 48_000, bytes: Int64(second) * 288_000))
            rig.tell("meters", ScreenRig.meters(Double(-second % 60), Double(-second % 50), -200, -200))
            rig.tell("xruns", ["xruns": .int(Int64(second)), "missed_frames": .int(Int64(second * 7))])
            #expect(fixed(rig) == before)
        }
    }

    @Test("Troubles come and go by themselves, and the screen wants a tick for that alone")
    func troubles() {
        var rig = ScreenRig()
        rig.record(90)
        #expect(rig.face.nextTime(after: rig.now) == nil && rig.face.troubles(rig.now).isEmpty)
        rig.tell("xruns", ["xruns": .int(3), "missed_frames": .int(480), "lost_frames": .int(0)])
        #expect(rig.text.contains("JACK was too slow: 3 xruns"))
        rig.tell("meters", ScreenRig.meters(-3, 0, -7, -3))
        #expect(rig.text.contains("(+1)"))
        rig.wait(10.1)
        #expect(!rig.text.contains("too slow") && rig.face.nextTime(after: rig.now) == nil)
        #expect(rig.face.view.inputs.left.hasClipped)
        rig.press("c")
        #expect(!rig.face.view.inputs.left.hasClipped)
        rig.tell("disk", ["disk_free_bytes": .int(70_000_000), "disk_seconds_left": .double(120)])
        #expect(rig.text.contains("The disk is almost full: 2m00s left"))
        rig.tell("disk", ["disk_free_bytes": .int(70_000_000_000), "disk_seconds_left": .double(12_000)])
        #expect(rig.face.troubles(rig.now).isEmpty)
        // As an engine tells that has not looked yet, or has no server whose rate it knows.
        rig.tell("disk", ["disk_free_bytes": .int(-1), "disk_seconds_left": .double(-1)])
        #expect(rig.face.troubles(rig.now).isEmpty)
        rig.failure = Failure(.refused, "no, since \u{1b}[2J")
        rig.press("s")
        #expect(rig.text.contains("no, since ?[2J"))
        rig.wait(6)
        #expect(!rig.text.contains("no, since"))
    }

    @Test(
        "A source that is lost, silent or replaced is told with what to do, until it is back (T13)",
        arguments: [
            ("lost", "The source is gone: plug it in, or choose another one in the options", Role.error),
            ("silent", "The source is silent: look at its cable and its switch", .warning),
            ("fallback", "The source is gone: its replacement is heard", .warning),
        ])
    func sources(state: String, words: String, role: Role) {
        var rig = ScreenRig()
        rig.connect()
        rig.tell("sources", ["source_state": .text(state), "source_ports": .list([]), "source_count": .int(0)])
        let row = (0..<80).compactMap { rig.canvas[$0, 1].character }
        #expect(String(row) == Cells.padded(" " + words, 80) && rig.canvas[1, 1].style.foreground == role)
        for state in ["connected", "none", ""] {
            rig.tell("sources", ["source_state": .text(state)])
            #expect(rig.face.troubles(rig.now).isEmpty, "\(state)")
        }
    }

    @Test("A server that stands still is told apart from a program that holds the graph up (J2)")
    func stalled() {
        var rig = ScreenRig(120, 24)
        rig.connect()
        rig.tell("transport", ["jack": .text("stalled")])
        for (told, shown) in [
            ("the JACK server stands still", "The JACK server stands still: look at its sound card"),
            ("the JACK server goes on, but room:out stands still", "the JACK server goes on, but room:out stands still"),
        ] {
            rig.face.view.status = ["jack_trouble": .text(told)]
            #expect(rig.text.contains(shown) && rig.text.contains("sound card") == shown.contains("sound card"), "\(told)")
        }
    }

    @Test("The deck and the options name sources as people do, and by their full names where there is no other (R5)")
    func namesOfSources() {
        var rig = ScreenRig(200, 40)
        rig.ports = [
            ["port": .text("alsa:capture_1"), "source": .text("Scarlett 2i2: Mic 1")],
            ["port": .text("alsa:capture_2"), "source": .text("Scarlett 2i2: Mic 2")],
        ]
        rig.connect()
        func tell(_ ports: String...) {
            rig.tell("sources", ["source_state": .text("connected"), "source_ports": .list(ports)])
        }
        func shows(_ words: String) -> Bool { (0..<40).contains { rig.canvas.text(ofRow: $0).contains(words) } }
        tell("alsa:capture_1", "alsa:capture_2")
        #expect(shows("source  Scarlett 2i2: Mic 1, Scarlett 2i2: Mic 2"))
        rig.ports.append(["port": .text("synth:out"), "source": .text("")])
        tell("synth:out")
        #expect(shows("source  synth:out"))
        let asked = rig.questions.count { $0.name == "source" }
        tell("alsa:capture_2")
        #expect(shows("source  Scarlett 2i2: Mic 2") && rig.questions.count { $0.name == "source" } == asked)
        rig.press("5")
        let option = (0..<40).map { rig.canvas.text(ofRow: $0) }.first { $0.contains("Source now") } ?? ""
        #expect(option.contains("Scarlett 2i2: Mic 2") && !shows("alsa:capture_2"))
    }

    @Test("A failure that only an event tells is a trouble for ten seconds, before any warning, and never twice (T13)")
    func toldFailures() {
        var rig = ScreenRig()
        func line() -> String { String(rig.canvas.text(ofRow: 1).reversed().drop { $0 == " " }.reversed()) }
        func fail(_ words: String) { rig.take(.event(name: "error", ["message": .text(words), "what": .text("hooks")])) }
        rig.connect()
        rig.tell("disk", ["disk_free_bytes": .int(70_000_000), "disk_seconds_left": .double(120)])
        fail("the hook is not found")
        #expect(line() == " the hook is not found (+1)")
        #expect(rig.canvas[1, 1].style == Style(.error, bold: true))
        fail("the hook is not found")
        #expect(line() == " the hook is not found (+1)")
        rig.wait(5)
        fail("key 12 is not understood\u{1b}[2J")
        #expect(line() == " key 12 is not understood?[2J (+2)")
        rig.wait(5.1)
        #expect(line() == " key 12 is not understood?[2J (+1)")
        rig.wait(5)
        #expect(line().hasPrefix(" The disk is almost full") && rig.face.nextTime(after: rig.now) == nil)
        // Other events, and one without words.
        rig.take(.event(name: "error", ["message": .int(5)]))
        rig.take(.event(name: "clip", ["message": .text("no")]))
        #expect(line().hasPrefix(" The disk is almost full") && !line().contains("(+"))
        // A take that has failed stands in the transport's own words.
        var fields = ScreenRig.transport("idle", "stopped").all
        fields.removeAll { $0.key == "record_error" }
        rig.tell("transport", Fields(fields + [Field("record_error", .text("the disk is gone"))]))
        fail("/x/memo.wav: the disk is gone")
        #expect(line() == " the disk is gone (+1)")
        // The trouble of a running take is told as long as it stands.
        for state in ["recording", "paused"] {
            var running = ScreenRig.transport(state, "stopped").all
            running.removeAll { $0.key == "record_error" }
            rig.tell("transport", Fields(running + [Field("record_error", .text("the disk is gone"))]))
            #expect(line() == " Trouble with the take: the disk is gone (+1)")
        }
    }

    @Test("A failure of the playback stands until the engine has it no more, and never twice (T13)")
    func playFailure() {
        var rig = ScreenRig()
        rig.connect()
        rig.more = ["play_error": .text("memo cannot be read")]
        rig.take(.event(name: "error", ["message": .text("memo cannot be read"), "what": .text("play")]))
        #expect(rig.canvas.text(ofRow: 1).hasPrefix(" memo cannot be read   "))
        rig.wait(20)
        #expect(rig.canvas.text(ofRow: 1).hasPrefix(" memo cannot be read   "))
        // A load of the same recording changes nothing that a topic tells.
        rig.more = [:]
        rig.press("space")
        #expect(!rig.text.contains("memo cannot be read"))
    }

    @Test("A long path does not push the fact out of the line of trouble (T7)")
    func longPath() {
        var rig = ScreenRig()
        rig.connect()
        let path = "/home/anna/Recordings/" + String(repeating: "a-long-way/", count: 3) + "memo.wav"
        let words = "\(path) is gone: put it back, or relink it"
        rig.take(.event(name: "error", ["message": .text(words), "what": .text("library")]))
        let line = rig.canvas.text(ofRow: 1)
        #expect(line.contains("memo.wav is gone: put it back, or relink it"), "\(line)")
    }

    /// Levels of the inputs with the number of their window.
    private func levels(_ peak: Double, held: Double, window: Int64) -> Fields {
        var fields: Fields = ["meter_count": .int(window)]
        for place in ["in", "out"] {
            for side in ["left", "right"] {
                fields.append("\(place)_peak_\(side)_db", .double(place == "in" && side == "left" ? peak : -20))
                fields.append("\(place)_rms_\(side)_db", .double(-20))
                fields.append("\(place)_held_\(side)_db", .double(place == "in" && side == "left" ? held : -20))
            }
        }
        return fields
    }

    @Test("A clip between two messages lights its lamp; one that was cleared does not light it again, a new one does (T3)")
    func clips() {
        var rig = ScreenRig()
        rig.connect()
        func isLit() -> Bool { rig.face.view.inputs.left.hasClipped }
        rig.tell("meters", levels(-6, held: -3, window: 100))
        #expect(!isLit())
        rig.tell("meters", levels(-6, held: 0, window: 102))
        #expect(isLit() && rig.text.contains("The input clips") && !rig.face.view.inputs.right.hasClipped)
        rig.press("c")
        #expect(!isLit() && !rig.text.contains("The input clips"))
        // The clip is still held, by messages that were under way and by an engine that has not reset yet.
        rig.tell("meters", levels(0, held: 0, window: 103))
        rig.tell("meters", levels(-6, held: 0, window: 105))
        rig.tell("meters", levels(-6, held: 0, window: 140))
        #expect(!isLit() && !rig.text.contains("The input clips"))
        rig.tell("meters", levels(0, held: 0, window: 141))
        #expect(isLit() && rig.text.contains("The input clips"))
        rig.press("c")
        // The reset was seen.
        rig.tell("meters", levels(-6, held: -6, window: 142))
        rig.tell("meters", levels(-6, held: 0.5, window: 144))
        #expect(isLit())
        // Numbers of windows that are none.
        for window in [Int64.min, .max, 0] {
            rig.press("c")
            rig.tell("meters", levels(0, held: 0, window: window))
        }
    }

    @Test("Clips that the engine has counted light the lamps of a new screen, unless they were cleared (T3)")
    func countedClips() {
        var rig = ScreenRig()
        rig.more = ["in_clips_left": .int(3), "in_clips_right": .int(0), "clips_left": .int(0), "clips_right": .int(1)]
        rig.connect()
        let view = rig.face.view
        #expect(view.inputs.left.hasClipped && !view.inputs.right.hasClipped)
        #expect(!view.outputs.left.hasClipped && view.outputs.right.hasClipped)
        // They may be hours old.
        #expect(!rig.text.contains("The input clips"))
        rig.press("c")
        rig.tell("transport", ScreenRig.transport("recording", "stopped", take: "interview"))
        #expect(!rig.face.view.inputs.left.hasClipped && !rig.face.view.outputs.right.hasClipped)
    }

    @Test("The waveform of a file outside the library is asked for by its path (T1)")
    func outside() {
        var rig = ScreenRig()
        rig.outsidePath = "/home/anna/Downloads/memo.wav"
        rig.play(37, of: 300)
        let asked = rig.questions.filter { ["peaks", "info"].contains($0.name) }.compactMap { $0.text(.name) }
        #expect(asked.suffix(2).allSatisfy { $0 == rig.outsidePath }, "\(asked)")
        #expect(rig.text.contains("⣿") || rig.text.contains("⡇"))
    }
}
