// Tests the files with the figures of long runs: a run that was killed loses its last line at most.
import TestSupport
import Testing

@testable import dicta_soak

@Suite struct FigureStoreTests {
    private func line(_ run: String, _ seconds: Int) -> EngineFigures {
        var line = EngineFigures(
            run: run, kind: .minute, seconds: seconds, engine: "editor", process: 7, memory: 9000, descriptors: 30, threads: 12)
        (line.takes, line.checked, line.commands) = (seconds / 10, seconds * 48_000, seconds)
        return line
    }

    @Test func figuresOfAllRunsAreAddedUp() throws {
        let folder = TempFolder()
        let store = try FigureStore(folder: folder.file("soak"))
        for seconds in [60, 120, 180] { try store.add([line("first", seconds)], to: .mixed) }
        // The first run was killed in the middle of a line.
        let path = folder.file("soak/mixed.tsv")
        let whole = try #require(Files.read(path))
        #expect(Files.write(String(whole.dropLast(20)), to: path))
        for seconds in [60, 120] { try store.add([line("second", seconds)], to: .mixed) }
        try store.add(
            RunRecord(run: "second", step: .mixed, version: "v1", seconds: 125, isGood: true, words: "12\ttakes\nand more"))
        let figures = store.figures(.mixed)
        #expect(figures.count == 4 && figures.last == line("second", 120), "\(figures)")
        #expect(Report.seconds(figures) == 240)
        let text = try Report(store).text
        #expect(text.contains("mixed: 240 s in 2 runs") && text.contains("run first, without an end"), "\(text)")
        #expect(text.contains("editor") && text.contains("mixed second 125 s, version v1: good: 12 takes and more"), "\(text)")

        try store.forget(.pauses)
        #expect(store.records.count == 1 && store.figures(.mixed).count == 4)
        try store.forget(.mixed)
        #expect(store.records.isEmpty && store.figures(.mixed).isEmpty)
    }

    @Test func wrongCommandLinesAreRefused() throws {
        for words in [["night"], ["mixed", "--hours"], ["mixed", "--hours", "-1"], ["day48", "--sun", "1"], ["anew", "all"]] {
            #expect(throws: SoakError.self, "\(words)") { try SoakOrder(words: words) }
        }
    }
}
