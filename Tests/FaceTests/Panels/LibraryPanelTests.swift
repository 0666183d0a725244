// Tests of the library.
import Dictation
import Drawing
import Testing

@testable import Face

@Suite("Library (T7)")
struct LibraryPanelTests {
    private func rig(_ columns: Int = 80, _ rows: Int = 24, _ recordings: [Fields] = PageRig.many(30)) -> PageRig {
        var rig = PageRig(columns, rows, recordings: recordings)
        rig.connect(page: "2")
        return rig
    }

    /// The number of the selected row's recording.
    private func selected(_ rig: PageRig) -> String {
        guard let panel = rig.face.pages[.library] as? LibraryPanel else { return "" }
        return panel.window.row(panel.list.selected)?.name ?? ""
    }

    @Test("pictures at all sizes", arguments: [(80, 24), (120, 36), (60, 12), (100, 30)], [0, 3, 5000])
    func pictures(size: (Int, Int), count: Int) {
        var rig = rig(size.0, size.1, count == 3 ? PageRig.three : PageRig.many(count))
        if count == 3 { rig.press("x", "x") }
        if count == 5000 { rig.press("end", "pgup") }
        rig.wait(0.5)
        Snapshot.check(rig.canvas, "library-\(size.0)x\(size.1)-\(count)")
    }

    @Test("pictures while searching, and in ASCII")
    func searching() {
        var rig = PageRig(80, 24, recordings: PageRig.three, FaceOptions(glyphs: .ascii))
        rig.connect(page: "2", loaded: "interview with the mayor")
        rig.press("/")
        rig.type("may")
        rig.wait(0.5)
        Snapshot.check(Snapshot.characters(of: rig.canvas) + Snapshot.looks(of: rig.canvas), "library-search-ascii")
    }

    @Test("of 100,000 recordings only the rows around what is visible are asked for")
    func paging() {
        var rig = rig(80, 24, PageRig.many(100_000))
        for _ in 0..<40 { rig.press("down") }
        rig.press("end")
        #expect(selected(rig) == "take-109999" && rig.text.contains("take-109990"))
        rig.press("pgup", "home")
        #expect(selected(rig) == "take-10000")
        let asked = rig.requests.filter { $0.name == "ls" }
        #expect(asked.count <= 5 && asked.allSatisfy { ($0.int(.limit) ?? .max) <= 200 }, "\(rig.sent("ls"))")
    }

    @Test("typing filters at once, and of several answers the newest wins")
    func newest() {
        var rig = rig()
        rig.holdsAnswers = true
        rig.press("/")
        rig.type("take-10007")
        let asked = rig.open.filter { $0.request.name == "search" }
        #expect(asked.count == 10 && asked.last?.request.texts(.words) == ["take-10007"])
        // The last answer comes first; those of the words before must not change the list any more.
        rig.answer(at: rig.open.lastIndex { $0.request.name == "search" } ?? 0)
        #expect(selected(rig) == "take-10007" && rig.text.contains("1 found"))
        while let index = rig.open.firstIndex(where: { $0.request.name == "search" }) { rig.answer(at: index) }
        #expect(selected(rig) == "take-10007" && rig.text.contains("1 found"))
    }

    @Test("search finds names, tags and notes; escape goes back to the place before")
    func search() {
        var rig = rig(80, 24, PageRig.three + PageRig.many(40))
        rig.press("down", "down", "down", "down")
        let before = selected(rig)
        rig.press("/")
        rig.type("hall")
        #expect(selected(rig) == "interview with the mayor" && rig.text.contains("1 found"))
        rig.press("escape")
        #expect(selected(rig) == before && rig.text.contains("43"))
        rig.press("/")
        rig.type("lesson")
        rig.press("down", "enter")
        #expect(selected(rig) == "take-10007")
        // Typing is over: letters are keys again.
        rig.press("S")
        #expect(rig.sent("search").last?.contains("name") == true)
    }

    @Test("keys that edit a search do nothing else")
    func searchKeys() {
        var rig = rig()
        rig.press("/")
        rig.type("q s?r")
        rig.press("backspace", "delete", "left", "home", "ctrl-k", "space")
        #expect(rig.sent("stop", "rec", "toggle", "dpc", "delete", "nudge").isEmpty)
        #expect((rig.face.pages[.library] as? LibraryPanel)?.search.text == " ")
    }

