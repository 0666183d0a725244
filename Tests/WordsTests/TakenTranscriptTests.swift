// Tests of transcripts that take over another one.
import TestSupport
import Testing

@testable import Words

@Suite("A transcript takes over another one (W5, issue 39 no. 33)") struct TakenTranscriptTests {
    /// Lines of a few words, which may overlap.
    private func random(_ dice: inout Dice, _ count: Int) -> FileTranscript {
        var made = FileTranscript(file: "a.wav")
        for number in 0..<count {
            let start = Int64(dice.next(below: 1000))
            made.lines.append(Line(text: "w\(number) and more", in: start..<start + Int64(dice.next(below: 60))))
        }
        for _ in 0..<dice.next(below: 4) {
            let start = Int64(dice.next(below: 900))
            made.heard.insert(start..<start + Int64(1 + dice.next(below: 199)))
        }
        made.lines.sort { ($0.start, $0.end) < ($1.start, $1.end) }
        return made
    }

    @Test("as if each line of it were taken alone, whatever overlaps")
    func equals() {
        var dice = Dice(seed: 33)
        for _ in 0..<200 {
            let counts = (dice.next(below: 12), 1 + dice.next(below: 11))
            let (before, other) = (random(&dice, counts.0), random(&dice, counts.1))
            var wanted = before
            for line in other.lines { wanted.forget(line.start..<max(line.end, line.start + 1)) }
            for range in other.heard.ranges { wanted.hear(range, []) }
            wanted.lines += other.lines
            wanted.lines.sort { ($0.start, $0.end) < ($1.start, $1.end) }
            var taken = before
            taken.take(other)
            #expect(taken == wanted)
        }
    }

    /// Took hours.
    @Test(.timeLimit(.minutes(2))) func aLongOneIsTakenAtOnce() {
        func long(_ word: String) -> Transcript {
            var made = Transcript()
            made["a.wav"].lines = (0..<100_000).map { Line(text: "\(word)\($0)", in: Int64($0 * 100)..<Int64($0 * 100 + 90)) }
            return made
        }
        var before = long("old")
        before.take(long("new"))
        #expect(before["a.wav"].lines.count == 100_000 && before["a.wav"].lines.allSatisfy { $0.spoken.hasPrefix("new") })
    }
}
