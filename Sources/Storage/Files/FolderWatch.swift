// Change notifications of a folder. One owner at a time; never blocks.
import Dictation
import System

/// Change notifications of the kernel for a folder, so that thousands of files need not be looked at.
///
/// Available only where the kernel sees all changes: on network and FUSE file systems other machines or programs make changes
/// that the kernel does not see.
final class FolderWatch {
    private let events: FolderEvents

    /// Types of file systems that other machines or programs can change unseen by the kernel.
    private static let blind: Set<UInt32> = [
        0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x6573_5546, 0x0102_1997, 0x5346_414f, 0x00c3_6400, 0x7375_7245,
    ]

    /// Watches a folder. Nil when notifications would be unreliable, or when the system has no watches left.
    init?(_ folder: String) {
        guard let kind = FileSystem.kind(of: folder), !Self.blind.contains(kind), let events = try? FolderEvents(folder) else {
            return nil
        }
        self.events = events
    }

    /// True when anything has changed since the last call, except temporary files of this program and files for which
    /// `isExpected` returns true.
    func hasNews(_ isExpected: (String) -> Bool) -> Bool {
        events.take().contains { name in
            guard let name else { return true }
            return !name.hasBytes(first: ".dicta-") && !isExpected(name)
        }
    }
}
