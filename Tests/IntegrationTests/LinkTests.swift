// Tests of links at a real engine: none records without the user's own setting (issue 18).
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct LinkTests {
        /// A link records only with the user's own setting, which a surface cannot change.
        @Test func aLinkRecordsOnlyWithTheUsersOwnSetting() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            let link = "dicta://record?autorun=1&name=linked&title=From%20a%20link&draft=1"
            #expect(engine.dicta("open", link).code == 1)
            #expect(try engine.ask("status").text("record_state") == "idle")
            #expect(engine.dicta("set", "link-may", "record").code == 0)
            let run = engine.dicta("open", link)
            #expect(run.code == 0 && run.output == "linked\n", "\(run)")
            #expect(try engine.ask("status").text("record_state") == "recording")
            #expect(engine.dicta("open", "dicta://stop?autorun=1").code == 0)
            #expect(try engine.ask("info", "linked").text("title") == "From a link")
            #expect(engine.dicta("open", "dicta://stop?autorun=1&force=1").code == 2)
        }
    }
}
