// An hour of pause and resume. Main thread only.
import Dictation
import JackTestSupport
import Storage
import System
import TestSupport

/// One take that is paused and resumed every few seconds in real time, half of the times at an exact frame ahead. At the end each
/// frame of it is compared with the signal. A run that was interrupted ends its take; the next one begins another.
final class PauseRun {
    private let order: SoakOrder
    private let store: FigureStore
    private let log: RunLog
    private let server: JackServer
    private let probe: Probe
    private let engine: EngineProcess
    private let folder: TempFolder
    private var dice = Dice()
    private let started = Moment.now
    private let length: Double
    private var figures: EngineFigures

    /// Runs until all runs together have lasted for `wanted` seconds.
    static func run(for wanted: Double, _ order: SoakOrder, _ store: FigureStore) throws(SoakError) {
        let done = Double(Report.seconds(store.figures(.pauses)))
        guard done < wanted else {
            return Report.say("pauses: \(Report.length(Int(done))) are done already; 'anew' begins from the start")
        }
        let run = try PauseRun(for: wanted - done, order, store)
        let record: RunRecord
        do throws(EngineProcess.Trouble) { record = try run.take() } catch { throw .engine("take", error) }
        try store.add(record)
        Report.say(try Report(store).text)
        if !record.isGood { throw .wrong }
        if Interruption.isAsked { throw .interrupted }
    }

    private init(for length: Double, _ order: SoakOrder, _ store: FigureStore) throws(SoakError) {
        (self.order, self.store, self.length) = (order, store, length)
        log = RunLog(run: Timestamp.now.iso8601, store)
        guard let folder = TempFolder.onDisk() else { throw .machine("no folder on a disk: /tmp and /var/tmp are in memory") }
        guard let server = JackServer(period: 256) else { throw .machine("no JACK server") }
        (self.folder, self.server) = (folder, server)
        do throws(EngineProcess.Trouble) {
            engine = try EngineProcess(
                library: folder.file("recordings"), environment: ["DICTA_LOG_LEVEL": "info"], programs: order.programs)
        } catch { throw .engine("take", error) }
        guard let probe = Probe("probe", sends: .frames(.fine)), probe.connectOutputs(to: engine.name) else {
            throw .machine("the JACK server takes no client")
        }
        self.probe = probe
        figures = EngineFigures(
            run: log.run, kind: .rest, seconds: 0, engine: "pauses", process: 0, memory: 0, descriptors: 0, threads: 0)
    }

    private var seconds: Double { Moment.now.seconds(since: started) }

    private func take() throws(EngineProcess.Trouble) -> RunRecord {
        Report.say("pauses: run \(log.run) for \(Report.length(Int(length)))")
        probe.waitFor(frame: probe.frameTime &+ 48_000)
        try engine.ask("rec", "name", "pauses")
        var pauses = 0
        let row = min(60, length / 6)
        var next = row
        while seconds < length, !Interruption.isAsked, log.trouble == nil {
            wait(0.5...8)
            try order(pauses.isMultiple(of: 2) ? nil : probe.frameTime &+ 24_000, "pause")
            pauses += 1
            wait(0.2...4)
            // Figures of a take that is paused: what is open then is the same each time.
            if seconds >= next {
                try write()
                next += row
            }
            try order(pauses.isMultiple(of: 3) ? probe.frameTime &+ 24_000 : nil, "resume")
        }
        wait(1...2)
        return try end(pauses)
    }

    /// Sends a command, at once or for a frame, and waits until it is carried out.
    private func order(_ frame: UInt32?, _ verb: String) throws(EngineProcess.Trouble) {
        figures.commands += 1
        guard let frame else {
            try engine.ask(verb)
            return
        }
        try engine.ask(verb, "at-frame", "\(frame)")
        probe.waitFor(frame: frame)
    }

    private func wait(_ range: ClosedRange<Double>) {
        let pace = min(1, max(0.1, length / 600))
        Interruption.wait(milliseconds: Int(Double.random(in: range, using: &dice) * pace * 1000))
    }

    private func write() throws(EngineProcess.Trouble) {
        let status = try engine.ask("status", timeout: 120)
        let process = ProcessFigures(engine)
        (figures.seconds, figures.process, figures.memory) = (Int(seconds), process.process, process.memory)
        (figures.descriptors, figures.threads) = (process.descriptors.count, process.threads)
        (figures.xruns, figures.missed) = (Int(status.count("xruns")), Int(status.count("missed_frames")))
        figures.lost = Int(status.count("lost_frames"))
        do throws(SoakError) { try store.add([figures], to: .pauses) } catch { throw .noAnswer("\(error)") }
        Report.say(
            "\(figures.seconds) s: \(figures.memory) KiB, \(figures.descriptors) descriptors, \(figures.threads) threads, "
                + "\(figures.xruns) xruns, \(figures.lost) lost, \(figures.commands) commands")
    }

    private func end(_ pauses: Int) throws(EngineProcess.Trouble) -> RunRecord {
        try engine.ask("pause")
        let stopped = try engine.ask("stop", timeout: 300)
        var joints = 0
        do {
            for segment in try Library(folder: folder.file("recordings")).readRecording("pauses").segments {
                let check = TakeCheck(segment, path: folder.file("recordings/\(segment.file)"), .init(code: .fine, probe: probe))
                for words in check.findings { log.find(words) }
                figures.checked += check.frames
                joints += segment.joints.count
            }
        } catch { log.find("'pauses' cannot be read: \(error)") }
        if joints != pauses { log.find("\(joints) joints in the sidecar of \(pauses) pauses") }
        // The file is closed now, so this is no line to compare.
        figures.kind = .minute
        (figures.takes, figures.joints, figures.wrong) = (1, joints, log.findings.isEmpty ? 0 : 1)
        try write()
        let verdict = Verdict(store.figures(.pauses).filter { $0.run == log.run })
        let findings = log.findings + verdict.findings
        let words = "\(joints) pauses in \(Report.length(Int(stopped.number("seconds")))) of sound, \(figures.xruns) xruns"
        _ = engine.quit()
        return RunRecord(
            run: log.run, step: .pauses, version: order.version, seconds: Int(seconds), isGood: findings.isEmpty,
            isCut: seconds < length, words: words + findings.prefix(5).map { "; \($0)" }.joined())
    }
}
