// Tests the judgement of long runs by their figures: what is not flat is told (limits).
import Testing

@testable import dicta_soak

@Suite struct VerdictTests {
    /// Figures of an engine: a rest after ten minutes, and one at the end, between them minutes.
    private func figures(
        _ engine: String = "editor", process: Int = 7, memory: (Int, Int) = (9000, 9000), descriptors: (Int, Int) = (30, 30),
        threads: (Int, Int) = (12, 12), lost: Int = 0, wrong: Int = 0
    ) -> [EngineFigures] {
        (1...12).map { number in
            var line = EngineFigures(
                run: "r", kind: number % 6 == 0 ? .rest : .minute, seconds: number * 100, engine: engine, process: process,
                memory: number < 7 ? memory.0 : memory.1, descriptors: number < 7 ? descriptors.0 : descriptors.1,
                threads: number < 7 ? threads.0 : threads.1)
            (line.lost, line.wrong) = (number > 6 ? lost : 0, number > 6 ? wrong : 0)
            return line
        }
    }

    @Test func aFlatRunIsGood() {
        let verdict = Verdict(figures() + figures("doctor", process: 8, memory: (9000, 9000 + Verdict.mostGrowth)))
        #expect(verdict.findings.isEmpty && verdict.growths.count == 2, "\(verdict.findings)")
    }

    @Test func eachFaultIsTold() {
        let faults: [(String, [EngineFigures])] = [
            ("memory grew", figures(memory: (9000, 9001 + Verdict.mostGrowth))), ("descriptors", figures(descriptors: (30, 31))),
            ("threads", figures(threads: (12, 13))), ("5 frames lost", figures(lost: 5)), ("1 takes wrong", figures(wrong: 1)),
            ("over", figures(memory: (Verdict.mostMemory, Verdict.mostMemory + 1))),
        ]
        for (word, figures) in faults {
            let findings = Verdict(figures + self.figures("doctor", process: 8)).findings
            #expect(findings.count == 1 && findings[0].contains(word) && findings[0].hasPrefix("editor"), "\(word): \(findings)")
        }
    }

    /// An engine that was killed begins anew: another process is not compared with the one before.
    @Test func eachProcessIsComparedWithItself() {
        let later = figures(process: 9, descriptors: (20, 20)).map { line in
            var line = line
            line.seconds += 2000
            return line
        }
        let verdict = Verdict(figures() + later)
        #expect(verdict.findings.isEmpty && verdict.growths.map(\.process) == [7, 9], "\(verdict.findings)")
        // One rest tells nothing.
        #expect(Verdict(Array(figures().prefix(7))).growths.isEmpty)
    }
}