    @Test("space listens and keeps the place; enter loads")
    func listen() {
        var rig = rig()
        rig.press("down", "down", "space")
        #expect(rig.sent("play").map { $0.hasPrefix("play take-10002") } == [true])
        rig.take(.state(topic: "transport", PageRig.transport(loaded: "take-10002", play: "playing")))
        #expect(selected(rig) == "take-10002" && rig.place(of: "▶ take-10002") != nil)
        rig.press("enter")
        #expect(rig.sent("load") == ["load take-10002"] || (try? CommandTable.command(named: "load")) == nil)
    }

    @Test("deleting asks, with number and size, and acts on what is marked")
    func delete() {
        var rig = rig()
        rig.press("x", "x", "down", "D")
        #expect(rig.text.contains("Delete 2 recordings?") && rig.text.contains("(11.8 MB)"))
        rig.press("n")
        #expect(rig.sent("delete").isEmpty)
        rig.press("D", "y")
        #expect(rig.sent("delete") == ["delete take-10000+take-10001 yes"], "\(rig.sent("delete"))")
        #expect(rig.text.contains("Deleted 2 recordings") && !rig.text.contains("marked"))
        rig.failure = Failure(.wrongState, "take-10003: a take runs")
        rig.press("D", "y")
        #expect(rig.text.contains("a take runs"))
    }

    @Test("the list keeps its place by name when rows come and go")
    func keepsPlace() {
        var rig = rig()
        rig.press("down", "down", "down")
        rig.recordings.insert(PageRig.recording("new"), at: 0)
        rig.recordings.remove(at: 2)
        rig.take(.state(topic: "library", ["revision": .int(7), "changed": .text("new")]))
        #expect(selected(rig) == "take-10003")
    }

    @Test("rename, copy, tag, note, export, deliver, import and complete send their verbs")
    func verbs() {
        var rig = rig()
        rig.press("n")
        rig.press("ctrl-u")
        rig.type("mayor's \"talk\"")
        rig.press("enter")
        #expect(rig.sent("rename") == ["rename take-10000 mayor's \"talk\""])
        rig.press("y", "enter")
        #expect(rig.sent("copy") == ["copy take-10000"])
        rig.press("t")
        rig.type("work, -old,  new year ,-")
        rig.press("enter")
        #expect(rig.sent("tag") == ["tag take-10000 work,new year old"])
        rig.press("N")
        rig.type("a note")
        rig.press("enter", "e", "ctrl-u")
        rig.type("/tmp/")
        rig.press("enter", "v", "y", "I", "ctrl-u")
        rig.type("/music")
        rig.press("enter", "C")
        #expect(rig.sent("note") == ["note take-10000 a note"] && rig.sent("deliver") == ["deliver take-10000"])
        #expect(rig.sent("export").first?.hasPrefix("export take-10000 /tmp/") == true && rig.stored["library.export"] == "/tmp/")
        #expect(rig.sent("import") == ["import /music yes"] && rig.sent("reopen") == ["reopen take-10000"])
    }

    @Test("rename refuses several; tag, copy and complete take all that is marked")
    func several() {
        var rig = rig(80, 24, [PageRig.recording("a", state: "draft"), PageRig.recording("b"), PageRig.recording("c")])
        rig.press("x", "x", "n")
        #expect(rig.sent("rename").isEmpty && rig.text.contains("Rename one recording at a time"))
        rig.press("y", "C")
        #expect(rig.sent("copy") == ["copy a+b"] && rig.sent("complete") == ["complete a", "complete b"])
        rig.press("escape")
        #expect(!rig.text.contains("marked"))
    }

    @Test("the order is chosen by key and remembered, with the place")
    func sort() {
        var rig = rig()
        rig.press("S")
        #expect(rig.sent("ls").last?.contains("name") == true && rig.stored["library.sort"] == "name")
        rig.press("z")
        #expect(selected(rig) == "take-10029" && rig.stored["library.reverse"] == "yes")
        rig.press("down", "down")
        rig.wait(1.5)
        #expect(rig.stored["library.row"] == "2" && rig.stored["library.name"] == "take-10027")
        var later = PageRig(80, 24, recordings: PageRig.many(30))
        later.connect(page: "2", memory: rig.stored)
        #expect(selected(later) == "take-10027")
    }

