// Hands socket addresses to the kernel. Any thread; the one file that does.
import Glibc

extension SocketAddress {
    /// Calls `body` with the address; the pointer is valid inside the call only.
    @unsafe func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        // A whole sockaddr_un: the bytes end with the name, and a sockaddr must be readable at its full size.
        let padded = bytes + [UInt8](repeating: 0, count: Self.capacity - min(bytes.count, Self.capacity))
        return unsafe padded.withUnsafeBytes { raw in
            // Nobody writes through the pointer, and every field of a sockaddr fits at the start of the array.
            unsafe body(raw.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
    }
}
