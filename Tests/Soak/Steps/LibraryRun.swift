// An engine with a library of 100,000 recordings. Main thread only.
import Dictation
import JackTestSupport
import Storage
import System
import TestSupport

/// Makes a library of many recordings, and uses it as people do: pages, searches, changes, and a take beside them that is exact. The
/// engine's memory depends on the number of recordings, and does not grow with use; descriptors and threads stay the same.
final class LibraryRun {
    private let order: SoakOrder
    private let count: Int
    private let run = Timestamp.now.iso8601
    private let started = Moment.now
    private let server: JackServer
    private let folder: TempFolder
    private var findings: [String] = []
    private var times: [(String, [Double])] = []

    /// Looks at the engine, one after each round.
    private var course = Course()

    /// Bound of the median of the answers to a question, in milliseconds.
    private static let slowest = 5000.0
    /// Rounds after which the engine knows all that it keeps in memory.
    private static let firstRounds = 5
    /// Bound of the growth of memory from these rounds to the end, in KiB.
    private static let mostGrowth = 4096
    /// Bound of memory for each recording, in bytes, beside that of an engine: the index knows each file by its name and times.
    private static let most = 1536

    /// Runs the step once, unless a run of it is good already.
    static func run(count: Int, _ order: SoakOrder, _ store: FigureStore) throws(SoakError) {
        if let done = store.records.first(where: { $0.step == .library && $0.isGood }) {
            return Report.say("library: done already (\(done.words)); 'anew' begins from the start")
        }
        let library = try LibraryRun(count, order)
        let record: RunRecord
        do throws(EngineProcess.Trouble) { record = try library.use() } catch { throw .engine("library", error) }
        try store.add(record)
        Report.say(try Report(store).text)
        if !record.isGood { throw .wrong }
    }

    private init(_ count: Int, _ order: SoakOrder) throws(SoakError) {
        (self.count, self.order) = (count, order)
        guard let folder = TempFolder.onDisk() else { throw .machine("no folder on a disk: /tmp and /var/tmp are in memory") }
        guard let server = JackServer() else { throw .machine("no JACK server") }
        (self.folder, self.server) = (folder, server)
        Report.say("library: making \(count) recordings")
        do { try LibraryMaker.fill(folder.file("recordings"), count) } catch { throw .machine("no library: \(error)") }
    }

    private func use() throws(EngineProcess.Trouble) -> RunRecord {
        let made = Moment.now.seconds(since: started)
        let engine = try EngineProcess(
            library: folder.file("recordings"), environment: ["DICTA_LOG_LEVEL": "info"], programs: order.programs)
        guard let probe = Probe("probe", sends: .frames(.fine)), probe.connectOutputs(to: engine.name) else {
            throw .noAnswer("the JACK server takes no client")
        }
        // The take begins before the index is made, and runs beside all questions.
        probe.waitFor(frame: probe.frameTime &+ 48_000)
        try engine.ask("rec", "name", "beside")
        let first = try time("first page") { () throws(EngineProcess.Trouble) in
            try engine.reply("ls", ["limit", "50"], timeout: 1200)
        }
        // The take that runs is listed too.
        if first.fields.count("total") != Int64(count + 1) {
            findings.append("\(first.fields.count("total")) recordings are listed, of \(count + 1)")
        }
        for round in 0..<20 where !Interruption.isAsked {
            _ = try time("page") { () throws(EngineProcess.Trouble) in
                try engine.reply("ls", ["limit", "50", "offset", "\(round * 997 % count)"], timeout: 600)
            }
            let word = ["sonata", "rehearsal", "number \(round)", "mark\(round)"][round % 4]
            let found = try time("search") { () throws(EngineProcess.Trouble) in
                try engine.reply("search", [word, "limit", "50"], timeout: 600)
            }
            if found.items.isEmpty { findings.append("nothing is found for '\(word)'") }
            let name = LibraryMaker.name(round * 811 % count)
            _ = try time("change") { () throws(EngineProcess.Trouble) in
                try engine.reply("tag", [name, "add", "soak"], timeout: 600)
            }
            _ = try time("page after a change") { () throws(EngineProcess.Trouble) in
                try engine.reply("ls", ["limit", "50"], timeout: 600)
            }
            course.add(ProcessFigures(engine))
        }
        let tagged = try engine.reply("ls", ["tag", "soak"], timeout: 600).items.count
        if tagged != min(20, count), !Interruption.isAsked { findings.append("\(tagged) recordings have the tag of 20") }
        let stopped = try engine.ask("stop", timeout: 120)
        checkTake(stopped, probe)
        _ = engine.quit()
        return record(made: made, stopped)
    }

    private func checkTake(_ stopped: Fields, _ probe: Probe) {
        do {
            let library = try Library(folder: folder.file("recordings"))
            for segment in try library.readRecording("beside").segments {
                let check = TakeCheck(segment, path: library.path(of: segment.file), .init(code: .fine, probe: probe))
                findings += check.findings
            }
        } catch { findings.append("the take cannot be read: \(error)") }
        if stopped.count("lost_frames") != 0 { findings.append("\(stopped.count("lost_frames")) frames of the take are lost") }
    }

    private func time<Result>(
        _ what: String, _ work: () throws(EngineProcess.Trouble) -> Result
    ) throws(EngineProcess.Trouble) -> Result {
        let start = Moment.now
        let result = try work()
        let milliseconds = Moment.now.seconds(since: start) * 1000
        if let place = times.firstIndex(where: { $0.0 == what }) {
            times[place].1.append(milliseconds)
        } else {
            times.append((what, [milliseconds]))
        }
        return result
    }

    private func record(made: Double, _ stopped: Fields) -> RunRecord {
        var words = "\(count) recordings made in \(Int(made)) s"
        for (what, all) in times {
            let sorted = all.sorted()
            words += ", \(what) \(Int(sorted[sorted.count / 2])) ms"
            if sorted.count > 1 { words += " (worst \(Int(sorted[sorted.count - 1])))" }
            // The first page waits for the index.
            if what != "first page", sorted[sorted.count / 2] > Self.slowest {
                findings.append("\(what) took \(Int(sorted[sorted.count / 2])) ms in the median")
            }
        }
        findings += course.findings(first: Self.firstRounds, growth: Self.mostGrowth)
        words +=
            ", a take of \(Int(stopped.number("seconds"))) s beside it, \(stopped.count("lost_frames")) frames lost, "
            + course.words(first: Self.firstRounds)
        let bound = Verdict.mostMemory + count * Self.most / 1024
        if course.most > bound { findings.append("\(course.most) KiB, over \(bound)") }
        return RunRecord(
            run: run, step: .library, version: order.version, seconds: Int(Moment.now.seconds(since: started)),
            isGood: findings.isEmpty && !Interruption.isAsked, isCut: Interruption.isAsked,
            words: words + findings.prefix(5).map { "; \($0)" }.joined())
    }
}
