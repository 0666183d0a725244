// Temporary folders. Main thread only.
import FoundationEssentials
import Glibc

/// A new folder for recordings, removed with everything in it.
final class Folder {
    let path: String

    /// Makes the folder below `parent`.
    init(in parent: String) throws(BenchError) {
        let name = unsafe strdup(parent + "/dicta-bench-XXXXXX")
        defer { unsafe free(name) }
        guard let name = unsafe name, let made = unsafe mkdtemp(name) else { throw .system("make a folder in \(parent)", errno) }
        path = unsafe String(cString: made)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            Output.progress("\(path) stays behind: \(error)")
        }
    }
}
