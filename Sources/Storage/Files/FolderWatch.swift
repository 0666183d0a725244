// Change notifications of a folder. One owner at a time; never blocks.
import CLinux
import Glibc

/// Change notifications of the kernel for a folder, so that thousands of files need not be looked at.
///
/// Available only where the kernel sees all changes: on network and FUSE file systems other machines or programs make changes
/// that the kernel does not see.
final class FolderWatch {
    private let descriptor: Int32

    /// Types of file systems that other machines or programs can change unseen by the kernel.
    private static let blind: Set<UInt32> = [
        0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x6573_5546, 0x0102_1997, 0x5346_414f, 0x00c3_6400, 0x7375_7245,
    ]

    /// Watches a folder. Nil when notifications would be unreliable, or when the system has no watches left.
    init?(_ folder: String) {
        var status = statfs()
        guard unsafe statfs(folder, &status) == 0, !Self.blind.contains(UInt32(truncatingIfNeeded: status.f_type)) else {
            return nil
        }
        let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        let events =
            IN_CREATE | IN_DELETE | IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_UNMOUNT
        guard unsafe inotify_add_watch(descriptor, folder, UInt32(events)) >= 0 else {
            _ = close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { _ = close(descriptor) }

    /// True when anything has changed since the last call, except temporary files of this program and files for which
    /// `isExpected` returns true.
    func hasNews(_ isExpected: (String) -> Bool) -> Bool {
        var isNews = false
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // Nothing more to tell; any other failure is no reason to believe that all is quiet.
            guard count > 0 else { return isNews || count == 0 || errno != EAGAIN }
            isNews =
                isNews
                || Self.names(in: buffer[..<count]).contains { name in
                    guard let name else { return true }
                    return !name.hasPrefix(".dicta-") && !isExpected(name)
                }
        }
    }

    /// File name of each event; nil for the folder itself and for lost events.
    private static func names(in bytes: ArraySlice<UInt8>) -> [String?] {
        var names: [String?] = []
        var rest = bytes
        // An event is four numbers of 32 bits, the last of them the length of the name that follows.
        while rest.count >= 16 {
            let lengthAt = rest.startIndex + 12
            let length = (0..<4).reduce(0) { $0 | Int(rest[lengthAt + $1]) << (8 * $1) }
            guard rest.count >= 16 + length else { break }
            let name = rest[(rest.startIndex + 16)..<(rest.startIndex + 16 + length)].prefix { $0 != 0 }
            names.append(name.isEmpty ? nil : String(decoding: name, as: UTF8.self))
            rest = rest.dropFirst(16 + length)
        }
        return names
    }
}
