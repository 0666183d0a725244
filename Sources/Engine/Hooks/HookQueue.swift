// The queue of hooks that must not be lost (F13). Any thread; a value, no I/O and no clock.
internal import Dictation

/// Jobs in their order, with the rules of their tries. Times are seconds of the wall clock since 1970.
struct HookQueue: Sendable, Equatable {
    /// The jobs, in the order in which they were added.
    private(set) var jobs: [HookJob] = []
    /// The highest number that was given.
    private(set) var last: Int64 = 0

    /// Seconds between two tries; the last one repeats.
    static let pauses: [Int64] = [10, 30, 120, 600, 3600]

    /// Seconds to wait after so many tries.
    static func pause(after tries: Int64) -> Int64 {
        pauses[Int(min(max(tries, 1), Int64(pauses.count))) - 1]
    }

    init() {}

    /// Makes a queue of kept jobs; `last` is the highest number that was given.
    init(_ jobs: [HookJob], last: Int64) { (self.jobs, self.last) = (jobs, last) }

    /// The job of that number; nil if there is none.
    func job(_ id: Int64) -> HookJob? { jobs.first { $0.id == id } }

    /// Number of jobs in this phase.
    func count(_ state: HookJob.State) -> Int { jobs.count { $0.state == state } }

    // MARK: Tries

    /// Adds a job that is due at once. Nil, without a change, if there are `most` already.
    mutating func add(
        _ work: HookJob.Work, of recording: String, identity: String = "", library: String, now: Int64, most: Int
    ) -> HookJob? {
        guard jobs.count < most else { return nil }
        last += 1
        var job = HookJob(id: last, work: work, library: library, recording: recording, next: now)
        job.identity = identity
        jobs.append(job)
        return job
    }

    /// Begins the jobs that are due, the first of each lane only, and gives them. `most` programs run at once, and as many
    /// requests; only jobs of this library that `may` permits begin.
    mutating func begin(now: Int64, library: String, most: Int, _ may: (HookJob) -> Bool = { _ in true }) -> [HookJob] {
        var begun: [HookJob] = []
        var busy: Set<String> = []
        var free = [true, false].map { isProgram in
            most - jobs.count { $0.state == .running && $0.isProgram == isProgram }
        }
        for index in jobs.indices where jobs[index].state != .failed {
            let job = jobs[index]
            let isFirst = busy.insert(job.lane).inserted
            let kind = job.isProgram ? 0 : 1
            guard isFirst, job.state == .waiting, isDue(job, now), job.library == library, free[kind] > 0, may(job) else {
                continue
            }
            free[kind] -= 1
            jobs[index].state = .running
            jobs[index].tries = job.tries.boundedSum(1)
            begun.append(jobs[index])
        }
        return begun
    }

    /// True at the time of the next try, and after the clock was set back by more than the longest pause.
    private func isDue(_ job: HookJob, _ now: Int64) -> Bool {
        job.next <= now || job.next - now > (HookQueue.pauses.last ?? 0)
    }

    /// Takes a job out that has succeeded.
    mutating func finish(_ id: Int64) { jobs.removeAll { $0.id == id } }

    /// Notes that a running try has failed. True if that was the last try: the job is given up if it had `most` tries (0 for no
    /// limit) or if `isFinal`.
    mutating func fail(_ id: Int64, _ error: String, now: Int64, most: Int64, isFinal: Bool = false) -> Bool {
        var isOver = false
        change(id) { job in
            guard job.state == .running else { return }
            isOver = isFinal || (most > 0 && job.tries >= most)
            job.state = isOver ? .failed : .waiting
            job.next = now.boundedSum(HookQueue.pause(after: job.tries))
            job.error = error
        }
        return isOver
    }

    /// Ends a running try that does not count, since it came to no end. The next one is due at `next`.
    mutating func release(_ id: Int64, next: Int64, because words: String) {
        change(id) { job in
            guard job.state == .running else { return }
            job.stand(because: words)
            job.next = next
            job.tries = max(0, job.tries - 1)
        }
    }

    private mutating func change(_ id: Int64, _ change: (inout HookJob) -> Void) {
        for index in jobs.indices where jobs[index].id == id { change(&jobs[index]) }
    }

    // MARK: Users

    /// Makes a job, or all with nil, due at once, with as many tries as a new one. A job that runs is left alone. Gives the jobs
    /// that are meant.
    mutating func retry(_ id: Int64?, now: Int64) -> [HookJob] {
        for index in jobs.indices where (id == nil || jobs[index].id == id) && jobs[index].state != .running {
            (jobs[index].state, jobs[index].tries, jobs[index].next) = (.waiting, 0, now)
        }
        return jobs.filter { id == nil || $0.id == id }
    }

    /// Takes out a job, or all with nil, and gives what was taken out.
    mutating func drop(_ id: Int64?) -> [HookJob] {
        let gone = jobs.filter { id == nil || $0.id == id }
        jobs.removeAll { id == nil || $0.id == id }
        return gone
    }

    /// Follows a rename of a recording of this library. True if there are jobs of it.
    mutating func rename(_ name: String, to newName: String, files: [String: String], library: String) -> Bool {
        var isMeant = false
        for index in jobs.indices where jobs[index].recording == name && jobs[index].library == library {
            jobs[index].rename(to: newName, files: files)
            isMeant = true
        }
        return isMeant
    }

    /// Notes the identity of a job's recording.
    mutating func identify(_ id: Int64, as identity: String) { change(id) { $0.identity = identity } }

    /// Notes that the recording of one job has another name.
    mutating func rename(_ id: Int64, to name: String) { change(id) { $0.rename(to: name) } }

    /// Takes out the jobs of a deleted recording of this library, and gives them. Jobs of another recording, which had the name before,
    /// stay, and so do those of a copy with the same identity: people copy files.
    mutating func delete(_ name: String, identity: String = "", library: String) -> [HookJob] {
        let gone = jobs.filter {
            $0.recording == name && $0.library == library && ($0.identity.isEmpty || $0.identity == identity)
        }
        if !gone.isEmpty { jobs.removeAll(where: gone.contains) }
        return gone
    }
}
