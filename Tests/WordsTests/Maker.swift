// Makes transcripts for the tests.
import Dictation
import TestSupport
import Words

/// A transcript with `lines` lines in each file, a line of one to six words every 1000 frames.
func makeTranscript(_ files: [String], lines count: Int, _ dice: inout Dice) -> Transcript {
    var transcript = Transcript()
    var number = 0
    for file in files {
        for line in 0..<count {
            let start = Int64(line * 1000)
            var words: [Word] = []
            for place in 0..<Int64(Int.random(in: 1...6, using: &dice)) {
                number += 1
                let from = start + place * 150 + Int64(Int.random(in: 0...40, using: &dice))
                words.append(
                    Word(
                        "w\(number)", start: from, end: from + Int64(Int.random(in: 1...100, using: &dice)),
                        confidence: Double(Int.random(in: 0...10, using: &dice)) / 10))
            }
            transcript[file].hear(start..<start + 1000, [Line(words)])
        }
    }
    return transcript
}
