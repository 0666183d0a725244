// Tests of identities: their text, and those that are derived from older sidecars (F12).
import Dictation
import Testing

@Suite("Identities of recordings, segments and markers (F12)") struct IdentifierTests {
    private let text = "0f6c1a2b-3d4e-4f50-8a6b-7c8d9e0f1a2b"

    @Test func aUUIDIsReadInEitherCaseAndPrintedInLowerCase() throws {
        #expect(try #require(Identifier(text)).description == text)
        #expect(Identifier(text.uppercased()) == Identifier(text))
        for wrong in [
            "", "7", "0f6c1a2b", text + "0", text.replacing("-", with: "0"), text.replacing("b", with: "g"),
            "00000000-0000-0000-0000-000000000000", text.replacing("-3d", with: "3-d"),
        ] {
            #expect(Identifier(wrong) == nil, "\(wrong)")
        }
        #expect(Identifier.unset.description.isEmpty && Identifier.unset.isUnset)
    }

    @Test func randomBitsBecomeAUUIDOfVersion4() {
        let id = Identifier(random: .max, .max).description
        #expect(id == "ffffffff-ffff-4fff-bfff-ffffffffffff" && Identifier(id) == Identifier(random: .max, .max))
    }

    @Test func aDerivedIdentityDependsOnEachByte() throws {
        let id = Identifier(derivedFrom: "recording a")
        #expect(id == Identifier(derivedFrom: Array("recording a".utf8)))
        let digits = Array(id.description)
        #expect(digits[14] == "8" && "89ab".contains(digits[19]))
        // The first eight digits differ too: people type them.
        let starts = Set((0..<1000).map { Identifier(derivedFrom: "recording \($0)").description.prefix(8) })
        #expect(starts.count == 1000)
    }

    @Test func aBeginningHasEightDigits() throws {
        let id = try #require(Identifier(text))
        for fits in ["0f6c1a2b", "0F6C1A2B", "0f6c1a2b-3d", "0f6c1a2b3d4e", text, text.replacing("-", with: "")] {
            #expect(try #require(Identifier.Beginning(fits)).fits(id), "\(fits)")
        }
        for none in ["0f6c1a2", "-0f6c1a2b", "interview", "20261122T1305", text + "0"] {
            #expect(Identifier.Beginning(none) == nil, "\(none)")
        }
        #expect(try #require(Identifier.Beginning("0f6c1a2b4")).fits(id) == false)
        #expect(try #require(Identifier.Beginning("00000000")).fits(.unset) == false)
    }

    @Test func halvesAreReadBackAndABeginningKnowsTheirRange() throws {
        for text in [text, text.replacing("0f", with: "ff"), text.replacing("0f", with: "7f"), text.replacing("0f", with: "80")] {
            let id = try #require(Identifier(text))
            #expect(Identifier(halves: id.halves) == id)
            for length in [8, 9, 13, 18, 19, 24, 36] {
                let beginning = try #require(Identifier.Beginning(String(text.prefix(length))))
                #expect(beginning.upperHalves.contains(id.halves.high), "\(text.prefix(length))")
            }
            let other = try #require(Identifier.Beginning("0f6c1a2c"))
            #expect(!other.upperHalves.contains(id.halves.high))
        }
        #expect(Identifier(halves: (0, 0)).isUnset)
    }

    private func recording() throws -> Recording {
        var segment = Segment(file: "a.wav", created: "2026-01-01T00:00:00Z", format: try AudioFormat(rate: 48_000))
        segment.frames = 1000
        segment.startFrame = 77
        var recording = Recording(name: "a", created: segment.created, segment: segment)
        recording.edits.arrangement.add([Marker(frame: 5, name: "x"), Marker(frame: 5, name: "x"), Marker(frame: 500)])
        recording.edits.delete(400..<600)
        return recording
    }

    @Test func whatHasNoIdentityGetsOneThatARenameDoesNotChange() throws {
        let older = try recording()
        let bytes = older.printed
        #expect(!String(decoding: bytes, as: UTF8.self).contains("\"id\""))
        let first = try Recording(name: "a", parsing: bytes).identified
        let renamed = try Recording(name: "b", parsing: bytes).identified
        #expect(first.id == renamed.id && first.segments[0].id == renamed.segments[0].id && first.markers == renamed.markers)
        let markers = first.markers + first.edits.undoable.flatMap(\.piece.markers)
        let all = markers.map(\.id) + [first.id, first.segments[0].id]
        #expect(markers.count == 3 && Set(all).count == 5 && !all.contains(.unset))
        var other = older
        other.segments[0].startFrame += 1
        #expect(other.identified.id != first.id)
    }

    @Test func identitiesAreKeptInTheSidecarAndByEdits() throws {
        let kept = try recording().identified
        #expect(try Recording(name: "a", parsing: kept.printed) == kept && kept.identified == kept)
        var edited = kept
        let ids = Set(kept.markers.map(\.id) + kept.edits.undoable.flatMap(\.piece.markers).map(\.id))
        #expect(edited.edits.undo() == "cut" && Set(edited.markers.map(\.id)) == ids)
        #expect(edited.edits.redo() == "cut" && edited.markers == kept.markers)
        let copy = kept.reidentified { Identifier(derivedFrom: "fresh") }
        #expect(copy.id != kept.id && copy.segments[0].id != kept.segments[0].id && copy.markers == kept.markers)
    }

    @Test(arguments: ["\"no uuid\"", "7", "{}", "null"])
    func anotherValueIsNoIdentity(value: String) throws {
        let bytes = Array(
            String(decoding: try recording().printed, as: UTF8.self).replacing("\"schema\"", with: "\"id\": \(value), \"schema\"")
                .utf8)
        #expect(try Recording(name: "a", parsing: bytes).identified.id == recording().identified.id)
    }

    @Test func aJournalCarriesThem() throws {
        var entry = JournalEntry(name: "a", segment: try recording().segments[0])
        #expect(try JournalEntry(parsing: entry.printed).id.isUnset)
        entry.id = try #require(Identifier(text))
        entry.segment.id = Identifier(derivedFrom: "segment")
        entry.markers = [Marker(frame: 5, id: Identifier(derivedFrom: "marker"))]
        #expect(try JournalEntry(parsing: entry.printed) == entry)
    }

    @Test func aMarkerIsMeantByItsIdentity() throws {
        let markers = [
            Marker(frame: 1, name: "0f6c1a2b", id: Identifier(derivedFrom: "1")),
            Marker(frame: 2, id: Identifier(text) ?? .unset),
            Marker(frame: 3, id: Identifier("0f6c1a2c-0000-4000-8000-000000000001") ?? .unset),
            Marker(frame: 4, id: Identifier("0f6c1a2c-0000-4000-8000-000000000002") ?? .unset),
        ]
        func index(_ word: String) throws -> Int? { try #require(MarkerReference(word)).index(in: markers) }
        #expect(try index("@\(text)") == 1 && index("0F6C1A2B-3D") == 1)
        // The name comes first, and a beginning of two means neither.
        #expect(try index("0f6c1a2b") == 0 && index("0f6c1a2c") == nil && index("0f6c1a2c-0000-4000-8000-000000000002") == 3)
    }
}
