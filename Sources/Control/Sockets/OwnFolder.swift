// The folder of the running program. Any thread; one system call.
import Glibc

/// The folder of the running program: `dicta` and `dictad` are installed side by side.
public enum OwnFolder {
    /// The folder; nil when the system does not tell.
    public static var path: String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0 else { return nil }
        let path = String(decoding: bytes.prefix(count), as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
}
