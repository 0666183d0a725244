// Requests about the queue. Any thread; no I/O.

extension Request {
    /// True for a play that begins a queue.
    public var isForQueue: Bool {
        verb == .playing(.play)
            && (text(.more) != nil || text(.tag) != nil || text(.artist) != nil || flag(.shuffle) || flag(.repeat))
    }

    /// True for a request that lists the queue and changes nothing.
    var onlyListsQueue: Bool { text(.do) ?? "list" == "list" && text(.shuffle) == nil && text(.repeat) == nil }
}
