// A value; any thread.
import Glibc

/// What makes a file the same file: where it is, how long, when changed. As 32 hexadecimal digits.
package struct DecodeKey: Hashable {
    /// Absolute and without links.
    let source: String
    let text: String

    /// Blocks on the disk. Says what keeps a path from being a file that could be decoded.
    init(_ path: String) throws(StorageError) {
        guard let real = unsafe realpath(path, nil) else { throw StorageError(code: errno, operation: "look at", path: path) }
        source = unsafe String(cString: real)
        unsafe free(real)
        let status = try FileStatus(of: source)
        guard !status.isFolder else { throw .isFolder(path: path) }
        guard status.isFile else { throw .notAudio(path: path, reason: "it is no regular file") }
        guard status.bytes > 0 else { throw .notAudio(path: path, reason: "the file is empty") }
        text = Self.hash(text: "\(source)\u{0}\(status.bytes)\u{0}\(status.modified.mark)")
    }

    /// 32 hexadecimal digits that tell one text from another. Any thread.
    package static func hash(text: String) -> String {
        let digits = String(hash(text), radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    /// FNV-1a in 128 bits: chance never makes two alike, and an enemy who can write our files needs no such trick.
    private static func hash(_ text: String) -> UInt128 {
        text.utf8.reduce(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d) { hash, byte in
            (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
        }
    }
}
