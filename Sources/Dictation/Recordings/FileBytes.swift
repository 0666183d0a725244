// Names and paths of files as bytes. Any thread; no I/O.

/// To a file system a name is bytes. Letters of a text can be more: an accent joins with the dot or slash before it, and marks such
/// as U+0600 with what stands behind them, so that no letter of `talk\u{600}.wav` is a dot. These see the bytes.
///
/// Inlinable: a scan of a library asks them several times for each file, and without its type a text answers many times slower.
extension StringProtocol {
    /// True if the text begins with these bytes.
    @inlinable public func hasBytes(first bytes: String) -> Bool { utf8.starts(with: bytes.utf8) }

    /// True if the text ends with these bytes.
    @inlinable public func hasBytes(last bytes: String) -> Bool { utf8.suffix(bytes.utf8.count).elementsEqual(bytes.utf8) }

    /// True if the text has a slash.
    @inlinable public var hasSlash: Bool { utf8.contains(UInt8(ascii: "/")) }

    /// The text behind its first bytes, which are ASCII or end at a border of code points.
    @inlinable public func droppingBytes(first count: Int) -> String { String(decoding: utf8.dropFirst(count), as: UTF8.self) }

    /// The text before its last bytes, as `droppingBytes(first:)`.
    @inlinable public func droppingBytes(last count: Int) -> String { String(decoding: utf8.dropLast(count), as: UTF8.self) }

    /// The last part of a path that is not empty; the text itself if it has none.
    @inlinable public var lastPart: String {
        utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? String(self)
    }
}

extension String {
    /// The index of the last byte of this kind, which is ASCII.
    @inlinable public func lastIndex(ofByte byte: Unicode.Scalar) -> Index? { utf8.lastIndex { UInt32($0) == byte.value } }
}
