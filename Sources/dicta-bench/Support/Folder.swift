// Temporary folders. Main thread only.
import FoundationEssentials
import System

/// A new folder for recordings, removed with everything in it.
final class Folder {
    let path: String

    /// Makes the folder below `parent`.
    init(in parent: String) throws(BenchError) {
        do throws(SystemError) { path = try File.makeUniqueFolder(parent + "/dicta-bench-XXXXXX") } catch {
            throw .system("make a folder in \(parent)", error.code)
        }
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            Output.progress("\(path) stays behind: \(error)")
        }
    }
}
