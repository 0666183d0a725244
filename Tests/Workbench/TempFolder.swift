// Room: tests. Any thread; a folder of its own that goes when it is let go.
import FoundationEssentials
public import Glibc

/// A new folder under /tmp, removed with all that is in it.
public final class TempFolder: Sendable {
    public let path: String

    public init() {
        let name = unsafe strdup("/tmp/dicta-test-XXXXXX")
        defer { unsafe free(name) }
        guard let name = unsafe name, let made = unsafe mkdtemp(name) else {
            path = "/tmp/dicta-test-none"
            return
        }
        path = unsafe String(cString: made)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("\(path) stays behind: \(error)")
        }
    }

    public func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file in it; false when the disk says no.
    public func write(_ text: String, to name: String, mode: mode_t = 0o600) -> Bool {
        Files.write(text, to: file(name), mode: mode)
    }
}
