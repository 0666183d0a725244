// Lines that begin with a time. Any thread; a value, no I/O.
internal import Messages

/// A text with a time and a speaker before it: `0:01:02.500  (Ann) Good morning.` The time may stand in square brackets.
struct TimedText {
    /// The time in seconds.
    var time: Double
    /// The speaker's name; nil without.
    var speaker: String?
    /// The text.
    var text: String

    /// Reads a line; nil without a time at its beginning.
    init?(_ line: some StringProtocol) {
        var rest = Substring(line).drop(while: \.isWhitespace)
        let isBracketed = rest.hasPrefix("[")
        if isBracketed { rest = rest.dropFirst() }
        let time = rest.prefix { $0 == ":" || $0 == "." || $0 == "," || ("0"..."9").contains($0) }
        guard let seconds = ClockText.parse(time) else { return nil }
        rest = rest.dropFirst(time.count)
        if isBracketed {
            guard rest.hasPrefix("]") else { return nil }
            rest = rest.dropFirst()
        } else {
            guard rest.first?.isWhitespace != false else { return nil }
        }
        self.time = seconds
        (speaker, text) = SpeakerText.parse(rest)
    }
}

extension ForeignTranscript {
    /// Seconds of a word where nothing else is known.
    private static let wordLength = 0.45

    /// Reads lines with times. A line ends where the next one begins, or when its words must have been said.
    mutating func readTimes(_ text: String) throws(ForeignTranscriptError) {
        for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard !line.allSatisfy(\.isWhitespace), !line.hasPrefix("# "), line != "#" else { continue }
            guard let timed = TimedText(line) else {
                throw .wrongLine(.times, line: number + 1, reason: tr("it begins without a time such as 0:01:02.5"))
            }
            lines.append(ForeignLine(start: timed.time, end: timed.time, text: timed.text, speaker: timed.speaker))
        }
        lines.sort { $0.start < $1.start }
        for index in lines.indices {
            let words = lines[index].text.split(separator: " ").count
            let next = index + 1 < lines.count ? lines[index + 1].start : .infinity
            lines[index].end = min(next, lines[index].start + max(1, Self.wordLength * Double(words)))
        }
    }
}
