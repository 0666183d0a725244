// Work of others on the machine. Main thread only; blocks for a second a look.
import System

/// Processors that were busy with other work before each round, and time that other virtual machines took during all of it.
struct OtherWork {
    /// Processors that were busy in the second before each round.
    private(set) var busy: [Double] = []
    /// Time of the whole run that was stolen, in percent of all processors.
    private(set) var stolen = 0.0
    private var first: (moment: Moment, stolen: Double)?

    /// Looks for a second, in which dicta-bench does nothing.
    mutating func look() throws(BenchError) {
        let before = (moment: Moment.now, time: try ProcessorTime())
        if first == nil { first = (before.moment, before.time.stolen) }
        try Interruption.sleep(seconds: 1)
        busy.append((try ProcessorTime().busy - before.time.busy) / Moment.now.seconds(since: before.moment))
    }

    /// Notes the end of the run.
    mutating func end() throws(BenchError) {
        guard let first else { return }
        let seconds = Moment.now.seconds(since: first.moment) * Double(ThisProcess.processors)
        stolen = 100 * (try ProcessorTime().stolen - first.stolen) / max(1, seconds)
    }

    /// True if the figures were disturbed: by a tenth of a processor or more in the middle, or by other virtual machines.
    var isMuch: Bool { Median.of(busy) > 0.1 || stolen > 1 }

    /// The figures in words.
    var words: String {
        "\(Series(busy).text(2)) processors in the second before each round; other virtual machines took"
            + " \(Text.decimal(stolen, 1)) % of all time"
    }
}
