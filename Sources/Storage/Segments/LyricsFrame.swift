// The words in the tag of an MP3 file. Any thread; a value. Writing blocks on the disk.
internal import Messages
import System

/// The frame of an ID3v2.3 tag that players show as words (USLT). ffmpeg writes the tag with room for it, but no such frame.
struct LyricsFrame {
    /// The whole frame.
    let bytes: [UInt8]

    private static let tagHeader = 10
    private static let frameHeader = 10

    /// Makes the frame. Its language is unknown, and it has no description.
    init(_ text: String) {
        let mark: [UInt8] = [0xFF, 0xFE]
        let body: [UInt8] =
            [1] + Array("XXX".utf8) + mark + [0, 0] + mark
            + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        bytes = Array("USLT".utf8) + Self.size(body.count) + [0, 0] + body
    }

    private static func size(_ count: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    }

    /// Puts the frame into the free room behind the last frame of the file's tag. Blocks. Throws `converterRefused` if there is
    /// too little room.
    func put(into path: String) throws(StorageError) {
        let descriptor = try onDisk("open", path, File.open(path, .readWrite))
        // The file is synced later, and written through this descriptor to its end: a failing close loses nothing.
        defer { File.close(descriptor) }
        let header = try onDisk("read", path, File.read(descriptor, at: 0, count: Self.tagHeader))
        guard header.count == Self.tagHeader, header.starts(with: Array("ID3".utf8) + [3]) else { throw noRoom(path) }
        // The tag's own size has seven bits in each byte.
        let length = header[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        let tag = try onDisk("read", path, File.read(descriptor, at: Int64(Self.tagHeader), count: length))
        var end = 0
        while end + Self.frameHeader <= tag.count, tag[end] != 0 {
            end += Self.frameHeader + tag[end + 4..<end + 8].reduce(0) { $0 << 8 | Int($1) }
        }
        guard end <= tag.count, tag.count - end >= bytes.count else { throw noRoom(path) }
        try onDisk("write", path, File.write(descriptor, bytes, at: Int64(Self.tagHeader + end)))
    }

    private func noRoom(_ path: String) -> StorageError {
        .converterRefused(path: path, reason: tr("the tag that it wrote has no room for the words"))
    }
}
