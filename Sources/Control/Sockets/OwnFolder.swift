// Any thread; asks the system once a call.
import Glibc

/// Where the program that runs lies: engine and remote are installed beside each other.
public enum OwnFolder {
    /// Nil where the system does not tell.
    public static var path: String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0 else { return nil }
        let path = String(decoding: bytes.prefix(count), as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
}
