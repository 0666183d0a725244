// Locks files with flock, also on network disks. Any thread; blocks on the disk for a moment.
import System

/// The kernel's lock on a file. NFS and SMB turn `flock` into a lock on the server: an exclusive lock then needs a descriptor
/// open for writing, and a refusal may mean that there are no locks at all. Neither case means that another program holds
/// the lock.
enum FileLock {
    /// Opens a file for locking and reading; nil when there is none. Never waits, not even for a pipe.
    static func open(_ path: String) throws(StorageError) -> Int32? {
        do throws(StorageError) {
            return try Place(path).open("lock", .readWrite)
        } catch .missing {
            return nil
        }
    }

    /// Kinds of file systems on which a lock is mandatory: SMB, by its two drivers.
    private static let mandatory: Set<UInt32> = [0x517b, 0xff53_4d42, 0xfe53_4d42]

    /// True if the lock on an open file keeps every other descriptor from its contents, those of this program too.
    static func isMandatory(on descriptor: Int32) -> Bool { FileSystem.kind(of: descriptor).map(mandatory.contains) ?? false }

    /// Locks a temporary file that was just made, so that nobody takes it for a left one. On SMB it stays unlocked, since it is read
    /// by other descriptors, and `Library.clearTemporary` looks at its age. False if a clearing was quicker: the file is gone, or
    /// about to go.
    static func hold(_ descriptor: Int32) -> Bool {
        guard !isMandatory(on: descriptor) else { return true }
        // A disk without locks has none for a clearing either.
        do throws(SystemError) { return try File.lock(descriptor) && FileStatus.hasName(descriptor) } catch { return true }
    }

    /// Takes the lock without waiting. Returns false when another program holds it; throws on any other failure, after which
    /// the caller must not go on as if it held the lock.
    static func take(_ descriptor: Int32, path: String) throws(StorageError) -> Bool {
        try onDisk("lock", path, File.lock(descriptor))
    }

    /// The other program that holds the lock on an open file, by its name and process number; nil where the kernel does not tell, as on
    /// a network disk or from another container.
    static func holder(of descriptor: Int32) -> String? {
        guard let inode = (try? FileStatus(descriptor: descriptor))?.identity.inode,
            let table = try? File.contents(of: "/proc/locks")
        else { return nil }
        for line in String(decoding: table, as: UTF8.self).split(separator: "\n") {
            // Number, kind, ADVISORY, WRITE, process, disk and inode, range. One that waits has an arrow behind its number.
            let words = line.split(separator: " ")
            guard words.count > 5, words[1] == "FLOCK", let file = words[5].split(separator: ":").last, UInt64(file) == inode,
                let process = Int32(words[4]), process > 0, process != ThisProcess.identifier
            else { continue }
            let name = (try? File.contents(of: "/proc/\(process)/comm")).map { String(decoding: $0, as: UTF8.self) } ?? "?"
            return "\(name.filter { !$0.isNewline }) (PID \(process))"
        }
        return nil
    }
}
