// A value any thread may hold; no I/O.

/// Which marker is meant: by its number, counted from 1 in the order of the timeline, or by its name.
public struct MarkerReference: Sendable, Hashable, CustomStringConvertible {
    private let text: String

    /// `3`, `chorus`, and the same with an `@` before it. Nil where nothing is left.
    public init?(_ text: String) {
        let bare = text.hasPrefix("@") ? String(text.dropFirst()) : text
        guard !bare.isEmpty else { return nil }
        self.text = bare
    }

    public var description: String { text }

    /// Where in `markers` it is. A number that there is wins over a name of digits, the very name over another case of
    /// letters, the first of one name over the later ones.
    public func index(in markers: [Marker]) -> Int? {
        if let number = Int(text), markers.indices.contains(number &- 1) { return number - 1 }
        if let index = markers.firstIndex(where: { $0.name == text }) { return index }
        let folded = text.lowercased()
        return markers.firstIndex { $0.name.lowercased() == folded }
    }
}
