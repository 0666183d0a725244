// The judgement of a run by its figures. Any thread; a value, no I/O.

/// Judges the figures of one run: memory flat, descriptors and threads equal at rest, no frame lost, no take wrong.
///
/// An engine that was killed begins anew, so each process is compared with itself: its first rest with its last one. The first rest
/// comes when everything has been used once, so that caches and threads that are made once are there.
struct Verdict {
    /// Bound of the growth of anonymous memory from the first rest to the last one, in KiB.
    static let mostGrowth = 4096
    /// Bound of anonymous memory at any time, in KiB: the requirement (limits) is 40 MB without pre-roll.
    static let mostMemory = 40 * 1024

    /// Growth of one process between its first and its last rest.
    struct Growth {
        let engine: String
        let process: Int
        let first: EngineFigures
        let last: EngineFigures
        /// Highest memory of all its figures.
        let most: Int
    }

    /// The processes that had two rests, in the order of the figures.
    let growths: [Growth]
    /// All that is not as it has to be, in words; empty for a good run.
    private(set) var findings: [String] = []

    /// Judges the figures of a run.
    init(_ figures: [EngineFigures]) {
        var engines: [String] = []
        for line in figures where !engines.contains(line.engine) { engines.append(line.engine) }
        var growths: [Growth] = []
        for engine in engines {
            let own = figures.filter { $0.engine == engine }
            var processes: [Int] = []
            for line in own where !processes.contains(line.process) { processes.append(line.process) }
            for process in processes {
                let life = own.filter { $0.process == process }
                let rests = life.filter { $0.kind == .rest }
                if let first = rests.first, let last = rests.last, first.seconds < last.seconds {
                    let most = life.map(\.memory).max() ?? 0
                    growths.append(Growth(engine: engine, process: process, first: first, last: last, most: most))
                }
            }
        }
        self.growths = growths
        findings += growths.flatMap(Self.findings)
        for engine in engines {
            guard let last = figures.last(where: { $0.engine == engine }) else { continue }
            if last.lost > 0 { findings.append("\(engine): \(last.lost) frames lost") }
            if last.wrong > 0 { findings.append("\(engine): \(last.wrong) takes wrong") }
        }
        for line in figures where line.memory > Self.mostMemory {
            findings.append("\(line.engine): \(line.memory) KiB after \(line.seconds) s, over \(Self.mostMemory)")
            break
        }
    }

    private static func findings(_ growth: Growth) -> [String] {
        var found: [String] = []
        let (first, last) = (growth.first, growth.last)
        let name = "\(growth.engine) (process \(growth.process), rest after \(first.seconds) s and \(last.seconds) s)"
        if last.memory > first.memory + mostGrowth {
            found.append("\(name): memory grew from \(first.memory) to \(last.memory) KiB, bound \(mostGrowth)")
        }
        if last.descriptors != first.descriptors {
            found.append("\(name): \(first.descriptors) descriptors, then \(last.descriptors)")
        }
        if last.threads != first.threads { found.append("\(name): \(first.threads) threads, then \(last.threads)") }
        return found
    }
}
