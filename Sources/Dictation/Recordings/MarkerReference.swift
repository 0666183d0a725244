// Names a marker. Any thread; a value, no I/O.

/// A marker by its number, counted from 1 in the order of the timeline, by its name, or by its identity or the beginning of it.
public struct MarkerReference: Sendable, Hashable, CustomStringConvertible {
    private let text: String

    /// Reads `3` or `chorus`, also with an `@` in front. Nil when the rest is empty.
    public init?(_ text: String) {
        let bare = text.hasPrefix("@") ? String(text.dropFirst()) : text
        guard !bare.isEmpty else { return nil }
        self.text = bare
    }

    /// The name, number or identity, without `@`.
    public var description: String { text }

    /// The index in `markers`; nil when there is none. An existing number comes before a name of digits, the exact name before
    /// another case, the first of equal names before later ones, and any name before the beginning of an identity, which only
    /// one marker may have.
    public func index(in markers: [Marker]) -> Int? {
        if let number = Int(text), markers.indices.contains(number &- 1) { return number - 1 }
        if let index = markers.firstIndex(where: { $0.name == text }) { return index }
        let folded = text.lowercased()
        if let index = markers.firstIndex(where: { $0.name.lowercased() == folded }) { return index }
        guard let beginning = Identifier.Beginning(text) else { return nil }
        let found = markers.indices.filter { beginning.fits(markers[$0].id) }
        return found.count == 1 ? found.first : nil
    }
}
