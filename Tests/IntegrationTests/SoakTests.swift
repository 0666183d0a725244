// Tests random commands for ten seconds, or half an hour with `session/test --soak` (limits).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct SoakTests {
        /// No command, in any order, ends the engine, stays without an answer, or makes its memory grow.
        @Test func randomCommandsNeitherEndNorHangNorGrowIt() throws {
            let fixture = try EngineFixture(synchronous: false)
            var dice = Dice()
            let seconds = Programs.folder("DICTA_SOAK") == nil ? 10 : 1800
            let end = time(nil) + seconds
            var names: [String] = []
            var asked = 0
            var early = 0
            // On a busy machine 600 commands take longer: the memory is compared over the commands after the 500th.
            while time(nil) < end || asked < 600 {
                var words = Self.commands[dice.next(below: Self.commands.count)]
                if !names.isEmpty, dice.next(below: 4) == 0 { words = ["play", names[dice.next(below: names.count)]] }
                do throws(EngineProcess.Trouble) {
                    let reply = try fixture.engine.reply(words[0], Array(words.dropFirst()), timeout: 60)
                    if words[0] == "stop", reply.fields["frames"] != nil { names.append(reply.fields.text("name")) }
                } catch {
                    guard case .refused = error else { throw error }
                }
                asked += 1
                if asked == 500 { early = fixture.engine.anonymousKilobytes }
                if names.count > 40 { removeAll(names, fixture.engine.library, &names) }
            }
            let late = fixture.engine.anonymousKilobytes
            #expect(late < early + 8192, "memory grew from \(early) to \(late) KiB in \(asked) commands")
            #expect(late < 40 * 1024)
            #expect(try fixture.engine.ask("ping").text("engine") == fixture.engine.name)
            _ = try? fixture.engine.ask("stop", "what", "all")
            #expect(fixture.engine.quit()?.code == 0)
        }

        private static let commands: [[String]] = [
            ["rec"], ["rec", "preroll", "3s", "format", "flac"], ["rec", "for", "0.3s"], ["rec", "bits", "16", "channels", "1"],
            ["pause"], ["resume"], ["stop"], ["stop"], ["stop", "what", "all"], ["stop", "what", "play"], ["status"],
            ["meters", "reset", "yes"], ["ls"], ["info"], ["gain", "left", "-3", "master", "1.2"], ["locate", "0.1s"],
            ["locate", "1f"], ["locate", "99h"], ["play", "from", "9223372036854775807f"], ["play", "from", "0.02s"],
            ["rec", "for", "9223372036854775807f"], ["play", "at-frame", "4294967295"], ["rec", "at-frame", "0"],
            ["locate", "0.05s", "at-frame", "1"],
        ]

        private func removeAll(_ all: [String], _ library: String, _ names: inout [String]) {
            for name in all {
                for kind in ["wav", "flac", "json"] { _ = Files.remove("\(library)/\(name).\(kind)") }
            }
            names = []
        }
    }
}
