// The text of a caption without its tags. Any thread; a value, no I/O.

/// The text of a cue as it is read: tags are left out, except the speakers' names.
struct CaptionText {
    /// Bytes of the longest tag.
    private static let longestTag = 1000
    /// First bytes of tags and entities.
    private static let marks = [UInt8(ascii: "<"), UInt8(ascii: "{"), UInt8(ascii: "&")]

    /// The texts of the speakers, in order.
    private(set) var voices: [(speaker: String?, text: String)] = [(nil, "")]
    /// Times inside the text in seconds, such as those of karaoke: the voice, and the bytes of its text before the time.
    private(set) var times: [(voice: Int, at: Int, seconds: Double)] = []

    init(_ text: String) {
        // Most captions have no tags, and are not looked through letter by letter.
        guard text.utf8.contains(where: { Self.marks.contains($0) }) else {
            voices[0].text = text
            return
        }
        var rest = Substring(text)
        while let character = rest.first {
            if character == "<", let end = rest.utf8.prefix(Self.longestTag).firstIndex(of: UInt8(ascii: ">")),
                take(tag: rest[rest.index(after: rest.startIndex)..<end])
            {
                rest = rest[rest.index(after: end)...]
            } else if character == "{", rest.hasPrefix("{\\"),
                let end = rest.utf8.prefix(Self.longestTag).firstIndex(of: UInt8(ascii: "}"))
            {
                rest = rest[rest.index(after: end)...]
            } else if character == "&", let (letter, length) = Self.entity(rest) {
                voices[voices.count - 1].text += letter
                rest = Substring(rest.unicodeScalars.dropFirst(length))
            } else {
                voices[voices.count - 1].text.append(character)
                rest = rest.dropFirst()
            }
        }
    }

    /// Takes the inside of a tag; false for a text that is none, such as `<3`.
    private mutating func take(tag: Substring) -> Bool {
        guard let first = tag.first else { return true }
        if let seconds = ClockText.parse(tag) {
            times.append((voices.count - 1, voices[voices.count - 1].text.utf8.count, seconds))
            return true
        }
        guard first == "/" || first.isLetter else { return false }
        if tag == "/v" { voices.append((nil, "")) }
        let parts = tag.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        if parts.count == 2, parts[0] == "v" || parts[0].hasPrefix("v.") {
            voices.append((SpeakerText.name(CaptionText(String(parts[1])).voices.map(\.text).joined()), ""))
        }
        return true
    }

    /// The words of the only voice of a cue of these seconds, by the times inside the text; words without their own share the time
    /// between those of their neighbours. Empty without times, or with several voices.
    func words(from start: Double, until end: Double) -> [ForeignLine.Word] {
        let spoken = voices.indices.filter { voices[$0].text.contains { !$0.isWhitespace } }
        let marks = times.filter { $0.voice == spoken.first }
        guard spoken.count == 1, !marks.isEmpty else { return [] }
        let text = voices[spoken[0]].text
        var words: [(text: String, start: Double?)] = []
        var (next, passed) = (0, 0)
        for part in text.split(whereSeparator: \.isWhitespace) {
            let first = text.utf8.distance(from: text.startIndex, to: part.startIndex)
            var told: Double?
            // A time inside a word tells of no other word.
            while next < marks.count, marks[next].at <= first {
                if marks[next].at >= passed { told = marks[next].seconds }
                next += 1
            }
            passed = first + part.utf8.count
            let word = SpeakerText.oneLine(String(part))
            if !word.isEmpty { words.append((word, told)) }
        }
        var result: [ForeignLine.Word] = []
        var (index, place) = (0, start)
        while index < words.count {
            let following = words[(index + 1)...].firstIndex { $0.start != nil } ?? words.count
            let from = min(end, max(place, words[index].start ?? place))
            let to = following < words.count ? min(end, max(from, words[following].start ?? end)) : end
            let sum = Double(words[index..<following].reduce(0) { $0 + $1.text.count + 1 })
            var done = 0.0
            for word in words[index..<following] {
                let first = from + (to - from) * done / sum
                done += Double(word.text.count + 1)
                result.append(.init(word.text, start: first, end: max(first, min(to, from + (to - from) * done / sum))))
            }
            (index, place) = (following, to)
        }
        return result
    }

    /// The letter of an entity, with the length of the entity. An accent behind it belongs to the letter.
    private static func entity(_ text: Substring) -> (String, Int)? {
        for (name, letter) in entities where text.unicodeScalars.starts(with: name.unicodeScalars) {
            return (letter, name.unicodeScalars.count)
        }
        return nil
    }

    private static let entities = [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"),
        ("&lrm;", ""), ("&rlm;", ""),
    ]
}
