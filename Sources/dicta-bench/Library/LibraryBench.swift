// Measures the library. Main thread only.
import Dictation
import FoundationEssentials
import Storage
import System

/// Time until a library answers, beside the programs with which people look into folders.
struct LibraryBench {
    /// Questions to whole processes, and the same ones to the programs of others.
    static let list = "dicta ls, the whole process"
    static let search = "dicta search, the whole process"
    static let listPeer = "peer: ls -lt"
    static let searchPeer = "peer: grep -rl of a word"

    let plan: LibraryPlan

    /// Times of one question.
    struct Row: Encodable {
        let recordings: Int
        let what: String
        let median: Double
        let p99: Double
    }

    /// Makes the measurement of a plan.
    init(_ plan: LibraryPlan) { self.plan = plan }

    /// Makes the libraries, asks them, and prints the result.
    func run() throws(BenchError) {
        let rows = try measure()
        try Output.write(plan.isJSON ? try json(rows) : table(rows))
    }

    /// Makes the libraries and asks them.
    func measure() throws(BenchError) -> [Row] {
        var rows: [Row] = []
        for count in plan.counts {
            let folder = try Folder(in: plan.folder)
            Output.progress("\(count) recordings in \(folder.path) ...")
            let shelf = try TestLibrary(count, in: folder.path + "/library")
            rows += try measure(shelf, count, folder.path)
        }
        return rows
    }

