// The judgement of a take of a day. Main thread only; blocks on the disk.
import Dictation
import JackTestSupport
import Storage
import System
import TestSupport

extension DayRun {
    /// Bound of the growth of memory, in KiB, from the first tenth of the take to its end.
    private static let mostGrowth = 2048

    /// Checks the file and judges the take. `counter` is JACK's own number of the first frame; `lead` and `take` are seconds.
    func judge(_ stopped: Fields, _ first: Int, counter: Int, lead: Double, take: Double) -> RunRecord {
        let frames = Int(stopped.count("frames"))
        let tenth = course.looks.count / 10
        var findings = course.findings(first: tenth, growth: Self.mostGrowth)
        for key in ["lost_frames", "missed_frames"] where stopped.count(key) != 0 {
            findings.append("\(stopped.count(key)) \(key)")
        }
        let checkStart = Moment.now
        var checked = 0
        var container = ""
        do {
            let library = try Library(folder: folder.file("recordings"))
            for segment in try library.readRecording("day").segments {
                container = segment.container
                let check = TakeCheck(
                    segment, path: folder.file("recordings/\(segment.file)"),
                    .init(code: .coarse, first: UInt32(truncatingIfNeeded: first)))
                findings += check.findings
                checked += check.frames
            }
        } catch { findings.append("the take cannot be read: \(error)") }
        if checked != frames { findings.append("\(checked) frames checked of \(frames)") }
        let wraps = (counter + frames) >> 32
        if frames >= seconds * rate, seconds * rate > 1 << 31, wraps == 0 { findings.append("JACK's frame counter did not wrap") }
        let bytes = Double(stopped.count("bytes")) / 1e9
        let words =
            "\(Report.length(frames / rate)) at \(rate) Hz in \(container) (\((bytes * 10).rounded() / 10) GB), JACK's counter wrapped "
            + "\(wraps) times, \(checked) frames exact, \(course.words(first: tenth)), take \(Int(take)) s at "
            + "\(Int(Double(frames / rate) / max(1, take))) times the speed, before it \(Int(lead)) s, check "
            + "\(Int(Moment.now.seconds(since: checkStart))) s"
        _ = engine.quit()
        return RunRecord(
            run: run, step: step, version: order.version, seconds: Int(Moment.now.seconds(since: started)),
            isGood: findings.isEmpty && frames >= seconds * rate, isCut: frames < seconds * rate,
            words: words + findings.prefix(5).map { "; \($0)" }.joined())
    }
}
