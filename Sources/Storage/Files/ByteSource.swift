// Reads bytes from anywhere in a file. One owner at a time; blocks on the disk.
import System

/// The bytes of a file, read through a moving window: for scans from front to back in small steps.
@safe final class ByteSource {
    /// Path of the file, for errors.
    let path: String
    /// Descriptor of the file.
    let descriptor: Int32
    /// Length in bytes; may grow while the file is being written.
    var length: Int64

    /// The bytes read last.
    private var window: [UInt8] = []
    private var windowStart: Int64 = 0
    private let windowBytes: Int

    /// Takes an open file; the caller keeps and closes the descriptor.
    init(_ descriptor: Int32, path: String, length: Int64, windowBytes: Int = 128 * 1024) {
        self.descriptor = descriptor
        self.path = path
        self.length = length
        self.windowBytes = windowBytes
    }

    /// Returns `count` bytes at an offset; fewer only at the end of the file.
    func bytes(at offset: Int64, _ count: Int) throws(StorageError) -> ArraySlice<UInt8> {
        guard offset >= 0, offset < length, count > 0 else { return [] }
        let wanted = Int(min(Int64(count), length - offset))
        if offset < windowStart || offset + Int64(wanted) > windowStart + Int64(window.count) {
            try fill(at: offset, atLeast: wanted)
        }
        let first = Int(offset - windowStart)
        return window[first..<min(first + wanted, window.count)]
    }

    /// Discards the window after a change of the file.
    func forget() { window = [] }

    /// Reads the window anew.
    private func fill(at offset: Int64, atLeast wanted: Int) throws(StorageError) {
        let count = Int(min(Int64(max(wanted, windowBytes)), length - offset))
        window = try onDisk("read", path, File.read(descriptor, at: offset, count: count))
        windowStart = offset
    }

    // MARK: Frames

    /// Offset in some bytes of the first one that may begin the head of a frame of MPEG audio or FLAC; nil without one. Each begins with
    /// 0xFF, none with three of them: of a long run, as erased flash has, only the last two may.
    static func sync(in bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.firstIndex(of: 0xFF) else { return nil }
        let run = bytes[first...].prefix { $0 == 0xFF }.count
        return first - bytes.startIndex + max(0, run - 2)
    }

    // MARK: Numbers

    /// Four characters at an offset, such as the name of a chunk.
    func mark(at offset: Int64) throws(StorageError) -> String {
        String(decoding: try bytes(at: offset, 4), as: UTF8.self)
    }

    /// Unsigned integer of `count` bytes at an offset; nil when the file ends before the last of them.
    func number(at offset: Int64, bytes count: Int, _ order: ByteOrder) throws(StorageError) -> UInt64? {
        let found = try bytes(at: offset, count)
        guard found.count == count else { return nil }
        return UInt64(found, order)
    }
}
