// Tests that ids told by a real engine stay: after a kill, a rename, a copy of the files, and in another engine (F12 F7).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct IdentityTests {
        @Test func idsOfATakeOutliveAKillARenameAndAnotherEngine() throws {
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod, synchronous: false)
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 96_000)
            let begun = try fixture.engine.ask("rec", "name", "memo")
            let (id, segment) = (begun.text("id"), begun.text("segment_id"))
            #expect(id.count == 36 && segment.count == 36 && id != segment, "\(begun)")
            let marked = try fixture.engine.ask("mark", "here")
            #expect(try fixture.engine.ask("status").text("id") == id)
            #expect(try fixture.engine.ask("info", id).text("name") == "memo")
            #expect(try fixture.engine.ask("mark", "there", "in", String(id.prefix(8))).text("recording") == "memo")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 3 * 48_000)
            fixture.engine.signal(SIGKILL)
            _ = fixture.engine.finish()
            let next = try EngineProcess([], library: fixture.engine.library, waitsForJack: false)
            let info = try next.reply("info", ["memo"])
            #expect(info.fields.text("id") == id && info.fields.text("end_reason") == "interrupted", "\(info.fields)")
            #expect(info.items.first?.text("id") == marked.text("id") && !marked.text("id").isEmpty, "\(info.items)")
            let sidecar = "\(fixture.engine.library)/memo.json"
            #expect(try #require(Files.read(sidecar)).contains(segment))
            // Renamed, and copied away and back by another program.
            try next.ask("rename", "name", id, "to", "mayor")
            #expect(try next.ask("info", String(id.prefix(8))).text("name") == "mayor")
            let library = fixture.engine.library
            let away = fixture.engine.folder.file("away")
            let script = "mkdir '\(away)' && mv '\(library)'/mayor* '\(away)' && cp '\(away)'/* '\(library)'"
            #expect(Process.run("/bin/sh", ["-c", script]).code == 0)
            #expect(try next.ask("info", id).text("name") == "mayor")
            #expect(try next.reply("ls").items.map { $0.text("id") } == [id])
            let third = try EngineProcess([], library: library, waitsForJack: false)
            #expect(try third.ask("info", "mayor").text("id") == id)
        }

        @Test func partsAndAppendedTakesHaveIdsOfTheirOwn() throws {
            let fixture = try EngineFixture()
            let first = try fixture.take("memo", at: fixture.soon, frames: 24_000)
            let id = first.text("id")
            let start = fixture.soon
            let more = try fixture.engine.ask("append", "name", id, "at-frame", "\(start)")
            #expect(more.text("id") == id && more.text("segment_id") != first.text("segment_id"), "\(more)")
            let stopped = try fixture.engine.ask("stop", "what", "rec", "at-frame", "\(start &+ 24_000)")
            #expect(stopped.text("id") == id && stopped.text("segment_id") == more.text("segment_id"), "\(stopped)")
            let begun = try fixture.engine.ask("rec", "name", "talk")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 48_000)
            let part = try fixture.engine.ask("split")
            #expect(part.text("name") == "talk (2)" && part.text("id") != begun.text("id"), "\(part)")
            #expect(part.text("segment_id") != begun.text("segment_id"))
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 48_000)
            #expect(try fixture.engine.ask("stop", "what", "rec").text("id") == part.text("id"))
            #expect(try fixture.engine.ask("info", "talk").text("id") == begun.text("id"))
            let copy = try fixture.engine.ask("copy", "memo").text("name")
            #expect(try fixture.engine.ask("info", copy).text("id") != id)
            // A marker of the loaded recording, by its id.
            try fixture.engine.ask("load", id)
            #expect(try fixture.engine.ask("status").text("play_id") == id)
            let mark = try fixture.engine.ask("mark", "x", "at", "12000f", "in", id)
            #expect(try fixture.engine.ask("locate", "@\(mark.text("id"))").double("position_seconds") == 0.25)
        }
    }
}
