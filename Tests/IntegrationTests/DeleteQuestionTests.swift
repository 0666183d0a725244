// Tests of the question before several recordings are deleted, in a real terminal (issue 14 no. 16).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("dicta delete asks in a terminal (F3)") struct DeleteQuestionTests {
        private func engine(_ names: [String]) throws -> EngineProcess {
            let engine = try EngineProcess(waitsForJack: false)
            for name in names {
                _ = try #require(SparseWave("\(engine.library)/\(name).wav", frames: 256_000, kind: .int16), "no room")
            }
            return engine
        }

        private func names(_ engine: EngineProcess) throws -> [String] {
            try engine.reply("ls", ["sort", "name"]).items.map { $0.text("name") }
        }

        @Test func filesInQuarantineAreNamedBeforeAllOfThemAreDiscarded() throws {
            let engine = try engine([])
            for (number, text) in ["garbage", "rubbish too"].enumerated() {
                try #require(Files.write(text, to: "\(engine.library)/x\(number).wav"))
                try #require(Files.makeFolder("\(engine.library)/_Corrupted") || number > 0)
                try #require(
                    Process.run("/bin/mv", ["\(engine.library)/x\(number).wav", "\(engine.library)/_Corrupted"]).code == 0)
            }
            let dicta = "\(Programs.path("dicta")) --socket \(engine.socket)"
            let window = try #require(TmuxWindow(columns: 100), "no tmux")
            for (answer, left) in [("n", 2), ("y", 0)] {
                window.run("\(dicta) quarantine discard --all")
                let question = window.wait { $0.last?.contains("[y/N]") == true }
                #expect(question.last == "Delete 2 files permanently (18 bytes)? [y/N]", "\(question)")
                #expect(question.first?.contains("x0.wav") == true, "\(question)")
                window.type(answer)
                _ = window.wait { $0.last == "$" }
                #expect(try engine.reply("quarantine").items.count == left)
            }
        }

        @Test func severalAreNamedWithTheirSizeAndKeptUnlessTheAnswerIsYes() throws {
            let engine = try engine(["song 1", "song 2", "talk"])
            let dicta = "\(Programs.path("dicta")) --socket \(engine.socket)"
            let window = try #require(TmuxWindow(columns: 100), "no tmux")
            for (words, asked, answers) in [
                ("'song*'", ["song 1", "song 2"], ["", "n", "no", "maybe"]), ("talk 'song 2'", ["talk", "song 2"], [""]),
            ] {
                for answer in answers {
                    window.run("\(dicta) delete \(words)")
                    let question = window.wait { $0.last?.contains("[y/N]") == true }
                    #expect(
                        question == asked.map { "  \(Self.padded($0, asked))  1004.0 KiB" } + [
                            "Delete 2 recordings permanently (2.0 MiB)? [y/N]"
                        ], "\(question)")
                    window.type(answer)
                    #expect(window.wait { $0.last == "$" }.dropLast().last == "dicta: nothing was deleted")
                }
            }
            #expect(try names(engine) == ["song 1", "song 2", "talk"])
            // One that is added after the question is not deleted by its pattern.
            window.run("\(dicta) delete 'song*'")
            _ = window.wait { $0.last?.contains("[y/N]") == true }
            _ = try #require(SparseWave("\(engine.library)/song 3.wav", frames: 4800, kind: .int16))
            window.type("y")
            _ = window.wait { $0.last == "$" }
            #expect(try names(engine) == ["song 3", "talk"])
        }

        /// The question is about the library of the command line, whatever the engine's own library has.
        @Test func anotherLibraryIsAskedAbout() throws {
            let engine = try engine(["song 1", "song 2", "song 3"])
            let folder = TempFolder()
            for name in ["song 1", "song 9", "tape"] {
                _ = try #require(SparseWave("\(folder.path)/\(name).wav", frames: 256_000, kind: .int16), "no room")
            }
            let dicta = "\(Programs.path("dicta")) --socket \(engine.socket) delete --library \(folder.path)"
            let window = try #require(TmuxWindow(columns: 100), "no tmux")
            for (words, shown) in [("'song*'", ["song 1", "song 9"]), ("'t*'", ["tape"])] {
                window.run("\(dicta) \(words)")
                let question = window.wait { $0.last?.contains("[y/N]") == true }
                #expect(question.dropLast() == shown.map { "  \(Self.padded($0, shown))  1004.0 KiB" }[...], "\(question)")
                window.type("y")
                _ = window.wait { $0.last == "$" }
                for name in shown { #expect(!Files.exists("\(folder.path)/\(name).wav"), "\(name)") }
            }
            #expect(try names(engine) == ["song 1", "song 2", "song 3"])
        }

        /// A path or a file's name is no other recording's name: nothing is deleted in its place.
        @Test func theWordsThatWereTypedAreTheNames() throws {
            let engine = try engine(["take", "other"])
            let folder = TempFolder()
            _ = try #require(SparseWave("\(folder.path)/take.wav", frames: 256_000, kind: .int16), "no room")
            let window = try #require(TmuxWindow(columns: 100), "no tmux")
            window.run("\(Programs.path("dicta")) --socket \(engine.socket) delete \(folder.path)/take.wav other")
            let lines = window.wait { $0.last?.contains("[y/N]") == true || $0.last == "$" }
            if lines.last != "$" { window.type("y") }
            _ = window.wait { $0.last == "$" }
            #expect(try names(engine).contains("take") && Files.exists("\(folder.path)/take.wav"))
        }

        @Test func interruptingKeepsEverything() throws {
            let engine = try engine(["song 1", "song 2"])
            let window = try #require(TmuxWindow(columns: 100), "no tmux")
            window.run("\(Programs.path("dicta")) --socket \(engine.socket) delete 'song*'")
            _ = window.wait { $0.last?.contains("[y/N]") == true }
            window.press("C-c")
            #expect(window.wait { $0.last == "$" }.last == "$")
            #expect(try names(engine) == ["song 1", "song 2"])
        }

        @Test func oneByItsNameYesAndScriptsAreNotAsked() throws {
            let engine = try engine(["a", "b", "c", "d", "e", "f*"])
            let dicta = "\(Programs.path("dicta")) --socket \(engine.socket)"
            let window = try #require(TmuxWindow(columns: 100), "no tmux")
            for (words, left) in [
                ("delete a", ["b", "c", "d", "e", "f*"]), ("delete --yes b c", ["d", "e", "f*"]),
                ("delete 'd*' e < /dev/null", ["f*"]), ("delete nothing 'f*'", ["f*"]),
            ] {
                window.run("\(dicta) \(words); true")
                let lines = window.wait { $0.last == "$" }
                #expect(!lines.joined().contains("[y/N]"), "\(words): \(lines)")
                try Pause.until { try names(engine) == left }
                #expect(try names(engine) == left, "\(words): \(lines)")
            }
            #expect(window.lines.first?.contains("nothing") == true, "\(window.lines)")
        }

        /// The system stops a background job that reads from its terminal; such a job deletes nothing and says so.
        @Test func aBackgroundJobDeletesNothing() throws {
            let engine = try engine(["song 1", "song 2", "talk"])
            let window = try #require(TmuxWindow(columns: 100), "no tmux")
            let dicta = "\(Programs.path("dicta")) --socket \(engine.socket) delete 'song*'"
            window.run("set -m; \(dicta) &")
            let lines = window.wait { $0.contains { $0.contains("add --yes") || $0.contains("Stopped") } }
            #expect(lines.joined().contains("a background job cannot ask; add --yes to delete"), "\(lines)")
            #expect(try names(engine) == ["song 1", "song 2", "talk"])
            window.run("\(dicta) --yes &")
            try Pause.until { try names(engine) == ["talk"] }
            #expect(try names(engine) == ["talk"], "\(window.lines)")
        }

        private static func padded(_ name: String, _ all: [String]) -> String {
            name + String(repeating: " ", count: (all.map(\.count).max() ?? 0) - name.count)
        }
    }
}
