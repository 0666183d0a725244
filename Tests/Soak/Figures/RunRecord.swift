// The record of a run that has ended. Any thread; a value.

/// One line of `runs.tsv`.
struct RunRecord {
    /// The run: its time of start.
    var run: String
    var step: StepName
    var version: String
    var seconds: Int
    /// True if all was as it has to be.
    var isGood: Bool
    /// True if a signal ended it before its time.
    var isCut = false
    /// Figures, and findings of a run that was not good.
    var words: String

    /// Makes a record.
    init(run: String, step: StepName, version: String, seconds: Int, isGood: Bool, isCut: Bool = false, words: String) {
        (self.run, self.step, self.version, self.seconds) = (run, step, version, seconds)
        (self.isGood, self.isCut, self.words) = (isGood, isCut, words)
    }

    /// Reads a line; nil for one that was cut off.
    init?(line: Substring) {
        let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 6, let step = StepName(rawValue: words[1]), let seconds = Int(words[3]) else { return nil }
        self.init(
            run: words[0], step: step, version: words[2], seconds: seconds, isGood: words[4].hasPrefix("good"),
            isCut: words[4].hasSuffix("cut"), words: words[5])
    }

    /// The line of the file.
    var line: String {
        let text = words.split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(separator: " ")
        return [run, step.rawValue, version, "\(seconds)", (isGood ? "good" : "wrong") + (isCut ? ", cut" : ""), text]
            .joined(separator: "\t")
    }
}
