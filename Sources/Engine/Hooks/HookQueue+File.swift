// The queue of hooks as a file. Any thread; a value, no I/O.
internal import Dictation
internal import JSON

extension HookQueue {
    /// Text of the file.
    var bytes: [UInt8] {
        JSONTree.object([
            .init("schema", .integer(1)), .init("last", .integer(last)), .init("jobs", .list(jobs.map(\.tree))),
        ]).printed
    }

    /// Reads a file; nil for a damaged one. The second value is the number of jobs that cannot be read and are left out.
    static func read(_ bytes: [UInt8]) -> (queue: HookQueue, unread: Int)? {
        guard let tree = try? JSONTree(parsing: bytes), tree["schema"]?.integer == 1, let list = tree["jobs"]?.list else {
            return nil
        }
        var jobs: [HookJob] = []
        var numbers: Set<Int64> = []
        for item in list {
            guard let job = HookJob(item), numbers.insert(job.id).inserted else { continue }
            jobs.append(job)
        }
        let last = tree["last"]?.integer ?? 0
        let highest = max(last < HookJob.highest ? last : 0, numbers.max() ?? 0)
        return (HookQueue(jobs, last: highest), list.count - jobs.count)
    }
}
