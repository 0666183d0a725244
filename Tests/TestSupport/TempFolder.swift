// A temporary folder for a test. Any thread.
import FoundationEssentials
import Glibc

/// A new folder under `TMPDIR`, or `/tmp`; removed with its contents together with this object.
public final class TempFolder: Sendable {
    /// Path of the folder.
    public let path: String

    /// Makes a folder in `base`.
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

    /// Makes a folder on a disk, also where `/tmp` is in memory. Nil where `base` and `/var/tmp` are both in memory.
    public static func onDisk() -> TempFolder? {
        [base, "/var/tmp"].first { !MemoryDisk.holds($0) }.map { TempFolder(in: $0) }
    }

    /// Makes a folder in memory, also where `/tmp` is on a disk. Nil where `base` and `/dev/shm` are both on disks.
    public static func inMemory() -> TempFolder? {
        [base, "/dev/shm"].first { MemoryDisk.holds($0) }.map { TempFolder(in: $0) }
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("\(path) cannot be removed: \(error)")
        }
    }

    /// Folder in which they are made.
    public static let base = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"

    /// Common beginning of the paths of this process's folders.
    static let prefix = "\(base)/dicta-test-\(getpid())-"

    /// Path of a file in the folder.
    public func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file in the folder; false when the disk refuses.
    public func write(_ text: String, to name: String, mode: UInt32 = 0o600) -> Bool {
        Files.write(text, to: file(name), mode: mode)
    }
}
