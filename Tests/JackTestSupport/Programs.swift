// Finds the built programs. Any thread.
import Glibc

/// Paths of the built programs.
public enum Programs {
    /// A folder of other builds, named by an environment variable.
    public static func folder(_ variable: String) -> String? {
        unsafe getenv(variable).map { unsafe String(cString: $0) }
    }

    /// Absolute path of a program beside the tests: engines are started in folders of their own.
    public static func path(_ name: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
        let own = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        let built = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? own
        let path = (built.lastIndex(of: "/").map { String(built[..<$0]) } ?? ".") + "/" + name
        guard !path.hasPrefix("/"), let here = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(here) }
        return unsafe String(cString: here) + "/" + path
    }
}

extension Programs {
    /// Variables of the environment that a compiler needs.
    public static var toolchain: [String: String] {
        var words: [String: String] = [:]
        for name in ["PATH", "HOME", "TMPDIR"] {
            if let value = unsafe getenv(name) { words[name] = unsafe String(cString: value) }
        }
        return words
    }
}
