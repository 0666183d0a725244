// Output of dicta-bench. One thread.
import System

/// Writes results to standard output, everything else to standard error.
enum Output {
    /// Writes a result to standard output.
    static func write(_ text: String) throws(BenchError) {
        let code = put(text, File.standardOutput)
        guard code == 0 else { throw .system("write the result", code) }
    }

    /// A failed write is ignored: without standard error nobody can be told.
    static func progress(_ text: String) { _ = put(text + "\n", File.standardError) }

    /// Writes an error message to standard error.
    static func complain(_ text: String) { progress("dicta-bench: " + text) }

    /// Writes all bytes; returns 0, or the error number.
    private static func put(_ text: String, _ descriptor: Int32) -> Int32 {
        do throws(SystemError) { try File.write(descriptor, Array(text.utf8)) } catch { return error.code }
        return 0
    }
}
