// Repairs a file that was left open. One owner at a time; blocks on the disk.
import Glibc

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

    /// Takes an open file; the caller closes the descriptor.
    init(_ descriptor: Int32, path: String, length: Int64) {
        self.descriptor = descriptor
        source = ByteSource(descriptor, path: path, length: length)
    }

    /// Length in bytes.
    var length: Int64 { source.length }

    /// Overwrites bytes at an offset, unless they are the same already.
    func connection(_ bytes: [UInt8], at offset: Int64) throws(StorageError) {
        guard try !source.bytes(at: offset, bytes.count).elementsEqual(bytes) else { return }
        let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, Int(offset)) }
        guard count == bytes.count else {
            throw StorageError(code: count < 0 ? errno : EIO, operation: "write", path: path)
        }
        source.forget()
        isChanged = true
    }

    /// Cuts the file at an offset; does nothing beyond its end.
    func cut(to end: Int64) throws(StorageError) {
        guard end < length else { return }
        let hole = try lastHole
        guard ftruncate(descriptor, Int(end)) == 0 else { throw StorageError(code: errno, operation: "cut", path: path) }
        bytesCut += length - end
        holeBytes += length - max(end, hole)
        source.length = end
        source.forget()
        isChanged = true
    }

    /// Offset of the hole at the end; the length when there is none, or when the file system does not tell.
    var lastHole: Int64 {
        get throws(StorageError) {
            // SEEK_DATA and SEEK_HOLE, which Swift does not see.
            let seekData: Int32 = 3, seekHole: Int32 = 4
            // Half of the file at a time from the end would be no better: real files have no or few holes.
            var place: Int64 = 0
            while place < length {
                let hole = Int64(lseek(descriptor, Int(place), seekHole))
                guard hole >= 0 else { return length }
                guard hole < length else { return length }
                let data = Int64(lseek(descriptor, Int(hole), seekData))
                if data < 0 { return errno == ENXIO ? hole : length }
                guard data > hole else { return length }
                place = data
            }
            return length
        }
    }

    /// Report on the repair, with the file's format.
    func report(_ container: String, rate: Int, channels: Int, frames: Int64) -> RecoveryReport {
        RecoveryReport(
            container: container, rate: rate, channels: channels, frames: frames, bytes: length, bytesCut: bytesCut,
            holeBytes: holeBytes, isChanged: isChanged)
    }
}
