// Identity of a file for the decode cache. Any thread; a value.
internal import Messages
import System

/// Identity of a file by path, length and time of change, as 32 hexadecimal digits.
package struct DecodeKey: Hashable {
    /// Absolute path of the file without links.
    let source: String
    /// The key: 32 hexadecimal digits.
    let text: String

    /// Makes the key of a file. Blocks on the disk. Throws when the path is no file that could be decoded.
    init(_ path: String) throws(StorageError) {
        source = try onDisk("look at", path, File.realPath(path))
        let status = try FileStatus(of: source)
        guard !status.isFolder else { throw .isFolder(path: path) }
        guard status.isFile else { throw .notAudio(path: path, reason: tr("it is not a regular file")) }
        guard status.bytes > 0 else { throw .notAudio(path: path, reason: tr("the file is empty")) }
        text = Self.hash(text: "\(source)\u{0}\(status.bytes)\u{0}\(status.modified.mark)")
    }

    /// Hash of a text as 32 hexadecimal digits. Any thread.
    package static func hash(text: String) -> String {
        let digits = String(hash(text), radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    /// FNV-1a with 128 bits: no accidental collisions, and an attacker who can write these files needs none.
    private static func hash(_ text: String) -> UInt128 {
        text.utf8.reduce(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d) { hash, byte in
            (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
        }
    }
}
