// Tests that options have one name for one thing, and that earlier names are still read (C2 C4 C8).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct OptionNameTests {
        /// The remote reads an earlier name as the present one and says so once, on standard error; an OSC message with an
        /// earlier name is carried out as before.
        @Test func earlierNamesAreReadAndTold() throws {
            let fixture = try EngineFixture(engine: OscTests.ways)
            let engine = fixture.engine
            try fixture.take("memo", at: fixture.soon, frames: 48_000)
            try engine.ask("mark", "half", "in", "memo", "at", "24000f")
            let cut = engine.dicta("cut", "memo", "--from", "0s", "--to", "0.1s", "--json")
            #expect(cut.code == 0 && cut.errors == "dicta: cut: --to is now --until\n", "\(cut)")
            let present = engine.dicta("cut", "memo", "--from", "0s", "--until", "0.1s")
            #expect(present.code == 0 && present.errors.isEmpty, "\(present)")
            #expect(try engine.ask("info", "memo").int("frames") == 48_000 - 9600)
            let peaks = engine.dicta("peaks", "memo", "--to=4800f", "--columns", "1")
            #expect(peaks.code == 0 && peaks.errors == "dicta: peaks: --to is now --until\n", "\(peaks)")
            let both = engine.dicta("cut", "memo", "--from", "0s", "--to", "0.1s", "--until", "0.2s")
            #expect(both.code == 2 && both.errors.contains("--until is given twice"), "\(both)")

            let client = try OscClient(try OscTests.urls(engine)[1])
            let names: [(String, [OSCArgument])] = [
                ("/dicta/marks", [.string("name"), .string("memo")]), ("/dicta/marks", [.string("in"), .string("memo")]),
                ("/dicta/play", [.string("name"), .string("memo")]), ("/dicta/locate", [.string("to"), .string("0.2s")]),
                ("/dicta/locate", [.string("at"), .string("0.2s")]), ("/dicta/locate/to", [.string("@half")]),
                ("/dicta/peaks", [.string("memo"), .string("--to"), .string("0.1s")]),
            ]
            for (address, arguments) in names {
                let answer = try #require(try client.ask(address, arguments))
                #expect(answer.code == 0, "\(address) \(arguments): \(answer)")
            }
        }

        /// A parameter that stands without its name can be given by its name too.
        @Test func bareArgumentsHaveNames() throws {
            let fixture = try EngineFixture()
            try fixture.take("memo", at: fixture.soon, frames: 48_000)
            #expect(fixture.engine.dicta("mark", "--name", "one", "--in", "memo", "--at", "0.05s").code == 0)
            let marks = fixture.engine.dicta("marks", "--in", "memo", "--labels")
            #expect(marks.code == 0 && marks.output == "0.050000\t0.050000\tone\n", "\(marks)")
            let twice = fixture.engine.dicta("marks", "memo", "--in", "memo")
            #expect(twice.code == 2 && twice.errors.contains("given twice"), "\(twice)")
        }
    }
}
