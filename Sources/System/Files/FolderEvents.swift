// Watches a folder for changes, by inotify. One thread at a time, which may have a lock for it; the initialiser may block on the disk.
internal import CLinux
internal import Glibc

/// Changes in one folder: files made, changed, moved and removed in it. Folders inside it are not watched.
public final class FolderEvents: Sendable {
    /// Descriptor to wait for, by poll(2).
    public let descriptor: Int32

    /// Begins to watch a folder.
    public init(_ folder: String) throws(SystemError) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard descriptor >= 0 else { throw .last("inotify_init1", folder) }
        let events =
            IN_CREATE | IN_DELETE | IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_UNMOUNT
        guard unsafe inotify_add_watch(descriptor, folder, UInt32(events)) >= 0 else {
            let code = errno
            _ = close(descriptor)
            throw SystemError("inotify_add_watch", folder, code: code)
        }
        self.descriptor = descriptor
    }

    deinit { _ = close(descriptor) }

    /// Returns the names of the files that changed since the last call, without waiting; none if nothing changed.
    ///
    /// A nil stands for the folder itself, and for events that were lost: then any file may have changed.
    public func take() -> [String?] {
        var names: [String?] = []
        while true {
            do throws(SystemError) {
                let bytes = try File.readSome(descriptor, atMost: 16_384)
                // inotify has no end of file; it is treated as a lost event.
                if bytes.isEmpty { return names + [nil] }
                names += Self.names(in: bytes[...])
            } catch {
                // `wouldBlock` means that no event is left. After any other error, changes may have been missed.
                return error.code == Errno.wouldBlock ? names : names + [nil]
            }
        }
    }

    /// Reads the names out of inotify events. Each is four 32-bit numbers, the last of them the length of the name that follows.
    private static func names(in bytes: ArraySlice<UInt8>) -> [String?] {
        var names: [String?] = []
        var rest = bytes
        while rest.count >= 16 {
            let length = Int(rest.dropFirst(12).prefix(4), .little)
            guard rest.count >= 16 + length else { break }
            let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
            names.append(name.isEmpty ? nil : String(decoding: name, as: UTF8.self))
            rest = rest.dropFirst(16 + length)
        }
        return names
    }
}
