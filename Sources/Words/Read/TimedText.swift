// Lines that begin with a time. Any thread; a value, no I/O.
internal import Messages

/// A text with a time and a speaker before it: `0:01:02.500  (Ann) Good morning.` The time may stand in square brackets, also with
/// that of the end, as whisper prints it: `[00:00:01.000 --> 00:00:02.500]  Hello`. In labels of Audacity and lists of transcribers
/// the time of the end stands behind the first, with tabs between.
struct TimedText {
    /// The time in seconds.
    var time: Double
    /// The time of the end, if one stands behind the first; nil without.
    var end: Double?
    /// The speaker's name; nil without.
    var speaker: String?
    /// The text.
    var text: String

    /// Reads a line; nil without a time at its beginning.
    init?(_ line: some StringProtocol) {
        let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
        if fields.count == 3, let (start, end) = Self.times(Substring(fields[0]), Substring(fields[1])) {
            (time, self.end) = (start, max(start, end))
            (speaker, text) = SpeakerText.parse(Substring(fields[2]))
            return
        }
        var rest = Substring(line).drop(while: \.isWhitespace)
        let isBracketed = Self.isBracketed(line)
        if isBracketed { rest = rest.dropFirst() }
        let time = Self.clock(rest)
        guard let seconds = ClockText.parse(time) else { return nil }
        rest = rest.dropFirst(time.count)
        if isBracketed {
            let behind = rest.drop(while: \.isWhitespace)
            if behind.hasPrefix("-->") {
                let last = behind.dropFirst(3).drop(while: \.isWhitespace)
                let clock = Self.clock(last)
                guard let stop = ClockText.parse(clock) else { return nil }
                end = max(seconds, stop)
                rest = last.dropFirst(clock.count)
            }
            guard rest.hasPrefix("]") else { return nil }
            rest = rest.dropFirst()
        } else {
            guard rest.first?.isWhitespace != false else { return nil }
        }
        self.time = seconds
        (speaker, text) = SpeakerText.parse(rest)
    }
}

extension TimedText {
    /// True for a line whose times would stand in brackets.
    static func isBracketed(_ line: some StringProtocol) -> Bool { line.drop(while: \.isWhitespace).hasPrefix("[") }

    /// The times before the last one of a line that has several, one behind the other, and the line from the last one on.
    static func several(_ line: Substring) -> (times: [Double], rest: Substring) {
        var (times, rest) = ([Double](), line)
        while let (seconds, next) = bracketed(rest), bracketed(next) != nil {
            times.append(seconds)
            rest = next
        }
        return (times, rest)
    }

    /// A time in brackets at the beginning of a text, and the text behind it; nil without.
    private static func bracketed(_ text: Substring) -> (seconds: Double, rest: Substring)? {
        guard text.hasPrefix("[") else { return nil }
        let inner = text.dropFirst()
        let time = clock(inner)
        let behind = inner[time.endIndex...]
        guard let seconds = ClockText.parse(time), behind.hasPrefix("]") else { return nil }
        return (seconds, behind.dropFirst())
    }

    /// The beginning of a text that may be a time.
    private static func clock(_ text: Substring) -> Substring {
        text.prefix { $0 == ":" || $0 == "." || $0 == "," || ("0"..."9").contains($0) }
    }

    /// The times of a label, both as on a clock, or both as seconds, as Audacity writes them; nil for other texts.
    private static func times(_ first: Substring, _ second: Substring) -> (Double, Double)? {
        let texts = [first, second].map { $0.drop(while: \.isWhitespace).replacing(",", with: ".").filter { $0 != " " } }
        if let start = ClockText.parse(texts[0]), let end = ClockText.parse(texts[1]) { return (start, end) }
        let seconds = texts.map { text in
            text.allSatisfy { $0 == "." || ("0"..."9").contains($0) } ? Double(text).flatMap { $0 < 1e7 ? $0 : nil } : nil
        }
        guard let start = seconds[0], let end = seconds[1] else { return nil }
        return (start, end)
    }
}

extension ForeignTranscript {
    /// Seconds of a word where nothing else is known.
    private static let wordLength = 0.45

    /// Reads lines with times. A line ends where the next one begins, or when its words must have been said.
    mutating func readTimes(_ text: String, isCancelled: () -> Bool) throws(ForeignTranscriptError) {
        var (offset, size) = (0.0, 0)
        for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if isCancelled() { break }
            // Audacity writes the frequencies of a label into a line of its own, behind a backslash.
            guard !line.allSatisfy(\.isWhitespace), !line.hasPrefix("# "), line != "#", !line.hasPrefix("\\\t") else { continue }
            // Lyrics begin with notes about themselves.
            if let told = Self.offset(line) { offset = told }
            if lines.isEmpty || Self.offset(line) != nil, Self.isNote(line) { continue }
            // A line that is sung several times has all its times before it.
            let (times, rest) = TimedText.several(line)
            guard let timed = TimedText(rest) else {
                throw .wrongLine(.times, line: number + 1, reason: tr("it begins without a time such as 0:01:02.5"))
            }
            // Each time has the whole text: a few bytes of times before a long one would make endless lines.
            size += (times.count + 1) * timed.text.utf8.count
            guard size <= TextEdit.mostBytes else { throw .tooLarge(bytes: size, most: TextEdit.mostBytes) }
            let spoken = WordTimes(timed.text, from: min(timed.time, times.min() ?? timed.time))
            let text = spoken?.text ?? timed.text
            for time in times { lines.append(ForeignLine(start: time, end: time, text: text, speaker: timed.speaker)) }
            // Words that are sung several times have no times of their own, and no end.
            let own = times.isEmpty ? spoken : nil
            let end = timed.end ?? own?.end ?? timed.time
            lines.append(ForeignLine(start: timed.time, end: end, text: text, speaker: timed.speaker))
            if let own { lines[lines.count - 1].words = own.words }
        }
        for index in lines.indices where offset != 0 { lines[index].advance(by: offset) }
        lines.sort { $0.start < $1.start }
        for index in lines.indices where lines[index].end == lines[index].start {
            let last = lines[index].words.last?.start ?? lines[index].start
            let words = lines[index].words.isEmpty ? lines[index].text.split(separator: " ").count : 1
            let next = index + 1 < lines.count ? lines[index + 1].start : .infinity
            lines[index].end = max(last, min(next, last + max(1, Self.wordLength * Double(words))))
        }
        for index in lines.indices { lines[index].endWords() }
    }
}
