// Repairs a file that was left open. One owner at a time; blocks on the disk.
import System

/// A file that its writer left open: read through a window, patched, and cut.
@safe final class OpenFile {
    /// The bytes of the file.
    let source: ByteSource
    /// True when the file was changed.
    private(set) var isChanged = false
    /// Bytes cut off at the end.
    private(set) var bytesCut: Int64 = 0
    /// Bytes of a hole among the bytes cut off.
    private(set) var holeBytes: Int64 = 0

    private let descriptor: Int32
    private var path: String { source.path }

    /// True if the file has other names, under which it must not change.
    private let isShared: Bool

    /// Takes an open file; the caller closes the descriptor.
    init(_ descriptor: Int32, path: String, length: Int64, isShared: Bool = false) {
        self.descriptor = descriptor
        self.isShared = isShared
        source = ByteSource(descriptor, path: path, length: length)
    }

    /// Length in bytes.
    var length: Int64 { source.length }

    /// Overwrites bytes at an offset, unless they are the same already.
    func overwrite(_ bytes: [UInt8], at offset: Int64) throws(StorageError) {
        guard try !source.bytes(at: offset, bytes.count).elementsEqual(bytes) else { return }
        guard !isShared else { throw .hasOtherNames(path: path) }
        try onDisk("write", path, File.write(descriptor, bytes, at: offset))
        source.forget()
        isChanged = true
    }

    /// Cuts the file at an offset; does nothing beyond its end.
    func cut(to end: Int64) throws(StorageError) {
        guard end < length else { return }
        guard !isShared else { throw .hasOtherNames(path: path) }
        let hole = lastHole
        try onDisk("cut", path, File.resize(descriptor, to: end))
        bytesCut += length - end
        holeBytes += length - max(end, hole)
        source.length = end
        source.forget()
        isChanged = true
    }

    /// Offset of the hole at the end; the length when there is none, or when the file system does not tell.
    var lastHole: Int64 { File.lastHole(descriptor, length: length) }

    /// Report on the repair, with the file's format.
    func report(_ container: String, rate: Int, channels: Int, frames: Int64) -> RecoveryReport {
        RecoveryReport(
            container: container, rate: rate, channels: channels, frames: frames, bytes: length, bytesCut: bytesCut,
            holeBytes: holeBytes, isChanged: isChanged)
    }
}
