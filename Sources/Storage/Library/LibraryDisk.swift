// Remembers which libraries lie on a disk of their own. Any thread; blocks on the disk.
import Dictation
import System

/// The libraries of a user that lie on another disk than the system and the user's state.
///
/// An empty folder of the system in the place of such a library is the bare mount point of a disk that is away: the disk would
/// hide the recordings that are written there. `Library.checkPlace` sees only a disk that goes away under a program.
public enum LibraryDisk {
    /// The user's list, an absolute path a line; nil without a home folder.
    public static var standardList: String? { UserFolders.state(CacheFolder.variable).map { $0 + "/dicta/disks" } }

    /// Most libraries that are remembered: a script may use ever new ones.
    private static let most = 50

    /// Throws `diskAway` if a folder is that of a remembered library, and is missing or empty on a disk of the system now. With
    /// `mayWrite` the list follows: a library on a disk of its own is remembered once its folder is there, one that has moved to the
    /// system's no longer. Call it before the folder is opened or made, and again when it was made. Blocks.
    ///
    /// A list that is missing, or cannot be read or kept, knows of no disk, as at the first use.
    public static func check(_ folder: String, list: String? = standardList, mayWrite: Bool) throws(StorageError) {
        guard let list, let (there, path) = place(of: folder), !path.utf8.contains(UInt8(ascii: "\n")),
            let disk = device(of: there), let known = read(list)
        else { return }
        let isKnown = known.contains(path)
        let systems: [UInt64?] = [device(of: "/"), place(of: Folder.parent(of: list)).flatMap { device(of: $0.there) }]
        guard systems.contains(disk) else {
            // The libraries that are used are the last ones, and not pushed out by temporary ones.
            if mayWrite, there == path, known.last != path { keep(known.filter { $0 != path } + [path], in: list) }
            return
        }
        guard isKnown else { return }
        // An error is told where the folder is opened.
        let names: [String]? = there == path ? (try? Folder.names(in: path)) : []
        guard let names else { return }
        guard !names.isEmpty else { throw .diskAway(path: path) }
        if mayWrite { keep(known.filter { $0 != path }, in: list) }
    }

    /// A path without links, and the part of it that is there.
    private static func place(of folder: String) -> (there: String, path: String)? {
        var (there, rest) = (folder, "")
        while true {
            if let real = try? File.realPath(there) { return (real, rest.isEmpty ? real : (real == "/" ? "" : real) + rest) }
            let parent = Folder.parent(of: there)
            guard parent != there else { return nil }
            if !there.hasSuffix("/") { rest = "/\(there.lastPart)\(rest)" }
            there = parent
        }
    }

    /// Number of the device that is mounted at a folder; nil if it cannot be told. The dot has the kernel mount a disk that it mounts
    /// at its use.
    private static func device(of folder: String) -> UInt64? {
        try? FileStatus(folder + "/.", followsLinks: true, in: File.workingFolder).identity.device
    }

    /// The paths in a list; nil if it cannot be read.
    private static func read(_ list: String) -> [String]? {
        do throws(StorageError) {
            let bytes = try StateFile.read(list) ?? []
            return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        } catch {
            return nil
        }
    }

    private static func keep(_ known: [String], in list: String) {
        try? StateFile.replace(list, with: Array(known.suffix(most).map { $0 + "\n" }.joined().utf8))
    }
}
