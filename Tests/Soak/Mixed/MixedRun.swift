// The mixed run: six engines used by people in real time. Main thread only.
import Dictation
import JackTestSupport
import System
import TestSupport

/// Six engines at one server, each with a person who records, plays and edits at the speed of people. In cycles of ten minutes the
/// server is killed or ended and started again, an engine is killed in its take, and all comes to rest, where memory,
/// descriptors and threads are compared. Surfaces and screens come and go.
final class MixedRun {
    private let order: SoakOrder
    private let store: FigureStore
    let log: RunLog
    let server: MixedServer
    private let folder: TempFolder
    private(set) var seats: [Seat] = []
    let surfaces = Surfaces()
    let screens: Screens
    var dice = Dice()
    private let started = Moment.now
    private let length: Double
    /// Seconds of a cycle.
    private let cycle: Double
    private var pace: Double { min(1, max(0.1, cycle / 600)) }
    var (restarts, kills, rests) = (0, 0, 0)
    private let stalls = StallWatch.shared
    private let began: Int

    /// Runs until all runs together have lasted for `wanted` seconds. Throws `wrong` for a run that is not as it has to be.
    static func run(for wanted: Double, _ order: SoakOrder, _ store: FigureStore) throws(SoakError) {
        let done = Double(Report.seconds(store.figures(.mixed)))
        guard done < wanted else {
            return Report.say("mixed: \(Report.length(Int(done))) are done already; 'anew' begins from the start")
        }
        try MixedRun(for: wanted - done, order, store).run()
    }

    private init(for length: Double, _ order: SoakOrder, _ store: FigureStore) throws(SoakError) {
        (self.order, self.store, self.length) = (order, store, length)
        log = RunLog(run: Timestamp.now.iso8601, store)
        cycle = min(600, length / 3)
        began = stalls.now
        guard let folder = TempFolder.onDisk() else { throw .machine("no folder on a disk: /tmp and /var/tmp are in memory") }
        self.folder = folder
        screens = Screens(programs: order.programs)
        server = try MixedServer()
        var environment = ["DICTA_LOG_LEVEL": "info"]
        if let plant = order.plant {
            guard let library = plant.library(in: folder) else { throw .machine("the leak could not be compiled") }
            environment["LD_PRELOAD"] = library
        }
        for person in Person.all {
            let library = folder.file(person.name)
            let start = SeatStart(library: library, programs: order.programs, environment: environment)
            seats.append(try Seat(person, server, log, seed: dice.next(), pace: pace, start: start))
        }
    }

    private var seconds: Double { Moment.now.seconds(since: started) }

    private func run() throws(SoakError) {
        Report.say("mixed: run \(log.run) for \(Report.length(Int(length)))")
        for seat in seats {
            do throws(EngineProcess.Trouble) { try seat.begin() } catch { throw .engine(seat.person.name, error) }
        }
        let row = min(60, length / 6)
        var (nextRow, nextRest, nextRestart, nextKill) = (row, cycle, 0.35 * cycle, 0.7 * cycle)
        while seconds < length, !Interruption.isAsked, log.trouble == nil {
            if seconds >= nextRestart {
                try restart()
                nextRestart += cycle
            }
            if seconds >= nextKill {
                try kill()
                nextKill += cycle
            }
            // The first rest waits until all has been used once: what is made once is there then. A short run has no time for it.
            if seconds >= nextRest, rests > 0 || length < 60 || seats.allSatisfy(\.hasDoneAll) {
                try rest()
                nextRest = seconds + cycle
            }
            if seconds >= nextRow {
                try write(.minute)
                nextRow += row
            }
            try work()
        }
        try rest()
        try end()
    }

    /// The next step of whoever is due, or a short wait.
    func work() throws(SoakError) {
        surfaces.work(seats, pace: pace, &dice)
        screens.work(seats, pace: pace, &dice, log)
        let now = Moment.now
        guard let seat = seats.min(by: { $0.due < $1.due }), seat.due <= now else {
            Interruption.wait(milliseconds: 20)
            return
        }
        seat.step()
        if seat.engine.process?.hasEnded ?? true {
            log.find("\(seat.person.name): the engine has ended: \(seat.engine.finish()?.errors.suffix(2000) ?? "")")
            do { try seat.engine.restart() } catch { throw .engine(seat.person.name, error) }
        }
        if let trouble = log.trouble { throw trouble }
    }

    func write(_ kind: EngineFigures.Kind) throws(SoakError) {
        let figures = seats.map { $0.figures(kind, seconds: Int(seconds)) }
        try store.add(figures, to: .mixed)
        for line in figures {
            Report.say(
                "\(line.seconds) s \(kind.rawValue) \(line.engine): \(line.memory) KiB, \(line.descriptors) descriptors, "
                    + "\(line.threads) threads, \(line.xruns) xruns, \(line.takes) takes, \(line.lost) lost, \(line.wrong) wrong")
        }
    }

    private func end() throws(SoakError) {
        let figures = store.figures(.mixed).filter { $0.run == log.run }
        let verdict = Verdict(figures)
        let findings = log.findings + verdict.findings
        let takes = seats.reduce(0) { $0 + $1.counts.takes }
        let words =
            "\(takes) takes, \(restarts) servers, \(kills) kills, \(surfaces.connected) surfaces with \(surfaces.messages) messages, "
            + "\(screens.shown) screens, \(rests) rests, longest stall of the machine \(stalls.longest(since: began)) ms"
        try store.add(
            RunRecord(
                run: log.run, step: .mixed, version: order.version, seconds: Int(seconds), isGood: findings.isEmpty,
                isCut: seconds < length, words: words + findings.prefix(5).map { "; \($0)" }.joined()))
        for seat in seats { _ = seat.engine.quit() }
        Report.say(try Report(store).text)
        if !findings.isEmpty { throw .wrong }
        if Interruption.isAsked { throw .interrupted }
    }
}
