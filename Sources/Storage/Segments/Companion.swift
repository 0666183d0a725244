// A text beside an exported file. Any thread; a value.

/// A text that is written beside an exported file and is named after it. It appears with the file, or not at all.
public struct Companion: Sendable, Hashable {
    /// Ending in place of that of the exported file, without the first dot: `vtt`, `chapters.json`.
    public let ending: String
    /// The whole text.
    public let bytes: [UInt8]

    /// Makes a text.
    public init(ending: String, bytes: [UInt8]) {
        self.ending = ending
        self.bytes = bytes
    }

    /// Path of a text with this ending beside an exported file. Any thread.
    public static func path(_ ending: String, beside file: String) -> String { "\(Library.splitName(file).base).\(ending)" }
}
