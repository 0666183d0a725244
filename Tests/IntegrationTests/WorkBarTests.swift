// Tests of the bar that shows long work, in a real terminal and in a pipe (issue 14 no. 16).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("Long work shows its progress (F3 C4)") struct WorkBarTests {
        /// A recording so long that its check takes minutes; it is a hole on the disk.
        private func longRecording(_ folder: String, hours: Int = 10) throws -> String {
            _ = Files.makeFolder(folder)
            let frames = 48_000 * 3600 * hours
            _ = try #require(SparseWave("\(folder)/long.wav", frames: frames, kind: .int16), "no room")
            return folder
        }

        private func window() throws -> TmuxWindow { try #require(TmuxWindow(columns: 80), "no tmux") }

        @Test func ofTheEngineWhichGoesOnAfterAnInterrupt() throws {
            let folder = TempFolder()
            let engine = try EngineProcess(library: try longRecording(folder.file("library")), waitsForJack: false)
            let dicta = "\(Programs.path("dicta")) --socket \(engine.socket)"
            let window = try window()
            window.run("\(dicta) verify long --deep")
            let shown = window.wait { $0.first?.contains("left") == true }
            try #require(shown.count == 1, "\(shown)")
            #expect(shown[0].hasPrefix("Checking long  ") && shown[0].contains("░") && shown[0].contains(" % "), "\(shown)")
            #expect(shown[0].count < 80)
            // It answers others between two pieces.
            #expect(try engine.reply("ls").items.count == 1)
            window.press("C-c")
            let number = try engine.reply("operations").items.first?.int("operation") ?? 0
            let words = window.wait { $0.last == "$" && $0.count > 1 }.dropLast().joined(separator: "")
            let line = "\(dicta.split(separator: "/").last ?? "") operations --cancel \(number)"
            #expect(words.hasPrefix("The engine goes on with it in the background; 'dicta "), "\(words)")
            #expect(words.replacing(" ", with: "").contains("operations--cancel\(number)'endsit."), "\(words) \(line)")
            #expect(try engine.reply("operations").items.first?.text("state") == "running")
            #expect(try engine.reply("operations", ["cancel", "\(number)"]).items.first?.text("state") == "cancelled")
        }

        @Test func ofThisProgramWhichCancelsIt() throws {
            let folder = TempFolder()
            let library = try longRecording(folder.file("library"))
            let window = try window()
            window.run("\(Programs.path("dicta")) verify --deep --library \(library)")
            let shown = window.wait { $0.first?.contains("left") == true }
            #expect(shown.count == 1 && shown[0].hasPrefix("Checking long  ") && shown[0].contains(" % "), "\(shown)")
            window.press("C-c")
            let end = window.wait { $0.last == "$" }
            #expect(end.filter { !$0.isEmpty } == ["$"], "\(end)")
        }

        /// A log of a script gets a plain line now and then.
        @Test(arguments: [true, false]) func plainLinesInAPipe(hasEngine: Bool) throws {
            let folder = TempFolder()
            // Longer than a fast machine checks until the end of this run. A hundredth, which tells the time left, is done before
            // the first line also on a busy one.
            let library = try longRecording(folder.file("library"), hours: 12)
            let engine = hasEngine ? try EngineProcess(library: library, waitsForJack: false) : nil
            let words = engine.map { ["--socket", $0.socket] } ?? ["--library", library]
            let process = try #require(Process(Programs.path("dicta"), ["verify", "--deep"] + words))
            Pause.until(60) { process.errorsSoFar.contains("\n") }
            // Longer than the second between two looks, and much shorter than the time between two lines.
            Pause.milliseconds(1500)
            _ = kill(process.pid, SIGTERM)
            let run = process.finish()
            let lines = run.errors.split(separator: "\n")
            #expect(lines.first?.hasPrefix("Checking long: ") == true && lines.first?.hasSuffix(" left") == true, "\(run)")
            #expect(lines.count <= 2 && !run.errors.contains("\u{1b}") && !run.errors.contains("\r"), "\(run)")
            if hasEngine { #expect(run.errors.contains("operations --cancel 1' ends it."), "\(run)") }
        }

        @Test func severalAreCountedAndWaitForOthers() throws {
            let folder = TempFolder()
            let library = try longRecording(folder.file("library"))
            _ = try #require(SparseWave("\(library)/another.wav", frames: 48_000 * 3600 * 10, kind: .int16), "no room")
            let engine = try EngineProcess(library: library, waitsForJack: false)
            let window = try window()
            let dicta = "\(Programs.path("dicta")) --socket \(engine.socket)"
            window.run("\(dicta) verify another long --deep")
            let shown = window.wait { $0.first?.contains("(1 of 2)") == true }
            #expect(shown.first?.hasPrefix("Checking another (1 of 2)  ") == true, "\(shown)")
            let second = try #require(TmuxWindow(columns: 80))
            second.run("\(dicta) export long --to \(folder.file("out.wav"))")
            let waits = second.wait { $0.first?.contains("waits") == true }
            #expect(waits.first?.hasPrefix("Exporting long  ") == true, "\(waits)")
            for number in 1...2 { try engine.reply("operations", ["cancel", "\(number)"]) }
        }

        /// The list is looked at again and again: its columns keep their places whatever it holds. Each width has columns of its own;
        /// what fits into which is proved without an engine by `DictaTests`, so one of them is enough for a short run.
        @Test(arguments: [60, 120, 80].few) func operationsKeepTheirColumns(columns: Int) throws {
            let folder = TempFolder()
            let engine = try EngineProcess(library: try longRecording(folder.file("library")), waitsForJack: false)
            let window = try #require(TmuxWindow(columns: columns), "no tmux")
            func list() -> [String] {
                window.run("\(Programs.path("dicta")) --socket \(engine.socket) operations")
                return window.wait { $0.last == "$" && $0.count > 1 }.dropLast()
            }
            func wait(for states: Set<String>) throws {
                func found() throws -> Set<String> { try Set(engine.reply("operations").items.map { $0.text("state") }) }
                let isThere = try Pause.until { try found() == states }
                if !isThere { Issue.record("never \(states): \(try found())") }
            }
            _ = try engine.reply("verify", ["long", "deep", "yes", "background", "yes"])
            try wait(for: ["running"])
            let one = list()
            _ = try? engine.reply("import", ["/nowhere/a file with a long name.wav", "background", "yes"])
            _ = try engine.reply("operations", ["cancel", "1"])
            try wait(for: ["cancelled", "failed"])
            let two = list()
            #expect(one.count == 2 && two.count > 3 && one[0] == two[0], "\(one) \(two)")
            #expect((one + two).allSatisfy { $0.count <= columns }, "\(one) \(two)")
            let space = columns < 80 ? "" : "  "
            #expect(one[0].hasPrefix("\(space)ID  VERB      STATE        %  ") && one[0].contains("  FAILED  NAME"), "\(one)")
            #expect(one[0].hasSuffix(columns < 120 ? "NAME" : "NOTES"), "\(one)")
            #expect(one[1].hasPrefix("\(space) 1  verify    running  "), "\(one)")
            let last = two.last ?? ""
            #expect(last.hasPrefix("\(space) 1  verify    cancelled"), "\(two)")
            #expect(two[1].hasPrefix("\(space) 2  import    failed "), "\(two)")
            // The error is told whole, on lines of its own where there is no room beside it.
            let told = two[1..<(two.count - 1)].map { line in
                columns < 120 ? String(line) : String(line.dropFirst(min(line.count, 73)))
            }
            let words = told.joined().filter { $0 != " " }
            #expect(words.contains("/nowhere/afilewithalongname.wav") && words.contains("doesnotexist;checkthename"), "\(two)")
        }
    }
}
