// The text of a caption without its tags. Any thread; a value, no I/O.

/// The text of a cue as it is read: tags are left out, except the speakers' names.
struct CaptionText {
    /// Bytes of the longest tag.
    private static let longestTag = 1000
    /// First bytes of tags and entities.
    private static let marks = [UInt8(ascii: "<"), UInt8(ascii: "{"), UInt8(ascii: "&")]

    /// The texts of the speakers, in order.
    private(set) var voices: [(speaker: String?, text: String)] = [(nil, "")]

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
        guard first == "/" || first.isLetter || ClockText.parse(tag) != nil else { return false }
        if tag == "/v" { voices.append((nil, "")) }
        let parts = tag.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        if parts.count == 2, parts[0] == "v" || parts[0].hasPrefix("v.") {
            voices.append((SpeakerText.name(CaptionText(String(parts[1])).voices.map(\.text).joined()), ""))
        }
        return true
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
