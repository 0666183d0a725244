// Points a recording to files that have moved. One owner at a time; blocks on the disk.
public import Dictation
internal import Messages
import System
import Words

extension FileStatus {
    /// Device and inode number as a sidecar keeps them: a file that moves on its disk keeps them.
    var identityText: String { "\(identity.device):\(identity.inode)" }
}

extension Library {
    /// A file outside the library, and the segment that describes it as a file of its recording.
    public struct Relinking: Sendable, Hashable {
        /// Path that the recording has.
        public var old: String
        /// The segment at its new place.
        public var segment: Segment
    }

    /// The segment at another place: what the recording knows of its sound stays; size, identity and contents are those of the file
    /// there, which is read once if its contents are known.
    func moved(_ segment: Segment, to path: String) throws(StorageError) -> Segment {
        let status = try FileStatus(of: path)
        var moved = segment
        (moved.file, moved.bytes, moved.inode) = (path, status.bytes, status.identityText)
        if moved.source != nil { moved.source = try FileDigest.contents(of: path) }
        return moved
    }

    /// Points a recording to the new places of files that it refers to, with its transcript. Blocks until the change is on the
    /// disk; all of it takes effect or none.
    @discardableResult
    public func relink(_ name: String, _ changes: [Relinking]) throws(StorageError) -> Recording {
        let lock = try LibraryLock(self)
        try refuseOpenTake(name)
        var recording = try readRecording(name)
        let places = Dictionary(changes.map { ($0.old, $0.segment.file) }) { first, _ in first }
        // A file may be named at the place that it has.
        for (old, new) in places where recording.segment(old) == nil || old != new && recording.segment(new) != nil {
            throw .notRelinked(name: name, reason: tr("another program has changed what it refers to; try again"))
        }
        recording = recording.withFiles { places[$0] ?? $0 }
        for change in changes {
            guard let index = recording.segments.firstIndex(where: { $0.file == change.segment.file }) else { continue }
            recording.segments[index] = change.segment
        }
        var intent = Intent(name: name)
        intent.sidecars = [.init(file: "\(name).json", text: String(decoding: try text(of: recording), as: UTF8.self))]
        try carryTranscript(of: name, to: recording, &intent) { $0 = $0.withFiles { places[$0] ?? $0 } }
        try carryOut(intent, lock)
        for (old, new) in places where old != new { movePeaks(old, to: new) }
        return recording
    }

    /// True for a segment whose file lies elsewhere and is not there now.
    func isGone(_ segment: Segment) -> Bool { segment.isReference && !File.exists(segment.file) }

    /// The error of work on a recording: the absence of one of its files becomes `gone`, or `moved` for one elsewhere, and a file that
    /// cannot be read since its end is missing `damaged`. Blocks.
    public func told(_ error: StorageError, of name: String) -> StorageError {
        switch error {
        case .missing(let path):
            guard !File.exists(path), let recording = try? readRecording(name),
                let segment = recording.segments.first(where: { self.path(of: $0.file) == path })
            else { return error }
            return segment.isReference ? .moved(name: name, path: path) : .gone(name: name, path: path)
        case .notAudio, .decoderRefused:
            guard let recording = try? readRecording(name), let reason = missingSound(of: recording).first else { return error }
            return .damaged(name: name, reason: reason)
        default: return error
        }
    }
}
