// Tests of error rates.
import Dictation
import TestSupport
import Testing
import Words

@Suite struct WordErrorsTests {
    @Test(arguments: [
        ("The cat sat.", "the cat sat", 0, 0, 0), ("the cat sat", "the hat sat down", 1, 1, 0), ("a - b c", "b", 0, 0, 2),
        ("", "noise", 0, 1, 0), ("word", "", 0, 0, 1),
    ]) func countsErrors(said: String, heard: String, substitutions: Int, insertions: Int, deletions: Int) {
        let errors = WordErrors(reference: said, hypothesis: heard)
        #expect((errors.substitutions, errors.insertions, errors.deletions) == (substitutions, insertions, deletions))
    }

    /// The plain way with all cells.
    private func distance(_ one: [Int], _ other: [Int]) -> Int {
        var row = Array(0...other.count)
        for (index, word) in one.enumerated() {
            var corner = row[0]
            row[0] = index + 1
            for (place, second) in other.enumerated() {
                let best = min(corner + (word == second ? 0 : 1), row[place] + 1, row[place + 1] + 1)
                corner = row[place + 1]
                row[place + 1] = best
            }
        }
        return row[other.count]
    }

    @Test(arguments: 0..<40) func findsTheFewestErrors(seed: UInt64) {
        var dice = Dice(seed: seed)
        let variety = dice.next(below: 30) + 2
        let one = (0..<dice.next(below: 300)).map { _ in dice.next(below: variety) }
        var other = one.filter { _ in dice.next(below: 5) > 0 }
        for _ in 0..<dice.next(below: 120) { other.insert(dice.next(below: variety), at: dice.next(below: other.count + 1)) }
        let errors = WordErrors(
            reference: one.map(String.init).joined(separator: " "), hypothesis: other.map(String.init).joined(separator: " "))
        #expect(errors.count == distance(one, other))
        #expect(errors.said == one.count)
    }

    @Test func measuresPlaces() {
        let said = [TimedWord("One", start: 0, end: 100), TimedWord("two", start: 100, end: 200)]
        let heard = [TimedWord("one", start: 10, end: 110), TimedWord("two.", start: 70, end: 170)]
        let errors = WordErrors(reference: said, hypothesis: heard)
        #expect(errors.distances == [10, -30])
        #expect(errors.meanDistance == 20)
        #expect(errors.largestDistance == 30)
        #expect(errors.rate == 0)
    }
}
