// Tests of titles of takes: typed, made from the setting, kept over a kill (F17).
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct TitleTests {
        @Test func aDraftGetsItsTitleFromTheSetting() throws {
            let fixture = try EngineFixture(settings: "draft-title = Dream of [DayPart], %Y\n")
            let engine = fixture.engine
            for (name, words) in [
                ("a", ["draft", "yes"]), ("b", []), ("c", ["draft", "yes", "title", "My own"]), ("d", ["title", "T"]),
            ] {
                try engine.reply("rec", ["name", name] + words)
                try engine.ask("stop")
            }
            let title = try engine.ask("info", "a").text("title")
            #expect(title.wholeMatch(of: /Dream of (morning|afternoon|evening|night), \d{4}/) != nil, "\(title)")
            #expect(try engine.ask("info", "b").text("title").isEmpty)
            #expect(try engine.ask("info", "c").text("title") == "My own" && engine.ask("info", "d").text("title") == "T")
            // A take into a recording leaves its title as it is.
            try engine.ask("append", "c")
            try engine.ask("stop")
            #expect(try engine.ask("info", "c").text("title") == "My own")
            // A change holds from the next take on.
            try engine.reply("set", ["draft-title", "Of [WeekPart] by [Name]"])
            try engine.ask("rec", "name", "e", "draft", "yes")
            try engine.ask("split")
            try engine.ask("stop")
            let next = try engine.ask("info", "e").text("title")
            #expect(next.hasPrefix("Of ") && next.contains("week") && !next.contains("["), "\(next)")
            #expect(try engine.ask("info", "e (2)").text("title") == next)
        }

        @Test func aTitleSurvivesAKill() throws {
            // A synchronous server waits for a client that was killed.
            let server = try #require(JackServer(synchronous: false))
            defer { withExtendedLifetime(server) {} }
            let engine = try EngineProcess(settings: "draft-title = Untitled Dream\n")
            try engine.ask("rec", "name", "a", "title", "Ä \"title\"")
            engine.signal(SIGKILL)
            _ = engine.finish()
            try engine.restart()
            try engine.ask("rec", "name", "b", "draft", "yes")
            engine.signal(SIGKILL)
            _ = engine.finish()
            try engine.restart()
            #expect(try engine.ask("info", "a").text("title") == "Ä \"title\"")
            let draft = try engine.ask("info", "b")
            #expect(draft.text("title") == "Untitled Dream" && draft.text("state") == "draft")
        }
    }
}
