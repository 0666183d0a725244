// Opens the terminal of a program once more. Any thread; a few system calls.
internal import CLinux
internal import Glibc

/// The terminal behind a standard stream.
public enum TerminalDevice {
    /// Opens the terminal behind a descriptor once more, so that reads and writes never wait. The caller closes the descriptor.
    ///
    /// The flag is one of the open file: set on the standard stream itself, it would reach the shell too, which shares it.
    public static func reopen(_ descriptor: Int32) throws(SystemError) -> Int32 {
        // The controlling terminal can be opened by this name whoever owns its device.
        let path = tcgetpgrp(descriptor) >= 0 ? "/dev/tty" : "/proc/self/fd/\(descriptor)"
        let flags = O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let own = unsafe Glibc.open(path, flags)
        guard own >= 0 else { throw .last("open", path) }
        return own
    }

    /// Writes as many bytes as the terminal takes now. Returns the count; 0 if it takes none. Throws EIO if it is gone.
    public static func writeSome(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
        while true {
            let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            if errno == EAGAIN { return 0 }
            guard errno == EINTR else { throw .last("write") }
        }
    }

    /// Reads what the terminal has now, `limit` bytes at most; nil if it has none. Throws EIO if it is gone.
    public static func readSome(_ descriptor: Int32, atMost limit: Int) throws(SystemError) -> [UInt8]? {
        do throws(SystemError) {
            let bytes = try File.readSome(descriptor, atMost: limit)
            guard !bytes.isEmpty else { throw SystemError("read", code: EIO) }
            return bytes
        } catch {
            guard error.code == EAGAIN else { throw error }
            return nil
        }
    }
}
