// The folder of the running program. Any thread; one system call.
import System

/// The folder of the running program: `dicta` and `dictad` are installed side by side.
public enum OwnFolder {
    /// The folder; nil when the system does not tell.
    public static var path: String? {
        File.linkText("/proc/self/exe").map(File.parent)
    }
}
