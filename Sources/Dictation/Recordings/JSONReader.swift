// Reads JSON objects of sidecars and journals. Any thread; a value.
package import JSON
internal import Messages

/// Takes the known keys out of a JSON object; the rest belongs to other programs and is kept.
package struct JSONReader {
    /// The highest frame that a file may name.
    package static let mostFrames = Timeline.longest

    private let place: String
    /// Keys that nobody has taken: those of other programs.
    package private(set) var others: [JSONTree.Member]

    /// Begins to read an object, which errors name by its place. Throws `.wrong` for any other value.
    package init(_ tree: JSONTree, _ place: String = "") throws(RecordingError) {
        guard case .object(let members) = tree else { throw .wrong(key: place, wanted: tr("an object")) }
        others = members
        self.place = place
    }

    private func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

    /// Takes the value of a key; nil for none and for null.
    package mutating func take(_ key: String) -> JSONTree? {
        let found = others.last { $0.key == key }?.value
        if found != nil { others.removeAll { $0.key == key } }
        if case JSONTree.none? = found { return nil }
        return found
    }

    /// The value of a key that is left in the object.
    package func other(_ key: String) -> JSONTree? { others.last { $0.key == key }?.value }

    /// The error of a key whose value is not as wanted.
    package func wrong(_ key: String, _ wanted: String) -> RecordingError { .wrong(key: path(key), wanted: wanted) }

    /// The error of a key whose value is none of these words.
    package func wrong(_ key: String, noneOf words: [String]) -> RecordingError {
        let head = words.dropLast().joined(separator: ", ")
        let last = words.last ?? ""
        return wrong(key, tr("\(head) or \(last)"))
    }

    /// A text; nil when the key is missing. Throws `.wrong` for any other value.
    package mutating func text(_ key: String) throws(RecordingError) -> String? {
        guard let value = take(key) else { return nil }
        guard let text = value.text else { throw wrong(key, tr("a text")) }
        return text
    }

    /// The identity of the object; unset when it has none. Any other value than a UUID is no identity, and a new one is made.
    package mutating func identifier() -> Identifier { take("id")?.text.flatMap(Identifier.init) ?? .unset }

    /// A text. Throws `.missing` when the key is missing, `.wrong` for any other value.
    package mutating func need(_ key: String) throws(RecordingError) -> String {
        guard let text = try text(key) else { throw .missing(key: path(key)) }
        return text
    }

    /// A count or place in frames; nil when the key is missing.
    package mutating func frames(_ key: String) throws(RecordingError) -> Int64? {
        guard let value = take(key) else { return nil }
        guard let number = value.integer, (0...Self.mostFrames).contains(number) else {
            throw wrong(key, tr("a number of frames"))
        }
        return number
    }

    /// A count or place in frames. Throws `.missing` or `.wrong`.
    package mutating func needFrames(_ key: String) throws(RecordingError) -> Int64 {
        guard let frames = try frames(key) else { throw .missing(key: path(key)) }
        return frames
    }

    /// A whole number within limits; nil when the key is missing. Throws `.wrong`.
    package mutating func integer(_ key: String, _ allowed: ClosedRange<Int64>) throws(RecordingError) -> Int64? {
        guard let value = take(key) else { return nil }
        guard let number = value.integer, allowed.contains(number) else {
            throw wrong(key, tr("a whole number from \(allowed.lowerBound) to \(allowed.upperBound)"))
        }
        return number
    }

    /// A whole number from 0; nil when the key is missing. Throws `.wrong`.
    package mutating func natural(_ key: String) throws(RecordingError) -> UInt64? {
        guard let value = take(key) else { return nil }
        guard let number = value.natural else { throw wrong(key, tr("a whole number")) }
        return number
    }

    /// A list of items; empty when the key is missing.
    package mutating func list<Item>(
        _ key: String, _ read: (JSONTree, String) throws(RecordingError) -> Item
    ) throws(RecordingError) -> [Item] {
        guard let value = take(key) else { return [] }
        guard let list = value.list else { throw wrong(key, tr("a list")) }
        var items: [Item] = []
        items.reserveCapacity(list.count)
        for item in list { items.append(try read(item, path(key))) }
        return items
    }
}
