// Reads the answer of a recogniser. A value; one thread at a time, no I/O.
internal import Dictation

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
        guard bytes <= Self.mostBytes else { throw .tooMuch(name: name, reason: "more than \(Self.mostBytes >> 20) MB") }
        var rest = more[...]
        while let end = rest.firstIndex(of: 0x0a) {
            line += rest[..<end]
            try takeLine()
            rest = rest[(end + 1)...]
        }
        line += rest
        guard line.count <= Self.longestLine else { throw .tooMuch(name: name, reason: "a line of more than 1 MB") }
    }

    /// Ends the answer, and gives it. Throws `.garbage` for an answer without a line, `.refused` for an error.
    package mutating func finish() throws(RecognitionError) -> Hearing {
        try takeLine()
        if let refusal { throw .refused(name: name, reason: refusal) }
        guard lines > 0 else { throw .garbage(name: name, reason: "it has not one line; see session/recognisers.md") }
        return hearing
    }

    private mutating func takeLine() throws(RecognitionError) {
        defer { line = [] }
        guard line.contains(where: { ![0x20, 0x09, 0x0d].contains($0) }) else { return }
        lines += 1
        let tree: JSONTree
        do throws(JSONError) { tree = try JSONTree(parsing: line) } catch { throw garbage("it is \(error)") }
        guard case .object(let members) = tree else { throw garbage("it is no object") }
        for member in members {
            switch member.key {
            case "progress": progress = try number(member.value, 0...1, "progress")
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
            throw .tooMuch(name: name, reason: "more than \(Self.mostSegments) segments")
        }
        let keys = try object(tree, "segment")
        let (start, end) = try times(keys, "segment")
        let given = try list(keys["words"], "words", Self.mostWords)
        var words: [Hearing.Word] = []
        for tree in given {
            let keys = try object(tree, "word")
            let (start, end) = try times(keys, "word")
            let said = try text(keys["text"], "text of a word", Self.longestWord)
            guard !said.isEmpty else { continue }
            words.append(.init(text: said, start: start, end: end, confidence: try confidence(keys)))
        }
        var alternatives: [String] = []
        for tree in try list(keys["alternatives"], "alternatives", Self.mostAlternatives) {
            alternatives.append(try text(tree, "alternatives", Self.longestText))
        }
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

    private func garbage(_ reason: String) -> RecognitionError { .garbage(name: name, reason: "line \(lines): \(reason)") }

    /// The keys of an object; null counts as missing.
    private func object(_ tree: JSONTree, _ key: String) throws(RecognitionError) -> [String: JSONTree] {
        guard case .object(let members) = tree else { throw garbage("a \(key) is no object") }
        let known = members.filter { if case .none = $0.value { false } else { true } }
        return Dictionary(known.map { ($0.key, $0.value) }) { $1 }
    }

    private func list(_ tree: JSONTree?, _ key: String, _ most: Int) throws(RecognitionError) -> [JSONTree] {
        guard let tree else { return [] }
        guard let list = tree.list else { throw garbage("\(key) is no list") }
        guard list.count <= most else { throw .tooMuch(name: name, reason: "more than \(most) \(key)") }
        return list
    }

    private func number(_ tree: JSONTree?, _ limits: ClosedRange<Double>, _ key: String) throws(RecognitionError) -> Double {
        guard let number = tree?.double, limits.contains(number) else {
            throw garbage("\(key) is no number from \(Int(limits.lowerBound)) to \(Int(limits.upperBound))")
        }
        return number
    }

    private func times(_ keys: [String: JSONTree], _ key: String) throws(RecognitionError) -> (Double, Double) {
        let start = try number(keys["start"], 0...Self.longestTime, "start of a \(key)")
        let end = try number(keys["end"], 0...Self.longestTime, "end of a \(key)")
        guard start <= end else { throw garbage("a \(key) ends before it starts") }
        return (start, end)
    }

    private func confidence(_ keys: [String: JSONTree]) throws(RecognitionError) -> Double? {
        guard let tree = keys["confidence"] else { return nil }
        return try number(tree, 0...1, "confidence")
    }

    private func optionalText(_ tree: JSONTree?, _ key: String, _ most: Int) throws(RecognitionError) -> String? {
        guard let tree else { return nil }
        return try text(tree, key, most)
    }

    /// A text in one line, without control characters and blanks at its ends.
    private func text(_ tree: JSONTree?, _ key: String, _ most: Int) throws(RecognitionError) -> String {
        guard let text = tree?.text else { throw garbage("\(key) is no text") }
        guard text.utf8.count <= most else { throw .tooMuch(name: name, reason: "\(key) of more than \(most) bytes") }
        return PrintableText.line(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
}
