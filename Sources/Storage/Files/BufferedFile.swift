// Owned by the one thread that writes the segment; the only place that writes audio to the disk.
import Glibc

/// A new file that is written in large pieces and remembers exactly why a write failed.
///
/// libsndfile alone hands PCM to the kernel 8 KiB at a time and keeps no errno. Here writes collect in one buffer and leave
/// by pwrite(2): a seek costs no system call, and a recording 64 KiB or so a time costs one write for several of them.
///
/// The first failure is kept for ever and nothing more is written after it: what is on disk then is a whole beginning of the
/// stream, and its length is known.
@safe final class BufferedFile {
    /// 256 KiB: 0.7 s of 48 kHz float stereo, and far past where larger writes gain anything.
    static let capacity = 256 * 1024

    let path: String
    private(set) var descriptor: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 4096)
    /// Where in the file the buffer's first byte belongs.
    private var bufferStart: Int64 = 0
    private var buffered = 0
    /// How far the kernel has been given bytes.
    private(set) var lengthOnDisk: Int64 = 0
    /// errno of the first write that failed.
    private(set) var failure: Int32?
    /// From here on writes are swallowed: what is on disk stays as it is while libsndfile takes itself down.
    var isFrozen = false
    private var isOpen = true
    /// Called before a full buffer makes the file longer, with its length to be.
    var willGrow: ((Int64) -> Void)?

    /// Ends of the writes at the end of the file that are still in the buffer.
    private var pendingEnds: [Int64] = []
    /// How many writes at the end of the file are on disk whole, and where the last of them ends. One write of a
    /// compressing container is one frame of it, so a cut can be made between two.
    private(set) var wholeWrites = 0
    private(set) var wholeEnd: Int64 = 0

    /// Writer thread. Makes the file; one that exists already is an error.
    init(creating path: String) throws(StorageError) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, FileMode.ordinary)
        guard descriptor >= 0 else { throw StorageError(code: errno, operation: "create", path: path) }
        self.path = path
        self.descriptor = descriptor
        pendingEnds.reserveCapacity(64)
    }

    deinit {
        if isOpen { _ = Glibc.close(descriptor) }
        unsafe buffer.deallocate()
    }

    /// Where the next write goes.
    var position: Int64 { bufferStart + Int64(buffered) }

    /// The file's length once the buffer has been written.
    var length: Int64 { max(lengthOnDisk, position) }

    func seek(to target: Int64) {
        guard target != position else { return }
        drain()
        bufferStart = target
    }

    /// Returns how many bytes were taken: all, or 0 after a failure.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        if isFrozen { return bytes.count }
        guard failure == nil else { return 0 }
        let isAppend = position == length
        // A write is never split over two buffers unless it is larger than one: a full disk cuts between two.
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

    private func grow() {
        if buffered > 0, failure == nil { willGrow?(position) }
        drain()
    }

    /// Hands the buffer to the kernel. After a failure what was left in it is given up.
    func drain() {
        guard buffered > 0 else { return }
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<buffered])
        buffered = 0
        guard failure == nil, !isFrozen else { return }
        unsafe bufferStart += put(bytes, at: bufferStart)
        settle()
    }

    /// Writes at a place of its own, past the buffer and past an earlier failure: header repairs only.
    func connection(_ bytes: [UInt8], at offset: Int64) throws(StorageError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe pwrite(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done, Int(offset) + done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw StorageError(code: count < 0 ? errno : EIO, operation: "write", path: path) }
            done += count
        }
    }

    /// What the kernel has at a place: to look at the header.
    func read(at offset: Int64, count: Int) throws(StorageError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, count, Int(offset)) }
        guard got == count else { throw StorageError(code: got < 0 ? errno : EIO, operation: "read", path: path) }
        return bytes
    }

    /// Cuts the file and puts the next write at its new end; what is in the buffer is dropped.
    func truncate(to length: Int64) throws(StorageError) {
        guard ftruncate(descriptor, Int(length)) == 0 else {
            throw StorageError(code: errno, operation: "cut", path: path)
        }
        buffered = 0
        pendingEnds.removeAll(keepingCapacity: true)
        lengthOnDisk = length
        bufferStart = length
    }

    /// Goes on with another file that has taken the name; where the body fails all stays as it was. Returns whether it is
    /// the other one now.
    func replace(_ body: () throws(StorageError) -> (descriptor: Int32, length: Int64)) -> Bool {
        guard let other = try? body() else { return false }
        // Nothing was written to the old one that the new one does not have.
        _ = Glibc.close(descriptor)
        (descriptor, lengthOnDisk) = other
        bufferStart = lengthOnDisk
        return true
    }

    /// Throws the failure there was, if any.
    func check() throws(StorageError) {
        if let failure { throw StorageError(code: failure, operation: "write", path: path) }
    }

    /// Whether it can still be found in some folder; a file that cannot be asked is taken to.
    var hasName: Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) != 0 || status.st_nlink > 0
    }

    func syncData() throws(StorageError) {
        guard fdatasync(descriptor) == 0 else { throw StorageError(code: errno, operation: "sync", path: path) }
    }

    func syncAll() throws(StorageError) {
        guard fsync(descriptor) == 0 else { throw StorageError(code: errno, operation: "sync", path: path) }
    }

    func close() throws(StorageError) {
        guard isOpen else { return }
        isOpen = false
        // After EINTR Linux has closed it all the same.
        guard Glibc.close(descriptor) == 0 || errno == EINTR else {
            throw StorageError(code: errno, operation: "close", path: path)
        }
    }

    /// Writes all it can and returns how much that was; a shortfall leaves its errno in `failure`.
    private func put(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int64 {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = unsafe pwrite(descriptor, rest.baseAddress, rest.count, Int(offset) + done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                failure = count < 0 ? errno : EIO
                break
            }
            done += count
        }
        lengthOnDisk = max(lengthOnDisk, offset + Int64(done))
        return Int64(done)
    }

    /// Counts the writes that are on disk whole now.
    private func settle() {
        for end in pendingEnds where end <= lengthOnDisk {
            wholeWrites += 1
            wholeEnd = end
        }
        pendingEnds.removeAll(keepingCapacity: true)
    }
}