    private func json(_ rows: [Row]) throws(BenchError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(["rows": rows]), as: UTF8.self) + "\n"
        } catch {
            throw .unfit("the result cannot be written as JSON: \(error)")
        }
    }

    private func table(_ rows: [Row]) -> String {
        let head = ["recordings", "what", "median ms", "p99 ms"]
        return Text.table(
            [head] + rows.map { ["\($0.recordings)", $0.what, Text.decimal($0.median, 2), Text.decimal($0.p99, 2)] }, left: 2)
    }

    private func measure(_ shelf: TestLibrary, _ count: Int, _ folder: String) throws(BenchError) -> [Row] {
        let place = folder + "/index"
        var first = LibraryQuery()
        first.limit = 50
        var rows: [Row] = []
        func row(_ what: String, _ rounds: Int, _ work: (Int) throws -> Void) throws(BenchError) {
            var times: [Double] = []
            for round in 0..<rounds {
                try Interruption.sleep(seconds: 0)
                let start = ContinuousClock.now
                do { try work(round) } catch let error as BenchError { throw error } catch { throw .unfit("\(what): \(error)") }
                let time = start.duration(to: .now).components
                times.append(Double(time.seconds) * 1000 + Double(time.attoseconds) / 1e15)
            }
            times.sort()
            let p99 = times[min(times.count - 1, Int((Double(times.count) * 0.99).rounded(.up)) - 1)]
            rows.append(Row(recordings: count, what: what, median: Median.of(times), p99: p99))
            Output.progress("  \(what): \(Text.decimal(Median.of(times), 2)) ms")
        }
        let some = max(3, plan.rounds / 10)
        try row("cold rebuild of the index", some) { _ in
            for ending in ["", "-wal", "-shm"] { Self.removeAll(place, ending) }
            guard try LibraryIndex(shelf.library, folder: place).page(first).total == count else {
                throw BenchError.unfit("recordings are missing")
            }
        }
        try row("first page, index as it was left", some) { _ in
            _ = try LibraryIndex(shelf.library, folder: place).page(first)
        }
        let index: LibraryIndex
        do { index = try LibraryIndex(shelf.library, folder: place) } catch { throw .unfit("\(error)") }
        try row("page, sorted by turns", plan.rounds) { round in
            var query = first
            query.sort = LibraryQuery.Sort.allCases[round % LibraryQuery.Sort.allCases.count]
            query.offset = round * 37 % max(1, count - 50)
            _ = try index.page(query)
        }
        try row("search, two words", plan.rounds) { round in
            var query = first
            query.words = [TestLibrary.words[round % 8], "mark\(round * 7919 % count)"]
            _ = try index.page(query)
        }
        try row("search, one word of many", plan.rounds) { round in
            var query = first
            query.words = [String(TestLibrary.words[round % 8].prefix(3))]
            _ = try index.page(query)
        }
        try row("search, words that are said", plan.rounds) { round in
            var query = first
            query.words = [TestLibrary.said(round * 37 % 2_000), TestLibrary.said(round % 20)]
            _ = try index.page(query)
        }
        try row("first page after a change", some) { round in
            try shelf.library.updateRecording(TestLibrary.name(round * 31 % count)) { $0.note += " \(round)" }
            _ = try index.page(first)
        }
        try row("a recording by the start of its id", plan.rounds) { round in
            let id = try shelf.library.readRecording(TestLibrary.name(round * 7919 % count)).id.description
            guard let beginning = Identifier.Beginning(String(id.prefix(8))), try !index.names(beginning).isEmpty else {
                throw BenchError.unfit("an id is not found")
            }
        }
        try row("change of one recording", plan.rounds) { round in
            try shelf.library.updateRecording(TestLibrary.name(round * 31 % count)) { $0.note += " \(round)" }
        }
        let library = shelf.library.folder
        if let dicta = Environment.program("dicta", isOurs: true) {
            // A program uses an index of its own, not the one measured above: its first run makes that index.
            let variables = ["XDG_CACHE_HOME": folder + "/cache"]
            let words = ["--no-start", "--library", library, "--limit", "50"]
            try program(dicta, ["ls"] + words, variables, folder)
            try row(Self.list, some) { _ in try program(dicta, ["ls"] + words, variables, folder) }
            try row(Self.search, some) { round in
                try program(dicta, ["search", TestLibrary.words[round % 8], "mark\(round)"] + words, variables, folder)
            }
            // Work that must not take time by the square: many names, many recordings, many lines over as many, many takes.
            let place = ["--no-start", "--library", library]
            let names = (0..<min(95, count)).map(TestLibrary.name)
            try row("dicta tag of \(names.count) recordings, the whole process", 3) { round in
                try program(dicta, ["tag", "--add", "r\(round)"] + place + names, variables, folder)
            }
            try shelf.nameNeighbours(names)
            try row("dicta clean of all recordings, the whole process", 3) { _ in
                try program(dicta, ["clean"] + place, variables, folder)
            }
            let long = try LongRecordings(in: folder + "/long")
            let elsewhere = ["--no-start", "--library", long.library.folder]
            try row("dicta transcript import of \(LongRecordings.lines) lines over as many", 3) { _ in
                try program(
                    dicta, ["transcript", "import", LongRecordings.spoken, long.captions] + elsewhere, variables, folder)
            }
            try row("dicta info of \(LongRecordings.takes) takes in one recording", 3) { _ in
                try program(dicta, ["info", LongRecordings.taken] + elsewhere, variables, folder)
            }
        }
        try row(Self.listPeer, some) { _ in try program("/bin/ls", ["-lt", library], [:], folder) }
        try row(Self.searchPeer, some) { round in
            try program("/bin/grep", ["-rlw", "mark\(round)", library], [:], folder)
        }
        return rows
    }

    /// Runs a program to its end.
    private func program(
        _ path: String, _ words: [String], _ variables: [String: String], _ folder: String
    ) throws(BenchError) {
        let log = folder + "/said"
        try? File.remove(log)
        let child = try Child(path, words, log: log, environment: variables)
        // The wait is part of the measured time, so it is short.
        while child.ended == nil { ThisProcess.sleep(milliseconds: 1) }
        guard let code = child.ended, code == 0 else { throw .noStart(program: path, log: child.said) }
    }

    private static func removeAll(_ folder: String, _ ending: String) {
        for name in (try? File.names(in: folder)) ?? [] where name.hasSuffix(".sqlite" + ending) {
            try? File.remove("\(folder)/\(name)")
        }
    }
}
