// Tests of favourites and groups in the library (T7, F12).
import Dictation
import Drawing
import TestSupport
import Testing

@testable import Face

@Suite("Favourites and groups in the library (T7)")
struct LibraryGroupTests {
    /// Recordings of a few artists; some are favourites, some have tags.
    static func recordings(_ count: Int = 40) -> [Fields] {
        let artists = ["Asha", "", "Benedikt of the long name", "Asha", "", "Chen"]
        return (0..<count).map { index in
            let tags = index % 3 == 0 ? ["yoga", "morning"] : index % 3 == 1 ? ["yoga"] : []
            let base = PageRig.recording("take-\(1000 + index)", seconds: Double(60 + index), tags: tags)
            return Fields(
                base.all.map { field in
                    switch field.key {
                    case "artist": Field("artist", .text(artists[index % artists.count]))
                    case "created": Field("created", .text("2026-11-\(10 + index % 15)T10:41:07Z"))
                    default: field
                    }
                }) + ["favourite": .flag(index % 4 == 0)]
        }
    }

    private func rig(
        _ columns: Int = 80, _ rows: Int = 24, _ options: FaceOptions = FaceOptions(), count: Int = 40, group: String = "",
        memory: [String: String] = [:]
    ) -> PageRig {
        var rig = PageRig(columns, rows, recordings: Self.recordings(count), options)
        rig.connect(page: "2", memory: memory.merging(group.isEmpty ? [:] : ["library.group": group]) { $1 })
        return rig
    }

