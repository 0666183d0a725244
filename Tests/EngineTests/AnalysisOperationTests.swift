// Tests of the analysis as an operation: progress, cancel, words of a transcript (W8).
import Catalogue
import Dictation
import Glibc
import Storage
import TestSupport
import Testing
import Words

@testable import Engine

@Suite("analyse is an operation, and counts the words that it is given (W8)")
struct AnalysisOperationTests {
    private func finish(_ catalogue: Catalogue, _ id: UInt64) throws -> Reply {
        while catalogue.isBusy {
            for (over, result) in catalogue.step() where over == id { return try result.get() }
        }
        Issue.record("operation \(id) has no result")
        return Reply()
    }

    @Test("it tells how far it is, and a cancelled one keeps nothing")
    func cancel() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.record("long", frames: 4_800_000)
        let catalogue = Catalogue(fixture.library, indexFolder: fixture.folder.file("other"))
        let id = try catalogue.begin(try fixture.request("analyse", "long", "--background"))
        var fractions: [Double] = []
        while fractions.last ?? 0 < 0.2 {
            try #require(catalogue.step().isEmpty)
            fractions.append(catalogue.progress?.fraction ?? 0)
        }
        #expect(fractions == fractions.sorted() && (fractions.last ?? 1) < 1)
        catalogue.cancel(id)
        #expect(throws: CatalogueError.cancelled(verb: "analyse", done: 0, total: 1)) { try finish(catalogue, id) }
        #expect(try fixture.library.readRecording("long").analysis == nil)
    }

    @Test("words and fillers come from the lines of the transcript, each time anew, and never to figures that are stale")
    func words() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.record("talk", frames: 480_000)
        let catalogue = Catalogue(fixture.library, indexFolder: fixture.folder.file("other"))
        func say(_ text: String) throws {
            try fixture.library.updateTranscript(of: "talk") { transcript, recording in
                transcript[recording.segments[0].file].hear(0..<480_000, [Line(text: text, in: 96_000..<336_000)])
            }
        }
        func analyse(_ words: String...) throws -> Fields {
            try finish(catalogue, try catalogue.begin(try fixture.request("analyse", ["talk"] + words))).fields
        }
        #expect(try analyse()["words"] == nil)
        try say("um, the mayor")
        let told = try analyse()
        #expect(told["words"] == .int(3) && told["words_a_minute"] == .double(36) && told["fillers"] == .list(["um 1"]))
        #expect(try analyse("--again")["words"] == .int(3))
        #expect(try fixture.library.readRecording("talk").analysis?.words?.words == 3)
        try fixture.library.updateRecording("talk") { recording in recording.edits.delete(0..<48_000) }
        try say("one two three four")
        let stale = try analyse()
        #expect(stale["stale"] == .flag(true) && stale["words"] == .int(3), "\(stale)")
        #expect(try analyse("--again")["words"] == .int(4))
    }

    /// A sidecar may claim any number for each of its files (C2).
    @Test("the dropouts of a thousand files are added up, whatever a sidecar claims")
    func dropouts() throws {
        let fixture = try LibraryFixture()
        let path = try fixture.record("many", frames: 480)
        var recording = try fixture.library.readRecording("many")
        for number in 2...1100 {
            var segment = recording.segments[0]
            segment.file = "many~\(number).wav"
            #expect(unsafe link(path, fixture.library.path(of: segment.file)) == 0)
            recording.segments.append(segment)
            recording.edits.append(Arrangement(Timeline([recording.span(of: segment)])))
        }
        for index in recording.segments.indices {
            (recording.segments[index].dropouts, recording.segments[index].dropoutCount) = ([], 1 << 53)
        }
        try fixture.library.writeRecording(recording)
        let catalogue = Catalogue(fixture.library, indexFolder: fixture.folder.file("other"))
        let told = try finish(catalogue, try catalogue.begin(try fixture.request("analyse", "many"))).fields
        #expect(told["dropouts"] == .int(.max), "\(told)")
    }
}
