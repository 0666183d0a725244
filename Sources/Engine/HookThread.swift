// Room: Engine. Made by the control loop; everything but `post` and `reports` runs on the hook thread.
internal import Dictation
internal import Glibc
internal import Synchronization

/// Runs the user's programs, so many at once, and ends those that run too long. Nothing else waits for them: neither audio
/// nor control loop.
final class HookThread: @unchecked Sendable {
    struct Job: Sendable {
        let event: HookEvent
        let program: String
        /// All of it, `NAME=value`.
        let environment: [String]
        let input: [UInt8]
        let limit: Double
    }

    enum Message: Sendable {
        case run(Job)
        /// How many may run at once.
        case jobs(Int)
        case quit
    }

    private struct Running {
        let job: Job
        let process: HookProcess
        let start: Moment
        /// When it was asked to end.
        var asked: Moment?
    }

    /// What waits beyond that is dropped, and counted.
    static let longestQueue = 64
    /// Between the word to end and the end, seconds.
    static let grace = 2.0
    /// How long hooks may go on once the engine quits, seconds.
    static let lastGrace = 10.0

    private let wake = WakeSemaphore()
    private let inbox: Mailbox<Message>
    private let kept = Mutex<[HookReport]>([])
    private var queue: [Job] = []
    private var running: [Running] = []
    private var jobs = 2
    private var quitAt: Moment?
    private let isDone = Atomic<Bool>(false)

    init() {
        let wake = wake
        inbox = Mailbox { wake.post() }
    }

    /// Any thread but JACK's.
    func post(_ message: Message) { inbox.post(message) }

    /// Any thread but JACK's: one an event that had a program since the engine started.
    var reports: [HookReport] { kept.withLock(\.self) }

    /// Any thread: `run` has returned, or is about to.
    var hasEnded: Bool { isDone.load(ordering: .acquiring) }

    /// The thread's body; returns after `.quit`, once the programs have ended or were ended.
    func run() {
        while quitAt == nil || !(running.isEmpty && queue.isEmpty) {
            wake.wait(milliseconds: running.isEmpty && queue.isEmpty ? 60_000 : 20)
            for message in inbox.take() { obey(message) }
            watch()
            while running.count < jobs, !queue.isEmpty { start(queue.removeFirst()) }
        }
        isDone.store(true, ordering: .releasing)
    }

    private func obey(_ message: Message) {
        switch message {
        case .jobs(let count): jobs = max(1, count)
        case .quit: quitAt = Moment.now
        case .run(let job):
            guard queue.count < HookThread.longestQueue else {
                note(job) { $0.dropped += 1 }
                return
            }
            note(job) { $0.waiting += 1 }
            queue.append(job)
        }
    }

    private func start(_ job: Job) {
        note(job) {
            $0.waiting -= 1
            $0.runs += 1
        }
        do throws(EngineError) {
            let process = try HookProcess(job.program, environment: job.environment, input: job.input)
            running.append(Running(job: job, process: process, start: Moment.now))
            note(job) { $0.running += 1 }
        } catch {
            note(job) { $0.end = .notStarted(error.description) }
        }
    }

    private func watch() {
        let now = Moment.now
        for index in running.indices.reversed() {
            let run = running[index]
            run.process.read()
            if let end = run.process.ended() {
                running.remove(at: index)
                finish(run, run.asked == nil ? end : .overdue, now)
            } else if let asked = run.asked {
                if now.seconds(since: asked) > HookThread.grace { run.process.signal(SIGKILL) }
            } else if now.seconds(since: run.start) > run.job.limit || isOver(now) {
                run.process.signal(SIGTERM)
                running[index].asked = now
            }
        }
        if isOver(now) {
            for job in queue { note(job) { $0.waiting -= 1 } }
            queue = []
        }
    }

    private func isOver(_ now: Moment) -> Bool {
        quitAt.map { now.seconds(since: $0) > HookThread.lastGrace } ?? false
    }

    private func finish(_ run: Running, _ end: HookReport.End, _ now: Moment) {
        let text = String(decoding: run.process.tail, as: UTF8.self)
        let said = run.process.said
        note(run.job) {
            $0.running -= 1
            $0.end = end
            $0.seconds = now.seconds(since: run.start)
            $0.output = said > text.utf8.count ? "..." + text : text
        }
    }

    private func note(_ job: Job, _ change: (inout HookReport) -> Void) {
        kept.withLock { reports in
            if !reports.contains(where: { $0.event == job.event }) { reports.append(HookReport(job.event, program: job.program)) }
            for index in reports.indices where reports[index].event == job.event {
                reports[index].program = job.program
                change(&reports[index])
            }
        }
    }
}