    @Test("one tag can be shown alone")
    func byTag() {
        var rig = rig()
        rig.press("T", "ctrl-u")
        rig.type("lesson")
        rig.press("enter")
        #expect(rig.text.contains("5 found") && rig.text.contains("tag lesson"))
        rig.press("escape")
        #expect(rig.text.contains("30"))
    }

    @Test("the mouse selects, marks, sorts, scrolls, searches and uses the verbs")
    func mouse() throws {
        var rig = rig()
        rig.mouse(.press, try #require(rig.place(of: "take-10004")))
        #expect(selected(rig) == "take-10004")
        let row = try #require(rig.place(of: "take-10006"))
        rig.mouse(.press, (0, row.row))
        #expect(rig.text.contains("\"take-10006\" (5.9 MB) marked"))
        rig.mouse(.press, try #require(rig.place(of: "SIZE")))
        #expect(rig.sent("ls").last?.contains("size") == true)
        rig.mouse(.wheelDown, row)
        #expect(rig.place(of: "take-10000") == nil)
        rig.mouse(.press, try #require(rig.place(of: "delete   rename")))
        #expect(rig.text.contains("Delete \"take-10006\"?"))
        rig.mouse(.press, try #require(rig.place(of: " No ")))
        #expect(rig.sent("delete").isEmpty && !rig.text.contains("Delete \"take-10006\"?"))
        rig.mouse(.press, try #require(rig.place(of: "search")))
        rig.type("q")
        #expect(rig.sent("search").count == 1)
    }

    @Test("the waveform is asked for where the selection rests, and once")
    func waves() {
        var rig = rig()
        let before = rig.sent("peaks").count
        for _ in 0..<10 { rig.press("down") }
        #expect(rig.sent("peaks").count == before)
        // The screen tells its program when to come back.
        guard let due = rig.face.nextTime(after: rig.now) else { return #expect(Bool(false)) }
        #expect(due - rig.now <= 0.31)
        rig.wait(due - rig.now)
        #expect(rig.sent("peaks").last?.hasPrefix("peaks take-10010") == true && rig.sent("peaks").count == before + 1)
        for revision in 1..<9 { rig.take(.state(topic: "library", ["revision": .int(Int64(revision))])) }
        rig.wait(1)
        #expect(rig.sent("peaks").count == before + 1)
    }

    @Test("an engine that is gone, or that refuses, is told; nothing is asked again and again")
    func troubles() {
        var rig = rig()
        rig.take(.link(.gone("it was killed")))
        #expect(rig.text.contains("The engine does not answer."))
        let count = rig.requests.count
        rig.wait(1)
        #expect(rig.requests.count == count)
        var other = PageRig(80, 24)
        other.holdsAnswers = true
        other.connect(page: "2")
        guard let index = other.open.firstIndex(where: { $0.request.name == "ls" }) else { return #expect(Bool(false)) }
        _ = other.face.take(
            .answer(ticket: other.open[index].ticket, .failure(Failure(.storage, "the disk is gone"))), at: other.now)
        #expect(other.text.contains("the disk is gone"))
        let before = other.requests.count
        for _ in 0..<20 { other.wait(1) }
        #expect(other.requests.count == before)
    }

    @Test("an engine that gives fewer rows than it counts is not asked for ever")
    func shortAnswers() {
        var rig = rig()
        rig.holdsAnswers = true
        rig.take(.state(topic: "library", ["revision": .int(9)]))
        guard let open = rig.open.last(where: { $0.request.name == "ls" }) else { return #expect(Bool(false)) }
        let reply = Reply(["total": .int(500)], items: [PageRig.recording("only")])
        for command in rig.face.take(.answer(ticket: open.ticket, .success(reply)), at: rig.now) {
            if case .ask(_, let request) = command { #expect(request.name != "ls") }
        }
    }
}
