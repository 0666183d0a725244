// A folder of a test's own. Any thread.
import FoundationEssentials
import Glibc

/// A new folder under `TMPDIR`, or `/tmp`, removed with all that is in it when it is let go.
public final class TempFolder: Sendable {
    public let path: String

    public convenience init() { self.init(in: TempFolder.base) }

    private init(in base: String) {
        let name = unsafe strdup("\(base)/dicta-test-\(getpid())-XXXXXX")
        defer { unsafe free(name) }
        guard let name = unsafe name, let made = unsafe mkdtemp(name) else {
            path = "\(base)/dicta-test-none"
            return
        }
        path = unsafe String(cString: made)
    }

    /// One on a disk, also where `/tmp` is in memory. Nil where every place that there is for such files is in memory.
    public static func onDisk() -> TempFolder? {
        [base, "/var/tmp"].first { !MemoryDisk.holds($0) }.map { TempFolder(in: $0) }
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("\(path) stays behind: \(error)")
        }
    }

    /// Where they are made.
    public static let base = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"

    /// How all paths of this process's folders begin.
    static let prefix = "\(base)/dicta-test-\(getpid())-"

    public func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file in it; false when the disk says no.
    public func write(_ text: String, to name: String, mode: UInt32 = 0o600) -> Bool {
        Files.write(text, to: file(name), mode: mode)
    }
}
