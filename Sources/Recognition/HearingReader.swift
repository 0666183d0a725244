// Reads the answer of a recogniser. A value; one thread at a time, no I/O.
internal import Dictation
internal import JSON
internal import Messages

/// Reads JSON lines: strict about sizes and types, since any program can have written them, and tolerant of unknown keys.
package struct HearingReader {
    /// Most bytes of a line.
    static let longestLine = 1 << 20
    /// Most bytes of an answer: hundreds of times that of half a minute of speech.
    static let mostBytes = 8 << 20
    private static let mostSegments = 2000
    private static let mostWords = 2000
    private static let longestText = 32_768
    private static let longestWord = 512
    private static let mostAlternatives = 20
    /// Longest time in seconds.
    private static let longestTime = 86_400.0

    private let name: String
    private var line: [UInt8] = []
    private var bytes = 0
    /// Number of lines so far.
    private var lines = 0
    /// The answer so far.
    package private(set) var hearing = Hearing()
    /// Part of the work done, 0 to 1.
    package private(set) var progress = 0.0
    /// The error that the recogniser names; nil for none.
    private(set) var refusal: String?

    /// Makes a reader; `name` is the recogniser's.
    package init(_ name: String) { self.name = name }

    /// Takes more of the output. Throws `.garbage` or `.tooMuch`.
    package mutating func take(_ more: [UInt8]) throws(RecognitionError) {
        bytes += more.count
        guard bytes <= Self.mostBytes else {
            let megabytes = Self.mostBytes >> 20
            throw .tooMuch(name: name, reason: tr("more than \(megabytes) MB"))
        }
        var rest = more[...]
        while let end = rest.firstIndex(of: 0x0a) {
            line += rest[..<end]
            try takeLine()
            rest = rest[(end + 1)...]
        }
        line += rest
        guard line.count <= Self.longestLine else { throw .tooMuch(name: name, reason: tr("a line of more than 1 MB")) }
    }

    /// Ends the answer, and gives it. Throws `.garbage` for an answer without a line, `.refused` for an error.
    package mutating func finish() throws(RecognitionError) -> Hearing {
        try takeLine()
        if let refusal { throw .refused(name: name, reason: refusal) }
        guard lines > 0 else { throw .garbage(name: name, reason: tr("it has not one line; see session/recognisers.md")) }
        return hearing
    }

    private mutating func takeLine() throws(RecognitionError) {
        defer { line = [] }
        guard line.contains(where: { ![0x20, 0x09, 0x0d].contains($0) }) else { return }
        lines += 1
        let tree: JSONTree
        do throws(JSONError) { tree = try JSONTree(parsing: line) } catch {
            throw garbage(tr("it is not valid JSON: \(error.reason) at byte \(error.offset)"))
        }
        guard case .object(let members) = tree else { throw garbage(tr("it is no object")) }
        for member in members {
            switch member.key {
            case "progress": progress = try share(member.value, "progress")
            case "language": hearing.language = try text(member.value, "language", Self.longestWord)
            case "model": hearing.model = try text(member.value, "model", Self.longestWord)
            case "error": refusal = try text(member.value, "error", Self.longestText)
            case "segment": try take(segment: member.value)
            default: break
            }
        }
    }

    private mutating func take(segment tree: JSONTree) throws(RecognitionError) {
        guard hearing.segments.count < Self.mostSegments else {
            let most = Self.mostSegments
            throw .tooMuch(name: name, reason: tr(most, "more than \(most) segment", "more than \(most) segments"))
        }
        let keys = try object(tree, .segment)
        let (start, end) = try times(keys, .segment)
        let given = try list(keys["words"], "words", Self.mostWords) { most in
            tr(most, "more than \(most) word", "more than \(most) words")
        }
        var words: [Hearing.Word] = []
        for tree in given {
            let keys = try object(tree, .word)
            let (start, end) = try times(keys, .word)
            let said = try text(keys["text"], nil, Self.longestWord)
            guard !said.isEmpty else { continue }
            words.append(.init(text: said, start: start, end: end, confidence: try confidence(keys)))
        }
        var alternatives: [String] = []
        let others = try list(keys["alternatives"], "alternatives", Self.mostAlternatives) { most in
            tr(most, "more than \(most) alternative", "more than \(most) alternatives")
        }
        for tree in others { alternatives.append(try text(tree, "alternatives", Self.longestText)) }
        let said = try optionalText(keys["text"], "text", Self.longestText)
        let whole = said ?? words.map(\.text).joined(separator: " ")
        guard !whole.isEmpty else { return }
        let speaker = try optionalText(keys["speaker"], "speaker", Self.longestWord)
        hearing.segments.append(
            .init(
                start: start, end: end, text: whole, confidence: try confidence(keys), alternatives: alternatives,
                speaker: speaker.flatMap { $0.isEmpty ? nil : $0 }, words: words))
    }

    // MARK: Values

    /// A part of the answer that has a beginning and an end.
    private enum Part { case segment, word }

    private func garbage(_ reason: String) -> RecognitionError {
        .garbage(name: name, reason: tr("line \(lines): \(reason)"))
    }

    /// The keys of an object; null counts as missing.
    private func object(_ tree: JSONTree, _ part: Part) throws(RecognitionError) -> [String: JSONTree] {
        guard case .object(let members) = tree else {
            throw garbage(part == .segment ? tr("a segment is no object") : tr("a word is no object"))
        }
        let known = members.filter { if case .none = $0.value { false } else { true } }
        return Dictionary(known.map { ($0.key, $0.value) }) { $1 }
    }

    /// A list; `tooMany` words the error of one that is too long.
    private func list(
        _ tree: JSONTree?, _ key: String, _ most: Int, _ tooMany: (Int) -> String
    ) throws(RecognitionError) -> [JSONTree] {
        guard let tree else { return [] }
        guard let list = tree.list else { throw garbage(tr("\(key) is no list")) }
        guard list.count <= most else { throw .tooMuch(name: name, reason: tooMany(most)) }
        return list
    }

    /// A number from 0 to 1.
    private func share(_ tree: JSONTree?, _ key: String) throws(RecognitionError) -> Double {
        guard let number = tree?.double, (0...1).contains(number) else {
            throw garbage(tr("\(key) is no number from 0 to 1"))
        }
        return number
    }

    /// A time in seconds; nil for anything else.
    private func time(_ tree: JSONTree?) -> Double? {
        tree?.double.flatMap { (0...Self.longestTime).contains($0) ? $0 : nil }
    }

    private func times(_ keys: [String: JSONTree], _ part: Part) throws(RecognitionError) -> (Double, Double) {
        let high = Int(Self.longestTime)
        guard let start = time(keys["start"]) else {
            throw garbage(
                part == .segment
                    ? tr("start of a segment is no number from 0 to \(high)")
                    : tr("start of a word is no number from 0 to \(high)"))
        }
        guard let end = time(keys["end"]) else {
            throw garbage(
                part == .segment
                    ? tr("end of a segment is no number from 0 to \(high)") : tr("end of a word is no number from 0 to \(high)"))
        }
        guard start <= end else {
            throw garbage(
                part == .segment ? tr("a segment ends before it starts") : tr("a word ends before it starts"))
        }
        return (start, end)
    }

    private func confidence(_ keys: [String: JSONTree]) throws(RecognitionError) -> Double? {
        guard let tree = keys["confidence"] else { return nil }
        return try share(tree, "confidence")
    }

    private func optionalText(_ tree: JSONTree?, _ key: String, _ most: Int) throws(RecognitionError) -> String? {
        guard let tree else { return nil }
        return try text(tree, key, most)
    }

    /// A text in one line, without control characters and blanks at its ends. `key` is nil for the text of a word.
    private func text(_ tree: JSONTree?, _ key: String?, _ most: Int) throws(RecognitionError) -> String {
        guard let text = tree?.text else { throw garbage(Self.noText(key)) }
        guard text.utf8.count <= most else { throw .tooMuch(name: name, reason: Self.tooLong(key, most)) }
        return PrintableText.line(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }

    private static func noText(_ key: String?) -> String {
        guard let key else { return tr("text of a word is no text") }
        return tr("\(key) is no text")
    }

    private static func tooLong(_ key: String?, _ most: Int) -> String {
        guard let key else {
            return tr(most, "text of a word of more than \(most) byte", "text of a word of more than \(most) bytes")
        }
        return tr(most, "\(key) of more than \(most) byte", "\(key) of more than \(most) bytes")
    }
}
