// The disk under a folder. Any thread; a value.
import System

/// Kind of file system and of disk under a folder, as the kernel tells them.
struct Disk {
    private let system: String
    /// Kind of disk; nil for a file system without one, as in memory.
    private let kind: String?

    /// Finds the mount with the longest path above the folder.
    init(of path: String) {
        let folder = (try? File.realPath(path)) ?? path
        var (found, longest) = ([Substring](), -1)
        for line in (Text.file("/proc/self/mountinfo") ?? "").split(separator: "\n") {
            // Number, parent, major:minor, root, mount point, options ... - file system, source, options
            let words = line.split(separator: " ")
            guard words.count > 6, words.contains("-") else { continue }
            let point = words[4] == "/" ? "/" : words[4] + "/"
            // A later mount lies over an earlier one.
            if (folder + "/").hasPrefix(point), point.count >= longest { (found, longest) = (words, point.count) }
        }
        guard let dash = found.firstIndex(of: "-"), dash + 1 < found.count else {
            (system, kind) = ("an unknown file system", nil)
            return
        }
        system = String(found[dash + 1])
        // A partition has no queue of its own.
        let device = "/sys/dev/block/\(found[2])"
        let answer = Text.file(device + "/queue/rotational") ?? Text.file(device + "/../queue/rotational")
        // The driver of virtual disks knows nothing of the real one.
        let isVirtual = dash + 2 < found.count && ["/dev/vd", "/dev/xvd"].contains { found[dash + 2].hasPrefix($0) }
        let turns = answer.map { Text.trimmed($0) == "1" }
        kind = isVirtual ? "a virtual disk" : turns.map { $0 ? "a disk that turns" : "a disk without moving parts" }
    }

    /// The disk in words.
    var words: String { kind.map { "\(system) on \($0)" } ?? system }
}
