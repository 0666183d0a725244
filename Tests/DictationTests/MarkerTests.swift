// Tests of markers: finding one by its name, editing, and keeping edits in a journal (F5).
import Dictation
import TestSupport
import Testing

@Suite struct MarkerTests {
    private let markers = [
        Marker(frame: 10, name: "intro"), Marker(frame: 20, name: "3"), Marker(frame: 30, name: "Chorus"),
        Marker(frame: 40, name: "chorus"),
    ]

    @Test(arguments: [
        ("1", 0), ("@2", 1), ("3", 2), ("intro", 0), ("@chorus", 3), ("Chorus", 2), ("CHORUS", 2), ("5", nil), ("0", nil),
        ("verse", nil), ("-9223372036854775808", nil),
    ])
    func whichOneIsMeant(word: String, index: Int?) throws {
        #expect(try #require(MarkerReference(word)).index(in: markers) == index)
    }

    @Test func nothingIsNoReference() {
        #expect(MarkerReference("") == nil && MarkerReference("@") == nil)
    }

    private func order(_ verb: String, _ pairs: [(String, Value)]) throws -> MarkerRequest {
        let request = try CommandTable.command(named: verb).check(named: pairs.map { CommandArgument($0, $1) })
        return MarkerRequest(request, created: "now")
    }

    @Test func ordersBecomeEdits() throws {
        func edit(_ verb: String, _ pairs: (String, Value)...) throws -> MarkerEdit {
            try order(verb, pairs).edit(of: markers, rate: 100, frames: 1000)
        }
        #expect(
            try edit("mark", ("name", .text("x")), ("at", .text("0.5s")))
                == .add(Marker(frame: 50, name: "x", created: "now")))
        #expect(try edit("mark", ("at", .text("@intro"))) == .add(Marker(frame: 10, created: "now")))
        #expect(
            try edit("mark", ("change", .text("intro")), ("note", .text("n")))
                == .change(at: 0, Marker(frame: 10, name: "intro", note: "n")))
        #expect(
            try edit("mark", ("change", .int(1)), ("name", .text("y")), ("at", .text("999f")))
                == .change(at: 0, Marker(frame: 999, name: "y")))
        #expect(try edit("unmark", ("marker", .int(4))) == .remove(at: 3))
        #expect(throws: MarkerError.pastEnd(frame: 1000, frames: 1000, rate: 100)) { try edit("mark", ("at", .text("10s"))) }
        #expect(throws: MarkerError.noPlace) { try edit("mark") }
        let none = try #require(MarkerReference("none"))
        #expect(throws: MarkerError.unknown(marker: none, count: 4)) { try edit("unmark", ("marker", .text("none"))) }
        #expect(throws: MarkerError.unknown(marker: none, count: 4)) { try edit("mark", ("at", .text("@none"))) }
        #expect(throws: CommandError.self) { try edit("unmark", ("marker", .text("@"))) }
        #expect(throws: CommandError.self) { try edit("mark", ("at", .text("@"))) }
    }

    @Test func pointsOfTheLoopArePlaces() throws {
        func frame(_ text: String, _ loop: LoopPoints) throws(MarkerError) -> Int64 {
            guard let reference = MarkerReference(text) else { return -1 }
            return try Place.marker(reference).frame(rate: 100, markers: markers, loop: loop)
        }
        let loop = LoopPoints(a: 7, b: 900)
        for (text, wanted) in [("@A", 7), ("@a", 7), ("@B", 900), ("@intro", 10)] as [(String, Int64)] {
            #expect(try frame(text, loop) == wanted, "\(text)")
        }
        #expect(throws: MarkerError.self) { try frame("@B", LoopPoints(a: 7)) }
        #expect(throws: MarkerError.self) { try frame("@C", loop) }
        let named = try #require(MarkerReference("A"))
        #expect(try Place.marker(named).frame(rate: 100, markers: [Marker(frame: 5, name: "a")], loop: loop) == 5)
    }

    @Test func placesAreTimesOrMarkers() throws {
        for verb in ["locate", "play", "loop", "mark"] {
            let command = try CommandTable.command(named: verb)
            let parameter = try #require(command.parameters.first { $0.type == .place }, "\(verb)")
            for (value, wanted) in [
                (Value.text("@x y"), Value.text("@x y")), (.text("2s"), .double(2)), (.text("7f"), .int(7)),
                (.int(3), .double(3)),
            ] {
                #expect(try parameter.accept(value, of: verb) == wanted)
            }
            #expect(throws: CommandError.self) { try parameter.accept(.text("-1s"), of: verb) }
            #expect(throws: CommandError.self) { try parameter.accept(.text("x"), of: verb) }
        }
    }

    /// A row of edits, and the same row as lines of a journal cut anywhere, give the same list.
    @Test func aJournalKeepsWhatWasDone() throws {
        let format = try AudioFormat(rate: 48_000)
        let entry = JournalEntry(name: "take", segment: Segment(file: "take.wav", created: "now", format: format))
        var random = Dice()
        for _ in 0..<50 {
            var list: [Marker] = []
            var bytes = entry.printed
            var states = [(bytes.count, list)]
            for number in 0..<Int.random(in: 1...12, using: &random) {
                let marker = Marker(
                    frame: .random(in: 0..<50, using: &random), name: "m\(number)\n\u{7}\"}", note: number % 2 == 0 ? "ä\n}" : "")
                let index = Int.random(in: 0...max(0, list.count - 1), using: &random)
                let edit: MarkerEdit =
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0 where !list.isEmpty: .remove(at: index)
                    case 1 where !list.isEmpty: .change(at: index, marker)
                    default: .add(marker)
                    }
                #expect(edit.apply(to: &list) != nil)
                #expect(list == list.sorted { $0.frame < $1.frame } && edit.line.filter { $0 == 10 }.count == 1)
                #expect(try MarkerEdit(parsing: edit.line) == edit)
                bytes += edit.line
                states.append((bytes.count, list))
            }
            #expect(try JournalEntry(parsing: bytes).markers == list)
            let cut = Int.random(in: states[0].0...bytes.count, using: &random)
            // A line without its line feed is whole all the same.
            let known = states.filter { $0.0 <= cut + 1 }.last
            #expect(try JournalEntry(parsing: Array(bytes[..<cut])).markers == known?.1, "\(cut)")
            var again = entry
            again.markers = list
            #expect(try JournalEntry(parsing: again.printed) == again)
        }
    }

    @Test func editsOutsideTheListChangeNothing() {
        var list = markers
        #expect(MarkerEdit.remove(at: 4).apply(to: &list) == nil && MarkerEdit.change(at: -1, markers[0]).apply(to: &list) == nil)
        #expect(list == markers)
    }
}
