// Tests of requests that name a recording by its identity, with an engine and without (F12).
import Catalogue
import Dictation
import Storage
import TestSupport
import Testing

@testable import Engine

@Suite("Recordings and markers named by their ids (F12)") struct IdentityRequestTests {
    private func catalogue(_ fixture: LibraryFixture) -> Catalogue {
        Catalogue(fixture.library, indexFolder: fixture.folder.file("second index"))
    }

    private func run(_ catalogue: Catalogue, _ request: Request) throws -> Reply {
        let id = try catalogue.begin(request)
        while true {
            for (ended, result) in catalogue.step() where ended == id { return try result.get() }
        }
    }

    @Test func aRecordingIsMeantByItsIdAndItsBeginning() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.record("memo")
        let id = try fixture.library.readRecording("memo").id.description
        let shelf = catalogue(fixture)
        for word in [id, String(id.prefix(8)), id.uppercased(), "memo"] {
            let reply = try shelf.describe(word)
            #expect(reply.fields["name"] == .text("memo") && reply.fields["id"] == .text(id), "\(word)")
        }
        _ = try run(shelf, fixture.request("tag", String(id.prefix(9)), "--add", "x"))
        #expect(try fixture.library.readRecording("memo").tags == ["x"])
        _ = try run(shelf, fixture.request("rename", id, "--to", "mayor"))
        #expect(try shelf.describe(id).fields["name"] == .text("mayor"))
        #expect(throws: CatalogueError.self) { try shelf.describe("0123456789") }
    }

    @Test func anExactNameComesBeforeAnId() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.record("memo")
        let beginning = String(try fixture.library.readRecording("memo").id.description.prefix(8))
        _ = try fixture.record(beginning)
        #expect(try catalogue(fixture).named(beginning) == beginning)
    }

    @Test func twoWithOneIdAreRefusedAndVerifyTellsThem() throws {
        let fixture = try LibraryFixture()
        for name in ["a", "b"] { _ = try fixture.record(name) }
        let id = try fixture.library.readRecording("a").id
        try fixture.library.updateRecording("b") { $0.id = id }
        let shelf = catalogue(fixture)
        #expect(throws: StorageError.ambiguousID(id: id.description, names: ["a", "b"])) { try shelf.named(id.description) }
        let reply = try run(shelf, fixture.request("verify"))
        let problems = reply.items.compactMap { $0["problem"]?.description }
        #expect(reply.items.count == 2 && problems.allSatisfy { $0.contains(id.description) }, "\(problems)")
        let words = StorageError.ambiguousID(id: id.description, names: ["a", "b"]).description
        #expect(words.contains("a and of b") && words.contains("dicta copy"))
    }

    @Test func aMarkerIsChangedAndRemovedByItsId() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.record("memo")
        let shelf = catalogue(fixture)
        let recording = try fixture.library.readRecording("memo").id.description
        func mark(_ words: String...) throws -> Fields {
            let request = try fixture.request(words[0], Array(words.dropFirst()))
            return try shelf.mark(recording, MarkerRequest(request, created: "2026-01-01T00:00:00Z", id: .fresh())).reply.fields
        }
        let made = try mark("mark", "first", "--at", "100f")
        let id = try #require(made["id"]?.description)
        _ = try mark("mark", "earlier", "--at", "50f")
        let changed = try mark("mark", "second", "--change", id, "--at", "300f")
        #expect(changed["id"] == .text(id) && changed["name"] == .text("second") && changed["recording"] == .text("memo"))
        #expect(try shelf.marks(recording).items.map { $0["id"] }.last == .text(id))
        _ = try mark("unmark", String(id.prefix(8)))
        #expect(try fixture.library.readRecording("memo").markers.map(\.name) == ["earlier"])
    }
}
