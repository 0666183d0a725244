// Any thread; the one place where the bytes become what the kernel wants.
import Glibc

extension SocketAddress {
    /// The pointer is good inside the call only.
    @unsafe func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        // A whole sockaddr_un, since the bytes end with the name and a sockaddr must be readable at its own size.
        let padded = bytes + [UInt8](repeating: 0, count: Self.capacity - min(bytes.count, Self.capacity))
        return unsafe padded.withUnsafeBytes { raw in
            // Nobody writes through it and every field of a sockaddr fits at the start of the array.
            unsafe body(raw.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
    }
}
