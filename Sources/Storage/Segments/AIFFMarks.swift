// Markers of AIFF files. Any thread; reading them from a file blocks on the disk.
import Dictation
import System

/// Reads the markers in the MARK chunk of an AIFF.
enum AIFFMarks {
    /// Bytes of a longer chunk, which would hold the caller up.
    private static let most: UInt64 = 1 << 24

    /// Reads the markers of a file; none of one without the chunk. Blocks.
    static func read(_ path: String) throws(StorageError) -> [Marker] {
        let descriptor = try onDisk("open", path, File.open(path, .read, .noWait))
        // Only read, so a failing close loses nothing.
        defer { File.close(descriptor) }
        let bytes = try FileStatus(of: descriptor, path: path).bytes
        let source = ByteSource(descriptor, path: path, length: bytes, windowBytes: 16_384)
        guard try source.mark(at: 0) == "FORM" else { return [] }
        var place: Int64 = 12
        for _ in 0..<1000 {
            guard let size = try source.number(at: place + 4, bytes: 4, .big) else { return [] }
            if try source.mark(at: place) == "MARK" {
                return markers(Array(try source.bytes(at: place + 8, Int(min(size, most)))))
            }
            place += 8 + Int64(size + size % 2)
        }
        return []
    }

    /// The markers in the contents of the chunk: a count, then an identifier, a frame and a name each.
    private static func markers(_ bytes: [UInt8]) -> [Marker] {
        guard bytes.count >= 2 else { return [] }
        var found: [Marker] = []
        var place = 2
        for _ in 0..<Int(bytes[0..<2], .big) {
            guard place + 7 <= bytes.count else { break }
            let length = Int(bytes[place + 6])
            let name = String(foreignMac: bytes[(place + 7)...].prefix(length))
            found.append(Marker(frame: Int64(bytes[(place + 2)..<(place + 6)], .big), name: name))
            // A name begins with its length, and fills pairs of bytes.
            place += 7 + length + (length + 1) % 2
        }
        return found.sorted { $0.frame < $1.frame }
    }
}
