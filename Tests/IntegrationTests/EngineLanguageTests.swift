// Tests of an engine in another language: answers follow the locale, the log stays English.
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("An engine in Russian: answers and events follow the locale, the log is English") struct EngineLanguageTests {
        private static let session =
            String(#filePath.dropLast("Tests/IntegrationTests/EngineLanguageTests.swift".count)) + "session"

        /// The Russian locale has a comma in numbers. Where it is not installed, the catalogue is Russian all the same.
        private static let locale =
            Process.run("/usr/bin/locale", ["-a"]).output.contains("ru_RU.utf8") ? "ru_RU.UTF-8" : "C.UTF-8"

        private static func isCyrillic(_ text: String) -> Bool {
            text.unicodeScalars.contains { (0x400...0x4ff).contains($0.value) }
        }

        /// An engine with Russian catalogues. `settings` are those of its user.
        private func engine(settings: String) throws -> EngineProcess {
            let scratch = TempFolder()
            let folder = Programs.path("..") + "/share/locale"
            let built = Process.run(
                "/bin/bash", [Self.session + "/translations", "--build", folder], environment: ["HOME": scratch.path])
            try #require(built.code == 0, "\(built)")
            return try EngineProcess(
                environment: ["LC_ALL": Self.locale, "LANGUAGE": "ru", "DICTA_LOG_LEVEL": "debug"], settings: settings)
        }

        /// The log of an engine that has ended without trouble, in which every line is English.
        private func log(of engine: EngineProcess) throws -> String {
            let report = try #require(engine.quit())
            let lines = report.errors.split(separator: "\n").filter { Self.isCyrillic(String($0)) }
            #expect(report.code == 0 && lines.isEmpty, "\(lines)")
            return report.errors
        }

        @Test func answersAreRussianAndTheLogIsEnglish() throws {
            let server = try #require(JackServer(synchronous: false))
            defer { withExtendedLifetime(server) {} }
            let engine = try engine(settings: "nonsense = 1\nhook-durable = completed\non-completed = exit 7\n")
            try engine.ask("rec", "name", "memo")
            #expect(try engine.ask("status").text("record_state") == "recording", "a value for programs is no word of a language")
            try engine.ask("stop")
            for line in [
                ["play", "nobody"], ["rec", "name", "../memo"], ["export", "name", "memo", "to", "/nowhere/x"],
                ["locate", "99h"], ["tag", "memo"], ["mark", "x", "at", "9h"],
            ] {
                do throws(EngineProcess.Trouble) {
                    try engine.reply(line[0], Array(line.dropFirst()))
                    Issue.record("\(line) was done")
                } catch {
                    guard case .refused(let failure) = error else { throw error }
                    #expect(Self.isCyrillic(failure.words), "\(line): \(failure.words)")
                }
            }
            // Texts of the C library are Russian in an answer, in their own letters.
            let loop = engine.folder.file("loop")
            #expect(unsafe symlink(loop, loop) == 0)
            let trouble = try #require(throws: EngineProcess.Trouble.self) { try engine.reply("import", [loop]) }
            if case .refused(let failure) = trouble { #expect(failure.words.contains("символьн"), "\(failure.words)") }
            let folder = engine.folder.file("texts")
            #expect(Files.makeFolder(folder) && Files.write("no audio", to: folder + "/read.me"))
            let skipped = try engine.reply("import", [folder, "recursive", "yes"]).items
            #expect(skipped.count == 1 && Self.isCyrillic(skipped.first?.text("skipped") ?? ""), "\(skipped)")
            try engine.ask("complete", "memo")
            // The count of tries is that of begun ones.
            try Pause.until { try engine.reply("hooks", ["queue", "yes"]).items.contains { !$0.text("error").isEmpty } }
            let log = try log(of: engine)
            for words in ["Too many levels of symbolic links", "it is no audio file", "exit 7"] {
                #expect(log.contains(words), "\(words): \(log)")
            }
            let closed = try #require(log.split(separator: "\n").first { $0.contains("info take: closed ") })
            #expect(closed.contains("memo.wav: ") && !closed.contains(","), "\(closed)")
        }

        /// Files that an earlier run has left damaged: the event is Russian, and the line of the log English.
        @Test func aDamagedFileIsToldInBothLanguages() throws {
            let server = try #require(JackServer(synchronous: false))
            defer { withExtendedLifetime(server) {} }
            let scratch = TempFolder()
            let events = scratch.file("events")
            let engine = try engine(settings: "on-error = cat >> \(events)\n")
            _ = try log(of: engine)
            let state = engine.folder.file("state/dicta")
            for name in ["schedule-\(engine.name).json", "hooks-\(engine.name).json", "\(engine.name).state.json"] {
                #expect(Files.write("damaged", to: "\(state)/\(name)"))
            }
            try engine.restart()
            func told() -> [Substring] { (Files.read(events) ?? "").split(separator: "\n").filter { $0.contains("\"message\"") } }
            Pause.until { told().count >= 2 }
            #expect(told().count == 2 && told().allSatisfy { Self.isCyrillic(String($0)) }, "\(told())")
            let log = try log(of: engine)
            for words in ["state.json is damaged", "the scheduled takes cannot be read", "the queue of hooks cannot be read"] {
                #expect(log.contains(words), "\(words): \(log)")
            }
        }
    }
}