    private func panel(_ rig: PageRig) throws -> LibraryPanel { try #require(rig.face.pages[.library] as? LibraryPanel) }

    private func selected(_ rig: PageRig) throws -> String {
        let panel = try panel(rig)
        return panel.window.row(panel.list.selected)?.name ?? ""
    }

    @Test("Pictures at all sizes", arguments: [(80, 24), (120, 36), (200, 60), (60, 12)])
    func pictures(size: (Int, Int)) {
        var rig = rig(size.0, size.1, group: "artist")
        rig.press("x")
        rig.wait(0.5)
        Snapshot.check(rig.canvas, "library-groups-\(size.0)x\(size.1)")
        guard size == (80, 24) else { return }
        rig.press("F", "b")
        rig.wait(0.5)
        Snapshot.check(Snapshot.characters(of: rig.canvas) + "\n" + Snapshot.looks(of: rig.canvas), "library-favourites")
    }

    @Test("Without Unicode and colours")
    func ascii() {
        var rig = rig(80, 24, FaceOptions(glyphs: .ascii, colours: 0), group: "tag")
        rig.wait(0.5)
        #expect(rig.canvas.cells.allSatisfy { $0.character?.isASCII != false })
        Snapshot.check(rig.canvas, "library-groups-ascii")
    }

    @Test("f makes the selected or the marked recordings favourites, and those that all are no longer")
    func favourite() throws {
        var rig = rig()
        rig.press("down", "f")
        #expect(rig.sent("favourite") == ["favourite take-1001"], "\(rig.sent("favourite"))")
        #expect(rig.text.contains("\"take-1001\": a favourite"))
        rig.press("up", "f")
        #expect(rig.sent("favourite").last == "favourite take-1000 yes", "\(rig.sent("favourite"))")
        rig.press("x", "x", "f")
        #expect(rig.sent("favourite").last == "favourite take-1000+take-1001", "\(rig.sent("favourite"))")
        // Once the list tells that both are favourites, the key takes them back.
        rig.recordings = rig.recordings.enumerated().map { index, fields in
            index == 1 ? Fields(fields.all.filter { $0.key != "favourite" }) + ["favourite": .flag(true)] : fields
        }
        rig.take(.state(topic: "library", ["revision": .int(2)]))
        rig.press("f")
        #expect(rig.sent("favourite").last == "favourite take-1000+take-1001 yes", "\(rig.sent("favourite"))")
        rig.failure = Failure(.refused, "the library cannot be written")
        rig.press("f")
        #expect(rig.text.contains("the library cannot be written"))
    }

    @Test("F shows favourites only, and is remembered; escape shows all again")
    func favourites() throws {
        var rig = rig()
        #expect(rig.text.contains("*take-1000") && !rig.text.contains("*take-1001"), "\(rig.text)")
        rig.press("down", "down", "F")
        #expect(rig.sent("ls").last?.hasSuffix(" yes") == true && rig.text.contains("10 found · favourites"), "\(rig.text)")
        #expect(!rig.text.contains("take-1001") && rig.stored["library.favourites"] == "yes")
        rig.press("escape")
        #expect(try selected(rig) == "take-1002" && rig.stored["library.favourites"] == "no")
        let again = self.rig(memory: ["library.favourites": "yes"])
        #expect(again.text.contains("10 found"))
    }

    @Test("b goes through the groups, which have heads with count and length, and is remembered")
    func groups() throws {
        var rig = rig()
        var seen: [String] = []
        for _ in 0..<5 {
            rig.press("b")
            seen.append(rig.stored["library.group"] ?? "-")
            #expect(try selected(rig).isEmpty == false)
        }
        #expect(seen == ["artist", "tag", "day", "state", ""])
        rig.press("b")
        #expect(rig.text.contains("Asha  14 recordings, 18m33s"), "\(rig.text)")
        rig.press("end")
        #expect(rig.text.contains("no artist  13 recordings"), "\(rig.text)")
        let again = self.rig(group: "state")
        #expect(again.text.contains("completed  40 recordings") && again.text.contains("by state"))
        let wrong = self.rig(group: "colour")
        #expect(wrong.sent("ls").allSatisfy { !$0.contains("colour") })
    }

    @Test("The selection goes through all rows of all groups, is always visible, and none is left out by pages")
    func moves() throws {
        for (columns, rows) in [(80, 24), (60, 12), (40, 8), (120, 36)] {
            var rig = rig(columns, rows, group: "day")
            var names: [String] = []
            for _ in 0..<40 {
                let (name, text) = (try selected(rig), rig.text)
                names.append(name)
                #expect(text.contains(name), "\(name) \(text)")
                rig.press("down")
            }
            #expect(Set(names).count == 40)
            rig.press("home")
            var paged: Set<String> = []
            for _ in 0..<40 {
                let text = rig.text
                paged.formUnion(names.filter { text.contains($0) })
                rig.press("pgdn")
            }
            #expect(paged.count == 40, "\(columns)x\(rows): \(Set(names).subtracting(paged))")
            #expect(try selected(rig) == names.last)
        }
    }

    @Test("In groups of tags a recording stands in each of its groups, is marked in all, and the selection stays at its place")
    func twice() throws {
        var rig = rig(80, 40, group: "tag", memory: [:])
        #expect(try panel(rig).window.total == 40 + 14)
        rig.press("x")
        let first = try #require(rig.text.split(separator: "\n").first { $0.contains("✓") })
        #expect(first.contains("take-1000"))
        // The same recording in the next group.
        for _ in 0..<13 { rig.press("down") }
        #expect(try selected(rig) == "take-1000")
        #expect(rig.text.split(separator: "\n").filter { $0.contains("✓") && $0.contains("take-1000") }.count == 2, "\(rig.text)")
        let place = try panel(rig).list.selected
        rig.take(.state(topic: "library", ["revision": .int(7)]))
        #expect(try panel(rig).list.selected == place)
        rig.press("x", "D")
        #expect(!rig.text.contains("Delete 2 recordings"))
    }

    @Test("Search and tag work inside of groups")
    func search() {
        var rig = rig(group: "artist")
        rig.press("/")
        rig.type("take-1003")
        rig.press("enter")
        #expect(rig.sent("search").last?.contains("artist") == true, "\(rig.sent("search"))")
        #expect(rig.text.contains("Asha  1 recording, 1m03s"), "\(rig.text)")
        rig.press("escape")
        #expect(rig.text.contains("Asha  14 recordings"))
    }

    @Test("A click selects the row below the mouse, also below heads; one on a head, the first row of its group")
    func mouse() throws {
        var rig = rig(group: "artist")
        let row = try #require(rig.place(of: "take-1009"))
        rig.mouse(.press, row)
        #expect(try selected(rig) == "take-1009")
        rig.press("end")
        let head = try #require(rig.place(of: "no artist"))
        rig.mouse(.press, (head.column + 4, head.row))
        let below = rig.canvas.text(ofRow: head.row + 1)
        #expect(below.contains(try selected(rig)), "\(below)")
    }

    @Test("Lines hold the selected row at any place and height, no head is the last one, and each group has its head")
    func lines() {
        var dice = Dice()
        for _ in 0..<2000 {
            let count = 1 + dice.next(below: 60)
            var group = 0
            let groups = (0..<count).map { _ in
                group += dice.next(below: 3) == 0 ? 1 : 0
                return "\(group)"
            }
            var list = RowList(count: count)
            list.show(height: 1 + dice.next(below: 30))
            list.select(dice.next(below: count))
            let height = 1 + dice.next(below: 30)
            let made = LibraryLines(list, height: height, isGrouped: true) { groups.indices.contains($0) ? groups[$0] : nil }
            #expect(made.lines.count <= height && made.lines.contains(.row(list.selected)))
            for (line, next) in zip(made.lines, made.lines.dropFirst()) {
                guard case .row(let row) = line, case .row(let other) = next else { continue }
                #expect(other == row + 1 && groups[row] == groups[other])
            }
            if case .head? = made.lines.last { Issue.record("a head is the last line") }
        }
    }

    @Test("Of 5,000 recordings in groups only a part is asked for, and a key is answered within 200 ms (T7)")
    func many() throws {
        var rig = rig(80, 24, count: 5000, group: "day")
        rig.press("end")
        #expect(try panel(rig).list.selected == 4999)
        rig.press("home")
        for _ in 0..<60 { rig.press("down") }
        let asked = rig.requests.filter { $0.name == "ls" }
        #expect(asked.count <= 6 && asked.allSatisfy { ($0.int(.limit) ?? .max) <= 200 }, "\(rig.sent("ls"))")
        rig.holdsAnswers = true
        var times: [Duration] = []
        for _ in 0..<21 {
            let clock = ContinuousClock()
            times.append(
                clock.measure {
                    rig.press("down")
                    _ = rig.canvas
                })
        }
        #expect(times.sorted()[10] < .milliseconds(200), "\(times)")
    }

    @Test("Fields that another program sent do no harm")
    func hostile() {
        for value in [
            Value.double(.nan), .double(.infinity), .int(.min), .int(.max), .flag(true), .text("\u{1b}[2J\u{202e}x\ny"),
            .text(String(repeating: "語", count: 5000)),
        ] {
            for (columns, rows) in [(80, 24), (60, 12), (20, 3)] {
                let item: Fields = ["name": .text("a"), "favourite": value, "group": value, "group_count": value]
                var rig = PageRig(columns, rows)
                rig.holdsAnswers = true
                rig.connect(page: "2", memory: ["library.group": "artist"])
                while let (ticket, _) = rig.open.popLast() {
                    rig.take(
                        .answer(
                            ticket: ticket,
                            .success(Reply(["total": .int(3)], items: [item + ["group_seconds": value], item, [:]]))))
                }
                for key in ["down", "down", "end", "x", "home", "f", "F"] { rig.press(key) }
                let evil = rig.canvas.cells.contains {
                    $0.character?.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202e } == true
                }
                #expect(!evil)
            }
        }
    }
}
