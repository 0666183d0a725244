// A take of a day in freewheel. Main thread only.
import Dictation
import Glibc
import JackTestSupport
import Storage
import System
import TestSupport

/// One take of 24 hours at a server that runs as fast as it can, past the wrap of JACK's frame counter (32 bits: after 24.9 hours at
/// 48 kHz, 6.2 hours at 192 kHz). Each frame is compared with the signal; memory, descriptors and threads
/// stay flat.
final class DayRun {
    let order: SoakOrder
    let step: StepName
    let rate: Int
    let seconds: Int
    let run = Timestamp.now.iso8601
    let started = Moment.now
    private let server: JackServer
    let probe: Probe
    let engine: EngineProcess
    let folder: TempFolder
    private let isFlac: Bool
    private(set) var course = Course()

    /// Runs the step once, unless a run of it is good already.
    static func run(rate: Int, _ order: SoakOrder, _ store: FigureStore) throws(SoakError) {
        let step: StepName = rate == 48_000 ? .day48 : .day192
        if let done = store.records.first(where: { $0.step == step && $0.isGood }) {
            return Report.say("\(step.rawValue): done already (\(done.words)); 'anew' begins from the start")
        }
        let day = try DayRun(step, rate: rate, order)
        let record: RunRecord
        do throws(EngineProcess.Trouble) { record = try day.take() } catch { throw .engine("take", error) }
        try store.add(record)
        Report.say(try Report(store).text)
        if !record.isGood { throw .wrong }
        if Interruption.isAsked { throw .interrupted }
    }

    private init(_ step: StepName, rate: Int, _ order: SoakOrder) throws(SoakError) {
        (self.step, self.rate, self.order, seconds) = (step, rate, order, Int(order.hours * 3600))
        guard let folder = TempFolder.onDisk() else { throw .machine("no folder on a disk: /tmp and /var/tmp are in memory") }
        // WAV needs 4 bytes a frame. FLAC has room for a day anywhere: the signal is easy to compress.
        let free = (try? FileSystem.space(of: folder.path).available) ?? 0
        isFlac = free < Int64(seconds * rate) * 5 + 4_000_000_000
        guard let server = JackServer(rate: rate, period: 1024) else { throw .machine("no JACK server") }
        (self.folder, self.server) = (folder, server)
        do throws(EngineProcess.Trouble) {
            engine = try EngineProcess(
                ["--reserve", "100"], library: folder.file("recordings"), environment: ["DICTA_LOG_LEVEL": "info"],
                programs: order.programs)
        } catch { throw .engine("take", error) }
        guard let probe = Probe("probe", sends: .frames(.coarse)), probe.connectOutputs(to: engine.name) else {
            throw .machine("the JACK server takes no client")
        }
        self.probe = probe
    }

    private func take() throws(EngineProcess.Trouble) -> RunRecord {
        guard probe.setFreewheel(true) else { throw .noAnswer("the server refuses to freewheel") }
        // The wrap comes half an hour before the end at the latest.
        let lead = max(0, (1 << 32) - (seconds - 1800) * rate)
        let leadStart = Moment.now
        while probe.count < lead, !Interruption.wait(milliseconds: 200) {}
        let leadSeconds = Moment.now.seconds(since: leadStart)
        guard probe.setFreewheel(false) else { throw .noAnswer("the server does not end its freewheel") }
        probe.waitFor(frame: probe.frameTime &+ UInt32(rate))
        let start = probe.frameTime &+ UInt32(rate)
        try engine.ask("rec", "name", "day", "format", isFlac ? "flac" : "wav", "bits", "16", "at-frame", "\(start)")
        probe.waitFor(frame: start &+ UInt32(rate))
        let first = probe.number(of: start)
        guard probe.setFreewheel(true) else { throw .noAnswer("the server refuses to freewheel") }
        let takeStart = Moment.now
        try watch()
        let takeSeconds = Moment.now.seconds(since: takeStart)
        guard probe.setFreewheel(false) else { throw .noAnswer("the server does not end its freewheel") }
        let stopped = try engine.ask("stop", timeout: 600)
        return judge(stopped, first, counter: Int(start), lead: leadSeconds, take: takeSeconds)
    }

    /// Looks at the take until it is long enough.
    private func watch() throws(EngineProcess.Trouble) {
        var told = Moment.now
        while !Interruption.wait(milliseconds: 1000) {
            let status = try engine.ask("status", timeout: 300)
            guard status.text("record_state") == "recording" else {
                throw .noAnswer("the take has ended: \(status.text("last_error"))")
            }
            course.add(ProcessFigures(engine))
            let frames = Int(status.count("elapsed_frames"))
            if Moment.now.seconds(since: told) >= 60 {
                told = .now
                Report.say("\(step.rawValue): \(Report.length(frames / rate)) recorded, \(course.looks.last?.memory ?? 0) KiB")
            }
            if frames >= seconds * rate { return }
        }
    }
}
