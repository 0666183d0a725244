// Name of a file, compared byte by byte. Any thread; a value.

/// The name of a file as the folder spells it. Swift compares text by canonical equivalence (`é` as one scalar equals `e` with
/// an accent), but to a file system these are two names. This type is the key wherever files must be distinguished.
struct FileName: Hashable {
    /// The name.
    let text: String

    static func == (one: FileName, other: FileName) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
