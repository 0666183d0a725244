// State of the hook thread: the user's programs that run and those that wait. Its worker alone runs it.
internal import Dictation
internal import Glibc

/// Runs the user's programs, a few at once, and ends those that run too long. Nothing else waits for them: neither audio nor
/// control loop.
///
/// After `.quit` it ends with the last program, which may run for `lastGrace` seconds more.
struct HookRunner: ThreadState, ~Copyable {
    private struct Running {
        let job: Job
        let process: HookProcess
        let start: Moment
        /// Time at which it was asked to end.
        var asked: Moment?
    }

    typealias Wake = WakeSemaphore

    /// Jobs that may wait; one more is dropped and counted.
    static let longestQueue = 64
    /// Seconds between the signal to end and the one that kills.
    static let grace = 2.0
    /// Seconds that hooks may go on once the engine quits.
    static let lastGrace = 10.0

    private let reports: HookReports
    private var queue: [Job] = []
    private var running: [Running] = []
    private var jobs = 2
    private var quitAt: Moment?

    init(reports: HookReports) { self.reports = reports }

    mutating func obey(_ message: Message) {
        switch message {
        case .jobs(let count): jobs = max(1, count)
        case .quit: quitAt = Moment.now
        case .run(let job):
            guard queue.count < HookRunner.longestQueue else {
                reports.note(job) { $0.dropped += 1 }
                return
            }
            reports.note(job) { $0.waiting += 1 }
            queue.append(job)
        }
    }

    mutating func turn() -> Int? {
        watch()
        while running.count < jobs, !queue.isEmpty { start(queue.removeFirst()) }
        let isIdle = running.isEmpty && queue.isEmpty
        if isIdle, quitAt != nil { return nil }
        return isIdle ? 60_000 : 20
    }

    private mutating func start(_ job: Job) {
        reports.note(job) {
            $0.waiting -= 1
            $0.runs += 1
        }
        do throws(EngineError) {
            let process = try HookProcess(job.program, environment: job.environment, input: job.input)
            running.append(Running(job: job, process: process, start: Moment.now))
            reports.note(job) { $0.running += 1 }
        } catch {
            reports.note(job) { $0.end = .notStarted(error.description) }
        }
    }

    private mutating func watch() {
        let now = Moment.now
        for index in running.indices.reversed() {
            let run = running[index]
            run.process.read()
            if let end = run.process.ended() {
                running.remove(at: index)
                finish(run, run.asked == nil ? end : .overdue, now)
            } else if let asked = run.asked {
                if now.seconds(since: asked) > HookRunner.grace { run.process.signal(SIGKILL) }
            } else if now.seconds(since: run.start) > run.job.limit || isOver(now) {
                run.process.signal(SIGTERM)
                running[index].asked = now
            }
        }
        if isOver(now) {
            for job in queue { reports.note(job) { $0.waiting -= 1 } }
            queue = []
        }
    }

    private func isOver(_ now: Moment) -> Bool {
        quitAt.map { now.seconds(since: $0) > HookRunner.lastGrace } ?? false
    }

    private func finish(_ run: Running, _ end: HookReport.End, _ now: Moment) {
        let text = String(decoding: run.process.tail, as: UTF8.self)
        let said = run.process.said
        reports.note(run.job) {
            $0.running -= 1
            $0.end = end
            $0.seconds = now.seconds(since: run.start)
            $0.output = said > text.utf8.count ? "..." + text : text
        }
    }
}
