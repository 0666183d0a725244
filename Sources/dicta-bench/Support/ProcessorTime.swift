// Processor time of the whole machine. Any thread; a value.

/// Seconds that all processors of the machine have spent since its start.
struct ProcessorTime {
    /// Work of all processes, those of low priority too.
    let busy: Double
    /// Time in which other virtual machines had the processors of this one.
    let stolen: Double

    /// Reads the present state. Throws `unfit`.
    init() throws(BenchError) {
        let words = (Text.file("/proc/stat") ?? "").split(separator: "\n").first?.split(separator: " ") ?? []
        guard words.count > 8 else { throw .unfit("/proc/stat cannot be read") }
        // Hundredths of a second: user, nice, system, idle, waiting, interrupts, soft interrupts, stolen.
        let times = words[1...8].map { (Double($0) ?? 0) / 100 }
        (busy, stolen) = (times[0] + times[1] + times[2], times[7])
    }
}
