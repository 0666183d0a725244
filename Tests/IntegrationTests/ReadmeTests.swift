// Runs the commands of README.md, so that it cannot become untrue.
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("The commands of README.md work as they stand there (C4, issue 14)") struct ReadmeTests {
        private static let file = String(#filePath.dropLast("Tests/IntegrationTests/ReadmeTests.swift".count)) + "README.md"
        private let home = TempFolder()

        /// The lines of code of a chapter, each with its commands.
        private func commands(of chapter: String) throws -> [[String]] {
            let text = try #require(Files.read(Self.file), "no README.md")
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let start = try #require(lines.firstIndex { $0 == "## " + chapter }, "no chapter '\(chapter)'")
            return lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("       ") }.map { line in
                line.split(separator: ";").map { String($0.drop { $0 == " " }) }
            }
        }

        private var variables: [String: String] {
            let programs = Programs.path("dicta").dropLast("/dicta".count)
            return JackServer.environment.merging([
                "HOME": home.path, "XDG_RUNTIME_DIR": home.path, "XDG_STATE_HOME": home.file("state"),
                "XDG_CONFIG_HOME": home.file("config"), "XDG_CACHE_HOME": home.file("cache"), "PATH": "\(programs):/usr/bin:/bin",
            ]) { $1 }
        }

        private func shell(_ line: String) -> Finished { Process.run("/bin/bash", ["-c", line], environment: variables) }

        private func status() throws -> Fields {
            try EngineProcess.ask("status", engine: "dicta", socket: home.file("dicta/dicta.sock"))
        }

        /// A person types slower than a shell reads: what plays or records goes on for a moment between two commands.
        private func letTimePass() throws {
            func moment(_ fields: Fields) -> Double {
                fields.text("record_state") == "recording"
                    ? fields.double("elapsed_seconds")
                    : fields.text("play_state") == "playing" ? fields.double("position_seconds") : .nan
            }
            let before = moment(try status())
            guard !before.isNaN else { return }
            let moves = try Pause.until {
                let now = moment(try status())
                return now.isNaN || abs(now - before) > 0.2
            }
            if !moves { Issue.record("nothing moves: \(try status())") }
        }

        /// Takes four minutes more of the running take in freewheel: the places of the README lie in a whole interview.
        private func recordAnInterview(_ probe: Probe) throws {
            #expect(probe.setFreewheel(true))
            for _ in 0..<6000 {
                guard try status().double("elapsed_seconds") < 240 else { break }
                probe.waitFor(frame: probe.frameTime)
            }
            #expect(probe.setFreewheel(false))
            #expect(try status().double("elapsed_seconds") >= 240)
        }

        @Test func tenThingsToDo() throws {
            let server = try #require(JackServer(), "no jackd")
            let probe = try #require(Probe("source", sends: .sine(hertz: 440, amplitude: 0.3)), "no probe")
            try #require(Files.makeFolder(home.file("Desktop")))
            let lines = try commands(of: "Ten things to do")
            #expect(lines.count == 10, "\(lines)")
            for (index, line) in lines.enumerated() {
                for command in line {
                    #expect(command.hasPrefix("dicta "), "\(command)")
                    let run = shell(command)
                    #expect(run.code == 0, "\(index + 1). \(command): \(run)")
                    try letTimePass()
                }
                if line.first?.hasPrefix("dicta rec ") == true { try recordAnInterview(probe) }
            }
            #expect(Files.exists(home.file("Desktop/interview.m4a")))
            let info = try EngineProcess.reply(
                "info", ["interview"], engine: "dicta", socket: home.file("dicta/dicta.sock"), timeout: 30)
            #expect(info.fields.text("tags") == "work" && info.items.map { $0.text("name") } == ["chorus"], "\(info)")
            let end = shell("dicta quit")
            #expect(end.code == 0, "\(end)")
            _ = server
        }
    }
}
