// Writes audio files through a large buffer. One owner at a time; blocks on the disk. All audio is written here.
import Dictation
import System

/// A new file that is written in large pieces and keeps the error of the first failed write. One owner at a time; blocks on
/// the disk.
///
/// libsndfile alone passes PCM to the kernel in pieces of 8 KiB and keeps no errno. Here writes collect in one buffer and
/// are written with pwrite(2): a seek costs no system call, and several writes of about 64 KiB cost a single one.
///
/// The first failure is kept for ever, and nothing more is written after it. The file on the disk is then a complete
/// beginning of the stream of known length.
@safe final class BufferedFile {
    /// Size of the buffer: 256 KiB, or 0.7 s of 48 kHz float stereo. Larger writes gain nothing.
    static let capacity = 256 * 1024

    /// Path of the file.
    let path: String
    /// The file, if it has no name yet.
    let unnamed: TemporaryFile?
    /// Descriptor of the file.
    private(set) var descriptor: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 4096)
    /// Offset in the file of the buffer's first byte.
    private var bufferStart: Int64 = 0
    private var buffered = 0
    /// Length of the file as the kernel knows it, in bytes.
    private(set) var lengthOnDisk: Int64 = 0
    /// errno of the first failed write; nil without a failure.
    private(set) var failure: Int32?
    /// True to discard all writes, so the file stays as it is while libsndfile closes.
    var isFrozen = false
    private var isOpen = true
    /// Called with the new length in bytes before a full buffer makes the file longer.
    var willGrow: ((Int64) -> Void)?

    /// End offsets of appended writes that are still in the buffer.
    private var pendingEnds: [Int64] = []
    /// Number of appended writes that are completely on the disk. One write of a compressing container is one of its frames,
    /// so the file can be cut between two writes.
    private(set) var wholeWrites = 0
    /// End offset of the last appended write that is completely on the disk.
    private(set) var wholeEnd: Int64 = 0

    /// Creates the file, with `mode` less the umask; throws when it exists already.
    init(creating path: String, mode: UInt32) throws(StorageError) {
        let descriptor = try onDisk("create", path, File.open(path, .readWrite, [.create, .exclusive], mode: mode))
        self.path = path
        self.descriptor = descriptor
        unnamed = nil
        pendingEnds.reserveCapacity(64)
    }

    /// Fills a file that has no name yet.
    init(_ unnamed: TemporaryFile) throws(StorageError) {
        path = unnamed.path
        descriptor = try unnamed.duplicate()
        self.unnamed = unnamed
        pendingEnds.reserveCapacity(64)
    }

    deinit {
        if isOpen { File.close(descriptor) }
        unsafe buffer.deallocate()
    }

    /// Offset of the next write.
    var position: Int64 { bufferStart + Int64(buffered) }

    /// Length of the file after the buffer has been written, in bytes.
    var length: Int64 { max(lengthOnDisk, position) }

    /// Moves the next write to an offset.
    func seek(to target: Int64) {
        guard target != position else { return }
        drain()
        bufferStart = target
    }

    /// Writes bytes and returns the number that was accepted: all, or 0 after a failure.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        if isFrozen { return bytes.count }
        guard failure == nil else { return 0 }
        let isAppend = position == length
        // A write smaller than the buffer is never split over two buffers, so a full disk cuts between two writes.
        if buffered + bytes.count > Self.capacity { grow() }
        if bytes.count >= Self.capacity {
            guard failure == nil else { return 0 }
            willGrow?(position + Int64(bytes.count))
            if isAppend { pendingEnds.append(bufferStart + Int64(bytes.count)) }
            unsafe bufferStart += put(bytes, at: bufferStart)
            settle()
            return failure == nil ? bytes.count : 0
        }
        guard failure == nil else { return 0 }
        unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[buffered...]).copyMemory(from: bytes)
        buffered += bytes.count
        if isAppend { pendingEnds.append(position) }
        return bytes.count
    }

    /// Writes the buffer out after announcing the new length.
    private func grow() {
        if buffered > 0, failure == nil { willGrow?(position) }
        drain()
    }

    /// Writes the buffer out. After a failure its contents are discarded.
    func drain() {
        guard buffered > 0 else { return }
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<buffered])
        buffered = 0
        guard failure == nil, !isFrozen else { return }
        unsafe bufferStart += put(bytes, at: bufferStart)
        settle()
    }

    /// Overwrites bytes at an offset, past the buffer and in spite of an earlier failure. For header repairs only.
    func overwrite(_ bytes: [UInt8], at offset: Int64) throws(StorageError) {
        try onDisk("write", path, File.write(descriptor, bytes, at: offset))
    }

    /// Reads bytes at an offset from the kernel, without the buffer. For headers only.
    func read(at offset: Int64, count: Int) throws(StorageError) -> [UInt8] {
        let bytes = try onDisk("read", path, File.read(descriptor, at: offset, count: count))
        guard bytes.count == count else { throw StorageError(code: Errno.inputOutput, operation: "read", path: path) }
        return bytes
    }

    /// Cuts the file to a length in bytes, discards the buffer and continues writing at the new end.
    func truncate(to length: Int64) throws(StorageError) {
        try onDisk("cut", path, File.resize(descriptor, to: length))
        buffered = 0
        pendingEnds.removeAll(keepingCapacity: true)
        lengthOnDisk = length
        bufferStart = length
    }

    /// Continues with another file that has taken this file's name; nothing changes when `body` throws. Returns true after the
    /// change.
    func replace(_ body: () throws(StorageError) -> (descriptor: Int32, length: Int64)) -> Bool {
        guard let other = try? body() else { return false }
        // The new file has everything that was written to the old one, so a failing close loses nothing.
        File.close(descriptor)
        (descriptor, lengthOnDisk) = other
        bufferStart = lengthOnDisk
        return true
    }

    /// Throws the first failure, if there was one.
    func check() throws(StorageError) {
        if let failure { throw StorageError(code: failure, operation: "write", path: path) }
    }

    /// True when some folder still lists the file; also true when the file system does not tell.
    var hasName: Bool { FileStatus.hasName(descriptor) }

    /// Looks for the open file at its path: `takeDeleted` if it has no name any more, `takeMoved` if it has another one. Nil if it is
    /// there, and if the file system does not tell.
    func findLoss() -> StorageError? {
        guard unnamed == nil, let open = try? FileStatus(descriptor: descriptor) else { return nil }
        do throws(StorageError) {
            if let there = try Place(path).status() {
                if there.identity == open.identity { return nil }
                if there.isFile, FileIdentity.hasNoInodes(folder: Folder.parent(of: path)) { return nil }
            }
        } catch .notFolder {
            // A file has the place of its folder.
        } catch {
            // Nobody can look there now. A file without any name is deleted all the same.
            guard open.links == 0 else { return nil }
        }
        let now = File.linkText(File.path(of: descriptor)) ?? path
        // NFS and FUSE keep a deleted file under such a name until it is closed.
        let isHidden = [".nfs", ".fuse_hidden"].contains { now.lastPart.hasBytes(first: $0) }
        // The kernel ends the path so whose name was deleted, also if the file has another one (a hard link), which it does not tell.
        let isUnlinked = now.hasBytes(last: " (deleted)") && !File.exists(now)
        let isDeleted = open.links == 0 || isHidden || isUnlinked
        return isDeleted ? .takeDeleted(path: path) : .takeMoved(path: path, now: now)
    }

    /// Writes the kernel's data and attributes of the file to the disk.
    func syncAll() throws(StorageError) {
        try onDisk("sync", path, File.sync(descriptor))
    }

    /// Closes the file without writing the buffer out.
    func close() throws(StorageError) {
        guard isOpen else { return }
        isOpen = false
        try onDisk("close", path, File.finish(descriptor))
    }

    /// Writes as many bytes as possible and returns their number; after a shortfall `failure` holds errno.
    private func put(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int64 {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            do throws(SystemError) {
                done += try unsafe File.writeSome(descriptor, rest, at: offset + Int64(done))
            } catch {
                failure = error.code
                break
            }
        }
        lengthOnDisk = max(lengthOnDisk, offset + Int64(done))
        return Int64(done)
    }

    /// Counts the appended writes that are now completely on the disk.
    private func settle() {
        for end in pendingEnds where end <= lengthOnDisk {
            wholeWrites += 1
            wholeEnd = end
        }
        pendingEnds.removeAll(keepingCapacity: true)
    }
}
