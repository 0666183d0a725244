// Tests of the log of a real engine: levels, areas, and no names at the plain level (issue 18).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct LogTests {
        /// A word that is in every name, path, title and text of the test.
        private static let telling = "Hippolyta"

        /// Runs an engine through takes, errors, hooks and settings, and gives its log.
        private func log(_ level: String, settings: String = "") throws -> String {
            let word = Self.telling
            // A synchronous server waits for a client that was killed.
            let server = try #require(JackServer(synchronous: false))
            defer { withExtendedLifetime(server) {} }
            let folder = TempFolder()
            let library = folder.file(word)
            let engine = try EngineProcess(
                library: library, environment: ["DICTA_LOG_LEVEL": level],
                settings: "on-record-stopped = echo \(word); exit 3\nhook-durable = record-stopped\nrec-\(word) = x\n" + settings)
            try engine.ask("rec", "name", "\(word) one", "title", word)
            try engine.ask("mark", "\(word) mark")
            try engine.ask("split")
            try engine.ask("stop")
            try engine.ask("play", "\(word) one")
            try engine.ask("stop")
            try engine.ask("rename", "\(word) one", "to", "\(word) two")
            try engine.ask("note", "name", "\(word) two", "text", word)
            for line in [
                ["play", "\(word) nobody"], ["rec", "name", "../\(word)"], ["export", "name", "\(word) two", "to", "/\(word)/x"],
            ] {
                do throws(EngineProcess.Trouble) {
                    try engine.reply(line[0], Array(line.dropFirst()))
                    Issue.record("\(line) was done")
                } catch {
                    guard case .refused = error else { throw error }
                }
            }
            try Pause.until {
                let queue = try engine.reply("hooks", ["queue", "yes"])
                return queue.fields.int("failed") != 0 || queue.items.contains { $0["error"] != nil }
            }
            try engine.ask("delete", "name", "\(word) two")
            // A take that is left open and recovered by the next start.
            try engine.ask("rec", "name", "\(word) three")
            engine.signal(SIGKILL)
            let first = try #require(engine.finish()).errors
            try engine.restart()
            let second = try #require(engine.quit())
            #expect(second.code == 0, "\(second.errors)")
            return first + second.errors
        }

        @Test func thePlainLevelsHaveNoNames() throws {
            let log = try log("info")
            #expect(!log.contains(Self.telling), "\(log.split(separator: "\n").filter { $0.contains(Self.telling) })")
            #expect(!log.contains("/home") && !log.contains(".wav"))
            for words in [
                "info take: closed <private>", "info jack: JACK client", "warning engine: an engine (", "warning hooks: ",
            ] {
                #expect(log.contains(words), "\(words): \(log)")
            }
            for line in log.split(separator: "\n") {
                #expect(line.firstMatch(of: /^\d{4}-\d\d-\d\dT\S+ (error|warning|info) [a-z]+: ./) != nil, "\(line)")
            }
        }

        @Test func theDebugLevelHasThemAll() throws {
            let log = try log("debug")
            #expect(log.contains("info take: closed ") && log.contains("\(Self.telling) one.wav") && !log.contains("<private>"))
        }

        /// The setting holds at once, and before the environment.
        @Test func theSettingChoosesTheLines() throws {
            let fixture = try EngineFixture(settings: "log-level = error\n")
            let engine = fixture.engine
            try engine.ask("rec", "name", "quiet")
            try engine.ask("stop")
            try engine.reply("set", ["log-level", "debug"])
            try engine.ask("rec", "name", "loud")
            try engine.ask("stop")
            let log = try #require(engine.quit()).errors
            #expect(!log.contains("quiet") && log.contains("loud.wav") && !log.contains("JACK client"), "\(log)")
        }

        /// Under the journal each line has its priority, and no time of its own.
        @Test func theJournalGetsPriorities() throws {
            let server = try #require(JackServer())
            let folder = TempFolder()
            // A shell names the file of standard error as systemd does.
            let script =
                "exec 2>\"$1/log\"; export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2); exec \"$2\" --name journal\(getpid()) "
                + "--socket \"$1/socket\" --library \"$1/library\""
            var environment = ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]
            environment.merge(server.environment) { $1 }
            let engine = try #require(
                Process("/bin/sh", ["-c", script, "sh", folder.path, Programs.path("dictad")], environment: environment))
            Pause.until { (Files.read(folder.file("log")) ?? "").contains("JACK client") }
            _ = kill(engine.pid, SIGTERM)
            #expect(engine.finish().code == 0)
            let lines = (Files.read(folder.file("log")) ?? "").split(separator: "\n")
            #expect(
                !lines.isEmpty && lines.allSatisfy { $0.firstMatch(of: /^<[346]>(error|warning|info) [a-z]+: ./) != nil },
                "\(lines)")
        }
    }
}
