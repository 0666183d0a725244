// Memory, descriptors and threads in the course of a run with one engine. One thread; no I/O.

/// Judges figures of one engine from the first looks to the last: memory within a bound, descriptors and threads as at the start.
struct Course {
    /// One look at the engine.
    struct Look {
        /// Anonymous memory in KiB.
        let memory: Int
        let descriptors: Int
        let threads: Int
    }

    private(set) var looks: [Look] = []

    mutating func add(_ process: ProcessFigures) {
        add(Look(memory: process.memory, descriptors: process.descriptors.count, threads: process.threads))
    }

    mutating func add(_ look: Look) { looks.append(look) }

    /// Most memory of the first `count` looks.
    func early(_ count: Int) -> Int { looks.prefix(max(1, count)).map(\.memory).max() ?? 0 }

    /// Most memory of all looks.
    var most: Int { looks.map(\.memory).max() ?? 0 }

    /// Findings when the first looks are `count`. A look can meet a file that is open for a moment, so the least counts of the first
    /// looks are compared with those of the last ones. `growth` is the bound in KiB.
    func findings(first count: Int, growth: Int) -> [String] {
        var found: [String] = []
        if most > early(count) + growth { found.append("memory grew from \(early(count)) to \(most) KiB") }
        let (start, end) = (least(looks.prefix(max(1, count))), least(looks.suffix(max(1, count))))
        if start.descriptors != end.descriptors { found.append("\(start.descriptors) descriptors, then \(end.descriptors)") }
        if start.threads != end.threads { found.append("\(start.threads) threads, then \(end.threads)") }
        return found
    }

    /// The figures in words, as `findings` compares them.
    func words(first count: Int) -> String {
        let (start, end) = (least(looks.prefix(max(1, count))), least(looks.suffix(max(1, count))))
        return "memory \(early(count)) to \(most) KiB, descriptors \(start.descriptors) and \(end.descriptors), "
            + "threads \(start.threads) and \(end.threads)"
    }

    private func least(_ looks: some Sequence<Look>) -> (descriptors: Int, threads: Int) {
        (looks.map(\.descriptors).min() ?? 0, looks.map(\.threads).min() ?? 0)
    }
}
