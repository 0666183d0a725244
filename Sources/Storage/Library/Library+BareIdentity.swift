// Identities of recordings without a sidecar. One owner at a time; blocks on the disk.
import Dictation
import System

extension Library {
    /// Bytes that are read at the beginning, in the middle and at the end of a file.
    private static let sample = 4096

    /// The identity of a recording without a sidecar, whose first file is described by `segment`.
    ///
    /// The journal has the identity of a running take, or of one that was left open. For all others it is derived from what a
    /// rename and a copy leave alone: the size, format and length of the file, and some of its bytes. Time and place do not count.
    /// The next write of a sidecar keeps it, so a later change of the file does not change it.
    func bareIdentity(_ segment: Segment, of name: String) throws(StorageError) -> Identifier {
        if let entry = openEntry(of: name), entry.segment.file == segment.file, !entry.id.isUnset { return entry.id }
        let path = path(of: segment.file)
        let descriptor = try onDisk("open", path, File.open(path, .read, .noWait))
        // Opened for reading only: a failing close loses nothing.
        defer { File.close(descriptor) }
        let size = try FileStatus(of: descriptor, path: path).bytes
        let kind = "\(segment.container) \(segment.encoding) \(segment.rate) \(segment.channels) \(segment.frames)"
        var bytes = Array("audio \(size) \(kind) ".utf8)
        let last = max(0, size - Int64(Self.sample))
        for place in [0, last / 2, last] {
            let count = Int(min(Int64(Self.sample), size - place))
            bytes += try onDisk("read", path, File.read(descriptor, at: place, count: count))
        }
        return Identifier(derivedFrom: bytes)
    }

    /// The journal of the take that runs, or was left open, in the recording of that name; nil without one.
    func openEntry(of name: String) -> JournalEntry? {
        do throws(RecordingError) { return try JournalEntry(parsing: journalText(TakeJournal.fileName(name))) } catch {
            return nil
        }
    }
}
