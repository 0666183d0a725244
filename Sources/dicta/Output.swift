// Room: dicta. One thread; the only place that writes to the terminal.
import Glibc

/// Standard output, where every write counts, and standard error, which nobody can be told about.
enum Output {
    static func standard(_ text: String) throws(DictaError) { try standard(Array(text.utf8)) }

    static func standard(_ bytes: [UInt8]) throws(DictaError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw .output(code: errno)
            }
        }
    }

    /// A failed complaint changes nothing: the exit code says it too.
    static func complain(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
    }
}
