// Output of dicta-bench. One thread.
import Glibc

/// Writes results to standard output, everything else to standard error.
enum Output {
    /// Writes a result to standard output.
    static func write(_ text: String) throws(BenchError) {
        let code = put(text, STDOUT_FILENO)
        guard code == 0 else { throw .system("write the result", code) }
    }

    /// A failed write is ignored: without standard error nobody can be told.
    static func progress(_ text: String) { _ = put(text + "\n", STDERR_FILENO) }

    /// Writes an error message to standard error.
    static func complain(_ text: String) { progress("dicta-bench: " + text) }

    /// Writes all bytes; returns 0, or the error number.
    private static func put(_ text: String, _ descriptor: Int32) -> Int32 {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return errno }
            rest = rest.dropFirst(count)
        }
        return 0
    }
}
