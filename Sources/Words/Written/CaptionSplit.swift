// Splits a line into captions. Any thread; a value, no I/O.
import Dictation

/// The captions of one line. It is split after a sentence, else after a comma or at the longest pause.
struct CaptionSplit {
    private struct Unit {
        var text: String
        var start: Int64
        var end: Int64
    }

    private(set) var captions: [Caption] = []
    private var units: [Unit] = []

    init(_ line: TimedLine, rate: Int) {
        let written = line.text.split(whereSeparator: \.isWhitespace).map(String.init)
        for (index, word) in line.words.enumerated() {
            let text = written.count == line.words.count ? written[index] : SpeakerText.oneLine(word.text)
            let start = max(0, min(ClockText.milliseconds(word.start, rate: rate), Int64(ClockText.longest) * 1000))
            let end = max(start, min(ClockText.milliseconds(word.end, rate: rate), Int64(ClockText.longest) * 1000))
            add(text, start, end)
        }
        var first = 0
        while first < units.count {
            let end = split(after: first)
            captions.append(
                Caption(
                    start: units[first].start, end: units[first..<end].map(\.end).max() ?? units[first].end,
                    rows: Self.rows(units[first..<end].map(\.text)) ?? [], speaker: line.speaker))
            first = end
        }
    }

    /// Adds a word; one that is longer than a row in parts.
    private mutating func add(_ text: String, _ start: Int64, _ end: Int64) {
        guard text.count > Caption.width else {
            if !text.isEmpty { units.append(Unit(text: text, start: start, end: end)) }
            return
        }
        var parts: [String] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            parts.append(String(rest.prefix(Caption.width)))
            rest = rest.dropFirst(Caption.width)
        }
        units += Line.spread(parts, in: start..<end).map { Unit(text: $0.text, start: $0.start, end: $0.end) }
    }

    /// Index after the last word of the caption that begins with a word.
    private func split(after first: Int) -> Int {
        var most = first + 1
        while most < units.count, fits(first..<most + 1) { most += 1 }
        guard most < units.count else { return most }
        // A late split leaves few captions; one in the first third would be short.
        let earliest = first + max(1, (most - first) / 3)
        var best = (place: most, value: Int64.min)
        for place in earliest...most {
            let value = worth(place)
            if value >= best.value { best = (place, value) }
        }
        return best.place
    }

    /// Worth of a split before a word, in milliseconds of pause.
    private func worth(_ place: Int) -> Int64 {
        let pause = max(0, units[place].start - units[place - 1].end)
        switch units[place - 1].text.last {
        case ".", "?", "!", "…", "。", "？", "！": return pause + 3000
        case ",", ";", ":", "—", "，", "、": return pause + 700
        default: return pause
        }
    }

    private func fits(_ range: Range<Int>) -> Bool {
        units[range.upperBound - 1].end - units[range.lowerBound].start <= Caption.longest
            && Self.rows(units[range].map(\.text)) != nil
    }

    /// The words in one row or in two of like length; nil when they are too many.
    private static func rows(_ words: [String]) -> [String]? {
        let lengths = words.map(\.count)
        let whole = lengths.reduce(0, +) + words.count - 1
        if whole <= Caption.width { return [words.joined(separator: " ")] }
        guard whole <= 2 * Caption.width + 1 else { return nil }
        var best: (place: Int, width: Int)?
        var before = -1
        for place in words.indices.dropLast() {
            before += lengths[place] + 1
            let width = max(before, whole - before - 1)
            if width <= Caption.width, width < best?.width ?? .max { best = (place + 1, width) }
        }
        return best.map { [words[..<$0.place].joined(separator: " "), words[$0.place...].joined(separator: " ")] }
    }
}
