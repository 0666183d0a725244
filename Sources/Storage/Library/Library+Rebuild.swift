// Describes recordings from their audio files alone. One owner at a time; blocks on the disk.
public import Dictation
import System

extension Library {
    /// Describes a recording without a readable sidecar: from the second copy of the sidecar, or else from its own audio files,
    /// one after the other. Blocks; opens the audio. Unreadable files are left out; throws when none can be read.
    public func rebuiltRecording(_ name: String) throws(StorageError) -> Recording {
        try Self.checkName(name)
        if let copied = copiedRecording(name, isDamaged: exists("\(name).json")) { return copied }
        return try rebuiltRecording(name, without: nil)
    }

    /// Describes a recording from its own audio files but for one of them, one after the other.
    func rebuiltRecording(_ name: String, without left: String?) throws(StorageError) -> Recording {
        let own = try ownership(of: name).files(of: name).filter { $0 != left }
        var recording = Recording(name: name, created: "")
        var failure: StorageError?
        for file in own {
            do throws(StorageError) {
                recording.segments.append(try segment(file: file))
            } catch {
                failure = failure ?? error
            }
        }
        guard let first = recording.segments.first else { throw failure ?? .noSuchRecording(name: name, folder: folder) }
        recording.created = first.created
        recording.id = try bareIdentity(first, of: name)
        recording.edits = EditHistory(Timeline(recording.segments.map(recording.span)))
        return recording.identified
    }

    /// Describes an audio file from its header. Blocks.
    func segment(file: String) throws(StorageError) -> Segment {
        let path = file.hasBytes(first: "/") ? file : "\(folder)/\(file)"
        let status = try FileStatus(of: path)
        let info = try SegmentReader(path: path, isSequential: true).info
        let length = Int(Int64(nearest: info.seconds.rounded(.up)))
        var segment = Segment(
            file: file, created: status.modified.earlier(by: length).iso8601,
            container: info.container, encoding: info.encoding, rate: info.rate, channels: info.channels)
        segment.frames = info.frames
        segment.bytes = status.bytes
        describe(&segment, byJournalOf: Self.splitName(file).base)
        return segment
    }

    /// Fills in what only the journal of an open take knows. The time of the audio file would be that of its last write, and
    /// the header of a growing file tells a length of some time ago.
    private func describe(_ segment: inout Segment, byJournalOf name: String) {
        guard !segment.isReference, let entry = openEntry(of: name), entry.segment.file == segment.file else { return }
        segment.id = entry.segment.id
        segment.created = entry.segment.created
        segment.startFrame = entry.segment.startFrame
        segment.transportFrame = entry.segment.transportFrame
        segment.preRollFrames = entry.segment.preRollFrames
        segment.inputLatency = entry.segment.inputLatency
    }

    /// True when the file's extension counts as a recording.
    static func isAudio(_ file: String) -> Bool {
        audioExtensions.contains(splitName(file).fileExtension.lowercased())
    }

    /// Sorting key: when two files share a name, the container that comes first in the table of formats wins.
    static func rank(_ file: String) -> (Int, String) {
        let recorded = AudioFormat.Container.allCases.map(\.fileExtension)
        return (recorded.firstIndex(of: splitName(file).fileExtension) ?? recorded.count, file)
    }
}

extension Library {
    /// Reads a recording from its sidecar, or from its audio without one. Blocks.
    public func recording(_ name: String) throws(StorageError) -> Recording {
        do throws(StorageError) { return try readRecording(name) } catch .missing { return try rebuiltRecording(name) }
    }
}
