// Names a marker. Any thread; a value, no I/O.

/// A marker by its number, counted from 1 in the order of the timeline, or by its name.
public struct MarkerReference: Sendable, Hashable, CustomStringConvertible {
    private let text: String

    /// Reads `3` or `chorus`, also with an `@` in front. Nil when the rest is empty.
    public init?(_ text: String) {
        let bare = text.hasPrefix("@") ? String(text.dropFirst()) : text
        guard !bare.isEmpty else { return nil }
        self.text = bare
    }

    /// The name or number, without `@`.
    public var description: String { text }

    /// The index in `markers`; nil when there is none. An existing number comes before a name of digits, the exact name before
    /// another case, the first of equal names before later ones.
    public func index(in markers: [Marker]) -> Int? {
        if let number = Int(text), markers.indices.contains(number &- 1) { return number - 1 }
        if let index = markers.firstIndex(where: { $0.name == text }) { return index }
        let folded = text.lowercased()
        return markers.firstIndex { $0.name.lowercased() == folded }
    }
}
