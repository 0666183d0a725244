// Notes and findings of a run. Main thread only; blocks on the disk.
import System

/// Writes what happens in a run into the log of events, and keeps what is wrong.
final class RunLog {
    /// The run: its time of start.
    let run: String
    private let store: FigureStore
    /// All that is wrong, in words.
    private(set) var findings: [String] = []
    /// An error of the disk; the run ends with it.
    private(set) var trouble: SoakError?

    init(run: String, _ store: FigureStore) { (self.run, self.store) = (run, store) }

    /// Writes a line. Gives the seconds until it was on the disk.
    @discardableResult
    func note(_ words: String) -> Double {
        let start = Moment.now
        do throws(SoakError) { try store.note("\(run) \(words)") } catch { trouble = error }
        return Moment.now.seconds(since: start)
    }

    /// Writes a line about something wrong, and prints its beginning: the words of an engine that has ended are long.
    func find(_ words: String) {
        note("WRONG: \(words)")
        let short = String(words.prefix(300))
        findings.append(short)
        Report.say("WRONG: \(short)")
    }
}
