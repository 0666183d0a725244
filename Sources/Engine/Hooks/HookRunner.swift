// State of the hook thread: running and queued programs of the user. Hook thread only.
internal import Dictation
internal import Messages
internal import System
internal import Threads

/// Runs the user's programs, a few at a time, and ends those that run too long. Neither audio nor the control loop waits for
/// them.
///
/// After `.quit` the thread ends with the last program, which may run for `lastGrace` seconds more.
struct HookRunner: ThreadState, ~Copyable {
    /// One program that runs.
    private struct Running {
        let job: Job
        let process: HookProcess
        let start: Moment
        /// When the program was sent SIGTERM; nil before.
        var asked: Moment?
        /// Why the program was sent SIGTERM.
        var cause = Cause.overdue
    }

    /// Reasons to end a program.
    private enum Cause {
        case overdue, dropped, quit
    }

    typealias Wake = WakeSemaphore

    /// Number of jobs that may wait; further jobs are dropped and counted.
    static let longestQueue = 64
    /// Seconds between SIGTERM and SIGKILL.
    static let grace = 2.0
    /// Seconds that hooks may go on after the engine quits.
    static let lastGrace = 10.0

    private let reports: HookReports
    private let outbox: Mailbox<Event>?
    private var queue: [Job] = []
    private var running: [Running] = []
    /// Number of programs that may run at once.
    private var jobs = 2
    /// When `.quit` came; nil before.
    private var quitAt: Moment?

    init(reports: HookReports, outbox: Mailbox<Event>? = nil) {
        self.reports = reports
        self.outbox = outbox
    }

    mutating func obey(_ order: Order) {
        switch order {
        case .jobs(let count): jobs = max(1, count)
        case .quit: quitAt = Moment.now
        case .end(let id): drop(id)
        case .run(let job):
            guard queue.count < HookRunner.longestQueue else {
                reports.note(job) { $0.dropped += 1 }
                tellNotRun(job)
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

    /// Starts a job, or reports why it could not be started. The job counts as running before it starts: a report never shows it
    /// as neither waiting nor running.
    private mutating func start(_ job: Job) {
        reports.note(job) {
            $0.waiting -= 1
            $0.runs += 1
            $0.running += 1
        }
        do throws(EngineError) {
            let process = try HookProcess(job.program, environment: job.environment, input: job.input)
            running.append(Running(job: job, process: process, start: Moment.now))
        } catch {
            reports.note(job) {
                $0.running -= 1
                $0.end = .notStarted(StoredText(error.description))
            }
            if let id = job.id {
                outbox?.post(.ended(id: id, .notStarted(StoredText(error.description)), output: "", isByQuit: false))
            }
        }
    }

    /// Reads output, notices ended programs, and ends those that ran too long. Empties the queue once the grace of `.quit` is
    /// over.
    private mutating func watch() {
        let now = Moment.now
        for index in running.indices.reversed() {
            let run = running[index]
            run.process.read()
            if let end = run.process.ended() {
                running.remove(at: index)
                finish(run, run.asked == nil || run.cause == .dropped ? end : .overdue, now)
            } else if let asked = run.asked {
                if now.seconds(since: asked) > HookRunner.grace { run.process.signal(SignalNumber.kill) }
            } else if now.seconds(since: run.start) > run.job.limit {
                ask(index, .overdue, now)
            } else if isOver(now) {
                ask(index, .quit, now)
            }
        }
        if isOver(now) {
            for job in queue {
                reports.note(job) { $0.waiting -= 1 }
                tellNotRun(job)
            }
            queue = []
        }
    }

    /// Asks a program to end.
    private mutating func ask(_ index: Int, _ cause: Cause, _ now: Moment) {
        running[index].process.signal(SignalNumber.terminate)
        running[index].asked = now
        running[index].cause = cause
    }

    /// Ends the program of a job that was dropped from the queue of hooks, or takes out its start.
    private mutating func drop(_ id: Int64) {
        for index in running.indices where running[index].job.id == id && running[index].asked == nil {
            ask(index, .dropped, Moment.now)
        }
        for job in queue where job.id == id { reports.note(job) { $0.waiting -= 1 } }
        queue.removeAll { $0.id == id }
    }

    private func tellNotRun(_ job: Job) {
        if let id = job.id { outbox?.post(.notRun(id: id)) }
    }

    /// True once the grace after `.quit` is over.
    private func isOver(_ now: Moment) -> Bool {
        quitAt.map { now.seconds(since: $0) > HookRunner.lastGrace } ?? false
    }

    /// Reports the end of a run.
    private func finish(_ run: Running, _ end: HookReport.End, _ now: Moment) {
        let text = String(decoding: run.process.tail, as: UTF8.self)
        let said = run.process.said
        if let id = run.job.id {
            outbox?.post(.ended(id: id, end, output: text, isByQuit: run.asked != nil && run.cause == .quit))
        }
        reports.note(run.job) {
            $0.running -= 1
            $0.end = end
            $0.seconds = now.seconds(since: run.start)
            $0.output = said > text.utf8.count ? "..." + text : text
        }
    }
}
