// Change notifications of a folder. One thread at a time, which may have a lock for it; blocks on the disk.
import Dictation
import System

/// Change notifications of the kernel for a folder, so that thousands of files need not be looked at.
///
/// Available only where the kernel sees all changes: on network and FUSE file systems other machines or programs make changes
/// that the kernel does not see.
final class FolderWatch: Sendable {
    private let events: FolderEvents
    private let folder: String
    /// The folder when the watch began: the kernel does not tell that one above it got another name, or a disk came over it.
    private let identity: FileStatus.Identity
    /// True where a file has more spellings than one. Changes bear that of the program that made them.
    private let isLoose: Bool

    /// Types of file systems that other machines or programs can change unseen by the kernel.
    private static let blind: Set<UInt32> = [
        0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x6573_5546, 0x0102_1997, 0x5346_414f, 0x00c3_6400, 0x7375_7245,
    ]

    /// Types of file systems that take upper and lower case, or forms of a letter, for the same.
    private static let loose: Set<UInt32> = [0x4d44, 0x2011_bab0, 0x7366_746e, 0x482b, 0x4244]

    /// Watches a folder. Nil when notifications would be unreliable, or when the system has no watches left.
    init?(_ folder: String) {
        guard let kind = FileSystem.kind(of: folder), !Self.blind.contains(kind), let events = try? FolderEvents(folder),
            let identity = try? FileStatus(of: folder).identity
        else { return nil }
        (self.events, self.folder, self.identity, isLoose) = (events, folder, identity, Self.loose.contains(kind))
    }

    /// True where changes bear the names of the files, so that `changes` can tell them.
    var tellsNames: Bool { !isLoose }

    /// True while the path leads to the folder that is watched.
    var isThere: Bool { (try? FileStatus(of: folder).identity) == identity }

    /// The names that have changed since the last call; nil if others may have, or if the path leads to another folder.
    func changes() -> Set<FileName>? {
        guard !isLoose, isThere else { return nil }
        var names: Set<FileName> = []
        for name in events.take() {
            guard let name else { return nil }
            names.insert(FileName(text: name))
        }
        return names
    }

    /// A change since the last call.
    enum News {
        case nothing, files
        /// The folder itself has changed. The watch may have ended with its disk, or another folder lies in its place.
        case folder
    }

    /// Tells what has changed since the last call, except temporary files of this program and files for which `isExpected`
    /// returns true. Events that were lost count as one of the folder.
    func news(_ isExpected: (String) -> Bool) -> News {
        let names = events.take()
        let files = names.compactMap(\.self)
        guard isThere, files.count == names.count else { return .folder }
        return files.contains { !$0.hasBytes(first: ".dicta-") && !isExpected($0) } ? .files : .nothing
    }
}
