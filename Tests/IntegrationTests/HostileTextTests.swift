// Tests that no text of a surface keeps the owner waiting or ends the engine, whatever the surface may do (C10, C16, C17).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct HostileTextTests {
        /// Texts that are dear to a matcher, a parser, a list or a terminal; each fits into a packet.
        private static let texts = [
            String(repeating: "(", count: 30_000), "((a{1,255}){1,255}){1,255}", String(repeating: "a|", count: 15_000),
            String(repeating: "*?", count: 15_000) + "x", String(repeating: "[a-z]*", count: 5000) + "0", "system:(a*)*b",
            (0..<5000).map { "w\($0)" }.joined(separator: " "), String(repeating: "\u{301}", count: 15_000), "%s%n%x",
            String(repeating: "[", count: 30_000), String(repeating: "{\"a\":", count: 6000), "\u{202E}\u{1b}]0;x\u{7}",
            "/proc/self/mem", "/dev/zero", String(repeating: "../", count: 10_000), "9e999999999",
            "@" + String(repeating: "9", count: 900),
        ]

        /// Each privilege alone: each text in each argument that takes one is answered, and the owner after each command, while a
        /// take of the owner runs and loses nothing.
        @Test func eachTextIsAnsweredAndTheOwnerWaitsForNone() throws {
            let fixture = try EngineFixture(engine: ["--osc-udp", "0"])
            let engine = fixture.engine
            let start = fixture.soon
            try engine.ask("rec", "name", "owner", "bits", "float", "at-frame", "\(start)")
            var asked = 0
            for privilege in Privilege.grantable {
                try engine.reply("set", ["key", "osc-may", "value", Permissions(surfaces: [privilege]).text])
                let client = try OscClient(try OscTests.urls(engine)[1])
                for command in CommandTable.all where command.needsEngine && command.needs == privilege {
                    // The take of the owner goes on, and so does the engine.
                    guard !["quit", "stop", "rec", "pause", "toggle"].contains(command.name) else { continue }
                    let required = command.parameters.filter(\.isRequired)
                    for parameter in command.parameters where parameter.type == .text && parameter.choices.isEmpty {
                        let rest = required.filter { $0.name != parameter.name }
                        let least = rest.flatMap { [OSCArgument.string($0.name), OscTableTests.right($0)] }
                        for (number, text) in Self.texts.enumerated() {
                            let answer = try client.ask(
                                command.address, least + [.string("--" + parameter.name), .string(text)], seconds: 20)
                            #expect(answer != nil, "\(command.name) \(parameter.name), text \(number)")
                            asked += 1
                        }
                    }
                    _ = try engine.ask("ping", timeout: 5)
                }
            }
            #expect(asked > 500, "\(asked)")
            let taken = try engine.ask("stop")
            #expect(taken.int("lost_frames") == 0 && taken.text("name") == "owner", "\(taken.all)")
            let quit = try #require(fixture.engine.quit())
            #expect(quit.code == 0 && !quit.errors.contains("has not turned"), "\(quit.errors.suffix(2000))")
        }
    }
}
