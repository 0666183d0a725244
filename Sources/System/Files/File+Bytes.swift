// Reads and writes files by descriptor. One owner of a descriptor at a time; may block on the disk.
internal import CLinux
internal import Glibc

extension File {
    /// Reads at most as many bytes as `buffer` holds, from an offset in bytes. Returns the count; 0 at the end of the file.
    ///
    /// A smaller count is not an error.
    public static func readSome(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(SystemError) -> Int {
        while true {
            let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, Int(offset))
            if count >= 0 { return count }
            guard errno == EINTR else { throw .last("pread") }
        }
    }

    /// Reads at most as many bytes as `buffer` holds, from the current offset. Returns the count; 0 at the end of the file.
    ///
    /// A descriptor that never waits throws `wouldBlock` if it has no bytes yet.
    public static func readSome(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        while true {
            let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw .last("read") }
        }
    }

    /// Reads at most `limit` bytes from the current offset. Returns none at the end of the file.
    public static func readSome(_ descriptor: Int32, atMost limit: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var failure: SystemError?
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            do throws(SystemError) { return try unsafe readSome(descriptor, into: buffer) } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        return count == limit ? bytes : Array(bytes[..<count])
    }

    /// Reads `count` bytes from an offset in bytes. Returns fewer only if the file ends before.
    public static func read(_ descriptor: Int32, at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        var failure: SystemError?
        unsafe bytes.withUnsafeMutableBytes { buffer in
            do throws(SystemError) {
                while done < count {
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
                    let got = try unsafe readSome(descriptor, into: rest, at: offset + Int64(done))
                    if got == 0 { break }
                    done += got
                }
            } catch { failure = error }
        }
        if let failure { throw failure }
        return done == count ? bytes : Array(bytes[..<done])
    }

    /// Reads a whole file to its end. The length that the file system reports is not used: files in /proc report 0.
    public static func contents(of path: String) throws(SystemError) -> [UInt8] {
        let descriptor = try open(path, .read)
        defer { close(descriptor) }
        var all: [UInt8] = []
        while true {
            let piece = try readSome(descriptor, atMost: 65_536)
            if piece.isEmpty { return all }
            all += piece
        }
    }

    /// Writes at least one of the bytes at an offset in bytes. Returns how many.
    ///
    /// Throws `inputOutput` if the file system accepts no byte.
    public static func writeSome(
        _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64
    ) throws(SystemError) -> Int {
        while true {
            let count = unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, Int(offset))
            if count > 0 { return count }
            guard count < 0, errno == EINTR else { throw count < 0 ? .last("pwrite") : SystemError("pwrite", code: EIO) }
        }
    }

    /// Writes all bytes at an offset in bytes.
    public static func write(_ descriptor: Int32, _ bytes: [UInt8], at offset: Int64) throws(SystemError) {
        var failure: SystemError?
        unsafe bytes.withUnsafeBytes { buffer in
            var done = 0
            do throws(SystemError) {
                while done < buffer.count {
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
                    done += try unsafe writeSome(descriptor, rest, at: offset + Int64(done))
                }
            } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Writes all bytes at the current offset.
    public static func write(_ descriptor: Int32, _ bytes: [UInt8]) throws(SystemError) {
        var failure: SystemError?
        unsafe bytes.withUnsafeBytes { buffer in
            do throws(SystemError) { try unsafe write(descriptor, buffer) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Writes all bytes at the current offset, without a copy.
    public static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw count < 0 ? .last("write") : SystemError("write", code: EIO) }
            done += count
        }
    }

    /// Sets the current offset in bytes, at which the next read or write begins.
    public static func seek(_ descriptor: Int32, to offset: Int64) throws(SystemError) {
        guard lseek(descriptor, Int(offset), SEEK_SET) == Int(offset) else { throw .last("lseek") }
    }

    /// Moves the current offset to the end of the file. Returns the length of the file in bytes.
    public static func seekToEnd(_ descriptor: Int32) throws(SystemError) -> Int64 {
        let length = lseek(descriptor, 0, SEEK_END)
        guard length >= 0 else { throw .last("lseek") }
        return Int64(length)
    }

    /// Finds the hole at the end of a file of `length` bytes. Returns the offset at which the hole begins.
    ///
    /// Returns `length` if the file does not end in a hole, or if the file system reports no holes. Moves the current offset.
    public static func lastHole(_ descriptor: Int32, length: Int64) -> Int64 {
        // SEEK_DATA and SEEK_HOLE: the headers hide them behind _GNU_SOURCE.
        let seekData: Int32 = 3, seekHole: Int32 = 4
        // A search by halves from the end would not be faster: real files have few holes or none.
        var place: Int64 = 0
        while place < length {
            let hole = Int64(lseek(descriptor, Int(place), seekHole))
            guard hole >= 0, hole < length else { return length }
            let data = Int64(lseek(descriptor, Int(hole), seekData))
            if data < 0 { return errno == ENXIO ? hole : length }
            guard data > hole else { return length }
            place = data
        }
        return length
    }

    /// Copies at most `limit` bytes between the current offsets of two files. Returns the count; 0 at the end of `source`.
    public static func copyPiece(from source: Int32, to target: Int32, atMost limit: Int) throws(SystemError) -> Int {
        while true {
            let count = copy_file_range(source, nil, target, nil, limit, 0)
            if count > 0 { return count }
            if count < 0, errno == EINTR { continue }
            // Some file systems cannot copy inside the kernel, or not to another one: the bytes go through the process instead. Others
            // say 0 for that, as at the end of the file, and only a read tells which it is.
            guard count == 0 || [EINVAL, ENOSYS, EOPNOTSUPP, EXDEV].contains(errno) else { throw .last("copy_file_range") }
            let piece = try readSome(source, atMost: min(limit, 1 << 20))
            try write(target, piece)
            return piece.count
        }
    }
}
