// Reading and writing by descriptor. One owner at a time; may block on the disk.
internal import CLinux
internal import Glibc

extension File {
    /// Reads up to a buffer of bytes from a place in the file; 0 at its end. Fewer than asked for is no error.
    public static func readSome(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(SystemError) -> Int {
        while true {
            let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, Int(offset))
            if count >= 0 { return count }
            guard errno == EINTR else { throw .last("pread") }
        }
    }

    /// Reads up to a buffer of bytes from where the descriptor is; 0 at the end.
    public static func readSome(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        while true {
            let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw .last("read") }
        }
    }

    /// Bytes from where the descriptor is, at most so many; empty at the end.
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

    /// Bytes of the file from a place on; fewer only where the file ends.
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

    /// All bytes of a file, whatever length the file system tells (files in /proc tell none).
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

    /// Writes some of the bytes at a place in the file, at least one: how many is the result.
    public static func writeSome(
        _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64
    ) throws(SystemError) -> Int {
        while true {
            let count = unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, Int(offset))
            if count > 0 { return count }
            guard count < 0, errno == EINTR else { throw count < 0 ? .last("pwrite") : SystemError("pwrite", code: EIO) }
        }
    }

    /// Writes all bytes at a place in the file.
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

    /// Writes all bytes where the descriptor is.
    public static func write(_ descriptor: Int32, _ bytes: [UInt8]) throws(SystemError) {
        var failure: SystemError?
        unsafe bytes.withUnsafeBytes { buffer in
            do throws(SystemError) { try unsafe write(descriptor, buffer) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Writes all bytes where the descriptor is.
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

    /// Puts the place of the next write or read at an offset.
    public static func seek(_ descriptor: Int32, to offset: Int64) throws(SystemError) {
        guard lseek(descriptor, Int(offset), SEEK_SET) == Int(offset) else { throw .last("lseek") }
    }

    /// The length of an open file, found by a seek to its end.
    public static func seekToEnd(_ descriptor: Int32) throws(SystemError) -> Int64 {
        let length = lseek(descriptor, 0, SEEK_END)
        guard length >= 0 else { throw .last("lseek") }
        return Int64(length)
    }

    /// Where the hole at the end of a file of this length begins; the length where there is none, or the file system does not
    /// tell.
    public static func lastHole(_ descriptor: Int32, length: Int64) -> Int64 {
        // SEEK_DATA and SEEK_HOLE, which Swift does not see.
        let seekData: Int32 = 3, seekHole: Int32 = 4
        // Half of the file at a time from the end would be no better: real files have no or few holes.
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

    /// Copies a piece of a file, from and to where the descriptors are: how many bytes is the result, 0 at the end.
    public static func copyPiece(from source: Int32, to target: Int32, atMost limit: Int) throws(SystemError) -> Int {
        while true {
            let count = copy_file_range(source, nil, target, nil, limit, 0)
            if count >= 0 { return count }
            if errno == EINTR { continue }
            // Some file systems cannot, or not from one to the other; then it goes through our memory.
            guard [EINVAL, ENOSYS, EOPNOTSUPP, EXDEV].contains(errno) else { throw .last("copy_file_range") }
            let piece = try readSome(source, atMost: min(limit, 1 << 20))
            try write(target, piece)
            return piece.count
        }
    }
}
