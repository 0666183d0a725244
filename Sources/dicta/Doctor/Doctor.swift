// The verb `doctor`. One thread, which waits for those of the checks.
import Dictation
import Drawing
import Messages
import Synchronization
import System

/// Looks at everything that can be wrong. All checks run side by side, each in a thread of its own, so that one that hangs holds
/// up none of the others; its thread ends with the program.
struct Doctor {
    /// Seconds after which a check counts as hung.
    private static let patience = 6.0

    private final class Board: Sendable {
        let findings = Mutex<[Int: [Finding]]>([:])
    }

    private let results: [(check: Check, findings: [Finding])]

    /// Looks at the system of this user. Blocks for some seconds at most.
    init(_ patient: Patient, checks: [Check] = Check.all, patience: Double = Doctor.patience) {
        let board = Board()
        for (number, check) in checks.enumerated() {
            let isStarted = SystemError.code { () throws(SystemError) in
                _ = try NamedThread("dicta-check") {
                    let findings = check.look(patient)
                    board.findings.withLock { $0[number] = findings }
                }
            }
            if let isStarted {
                let reason = SystemError.reason(for: isStarted)
                let finding = Finding.problem(tr("not looked at: \(reason)"), tr("raise the limit of threads (ulimit -u)"))
                board.findings.withLock { $0[number] = [finding] }
            }
        }
        let end = Moment.now.later(seconds: patience)
        while Moment.now < end, board.findings.withLock({ $0.count }) < checks.count { ThisProcess.sleep(milliseconds: 10) }
        let found = board.findings.withLock { $0 }
        let hung = Finding.problem(
            tr("the check did not end within \(patience.localized) s"), tr("a disk or a program hangs: look at the other lines"))
        results = checks.enumerated().map { ($1, found[$0] ?? [hung]) }
    }

    /// The findings as text and as JSON.
    var outcome: Outcome {
        let items = results.flatMap { result in result.findings.map { $0.fields(check: result.check.name.english) } }
        let counts = [Finding.State.problem, .note].map { state in
            Int64(results.flatMap(\.findings).count { $0.state == state })
        }
        let reply = Reply(["problem_count": .int(counts[0]), "note_count": .int(counts[1])], items: items)
        return Outcome(reply, text: text(counts[0]), isList: true)
    }

    private func text(_ problems: Int64) -> String {
        let width = results.map { Cells.width(of: $0.check.name.text) }.max() ?? 0
        var text = ""
        for (check, findings) in results {
            for finding in findings {
                let cure = finding.cure.map { "; \($0)" } ?? ""
                let line = PrintableText.line(finding.words + cure)
                text += "\(Cells.padded(finding.state.title, 7))  \(Cells.padded(check.name.text, width))  \(line)\n"
            }
        }
        let sum = problems == 0 ? tr("Nothing is wrong.") : tr(problems, "\(problems) problem.", "\(problems) problems.")
        return text + "\n" + sum + "\n"
    }
}
