// The figures of one engine at one moment. Any thread; a value.

/// A line of figures. Memory, descriptors and threads are those of the moment; all others count from the start of the run.
struct EngineFigures: Equatable {
    /// The kind of moment.
    enum Kind: String {
        /// In the middle of the work.
        case minute
        /// At rest: nothing records, plays or works, and nobody is connected.
        case rest
    }

    /// The run: its time of start.
    var run: String
    var kind: Kind
    /// Seconds since the start of the run.
    var seconds: Int
    var engine: String
    /// Process id: an engine that was killed goes on with another one.
    var process: Int
    /// Anonymous memory in KiB.
    var memory: Int
    var descriptors: Int
    var threads: Int
    var xruns = 0
    /// Frames that JACK skipped.
    var missed = 0
    /// Frames that came and were not written.
    var lost = 0
    /// Frames that were not ready to be played.
    var underruns = 0
    /// Takes, or parts of split ones.
    var takes = 0
    /// Pauses that were resumed.
    var joints = 0
    /// Frames that were compared with the signal.
    var checked = 0
    /// Takes that were not as they were sent.
    var wrong = 0
    /// Takes that were not as they were sent while the machine stood still: nobody can tell why.
    var unclear = 0
    var commands = 0
    /// Commands that the engine refused.
    var refused = 0

    /// Heading of the file.
    static let heading = [
        "run", "kind", "seconds", "engine", "process", "memory_kib", "descriptors", "threads", "xruns", "missed", "lost",
        "underruns", "takes", "joints", "checked_frames", "wrong_takes", "unclear_takes", "commands", "refused",
    ].joined(separator: "\t")
}

extension EngineFigures {
    /// Reads a line of the file; nil for the heading, and for a line that was cut off.
    init?(line: Substring) {
        let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 19, let kind = Kind(rawValue: words[1]) else { return nil }
        let numbers = ([words[2]] + words[4...]).compactMap { Int($0) }
        guard numbers.count == 16 else { return nil }
        self.init(
            run: words[0], kind: kind, seconds: numbers[0], engine: words[3], process: numbers[1], memory: numbers[2],
            descriptors: numbers[3], threads: numbers[4], xruns: numbers[5], missed: numbers[6], lost: numbers[7],
            underruns: numbers[8], takes: numbers[9], joints: numbers[10], checked: numbers[11], wrong: numbers[12],
            unclear: numbers[13],
            commands: numbers[14], refused: numbers[15])
    }

    /// Seconds that were compared with the signal, at 48 kHz.
    var checkedSeconds: Int { checked / 48_000 }

    /// The line of the file.
    var line: String {
        let numbers = [
            process, memory, descriptors, threads, xruns, missed, lost, underruns, takes, joints, checked, wrong, unclear,
            commands,
            refused,
        ]
        return ([run, kind.rawValue, "\(seconds)", engine] + numbers.map { "\($0)" }).joined(separator: "\t")
    }
}
