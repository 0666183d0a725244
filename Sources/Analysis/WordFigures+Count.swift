// Counts words and fillers. Any thread; no I/O.
public import Dictation
public import Words

extension WordFigures {
    /// Sounds and words that carry no meaning, in the languages that people dictate most. Words that are fillers only at times
    /// ("like", "so") are left out.
    private static let fillerWords: Set<String> = [
        "uh", "uhh", "um", "umm", "er", "erm", "eh", "ah", "hm", "hmm", "mm", "mhm", "äh", "ähm", "öh", "euh", "heu", "eum",
    ]
    private static let fillerPairs: Set<String> = ["you know", "i mean", "sort of", "kind of"]

    /// Counts the words of lines of a timeline at `rate` Hz. The minutes are those of the lines, so that a transcript of a part
    /// tells the same as one of the whole.
    public init(counting lines: [TimedLine], rate: Int) {
        var words = 0
        var seconds = 0.0
        var counts: [String: Int] = [:]
        for line in lines {
            seconds += Double(max(0, line.end.boundedSum(-max(0, line.start)))) / Double(max(1, rate))
            var last: String?
            for word in Self.words(line.text) {
                words += 1
                if Self.fillerWords.contains(word) { counts[word, default: 0] += 1 }
                if let last, Self.fillerPairs.contains("\(last) \(word)") { counts["\(last) \(word)", default: 0] += 1 }
                last = word
            }
        }
        let fillers = counts.map { Filler($0.key, $0.value) }.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
        let rate = seconds > 0 ? min(1e6, Double(words) / seconds * 60) : 0
        self.init(words: words, perMinute: (rate * 10).rounded() / 10, fillers: fillers)
    }

    /// The words of a text in small letters; apostrophes and hyphens inside a word are part of it.
    static func words(_ text: String) -> [String] {
        text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "’" || $0 == "-") }.map(String.init)
            .filter { $0.contains { $0.isLetter || $0.isNumber } }
    }
}
