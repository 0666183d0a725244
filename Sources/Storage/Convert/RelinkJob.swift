// Finds a file that has moved and checks it, in short steps. One owner at a time; each step blocks on the disk only briefly.
import Dictation
internal import Messages
import System

/// Points a recording that refers to files elsewhere to their new place, once each file there is known to be the same sound.
public final class RelinkJob: PieceJob {
    private let library: Library
    private let name: String
    /// The new place as it was given.
    private let place: String
    private let isForced: Bool
    private let cache: DecodeCache
    /// Segments that are still to be checked, each with its file's new path; nil before the first step.
    private var rest: [(segment: Segment, path: String)]?
    private var done: [Library.Relinking] = []
    /// A file that only ffmpeg can read, while it is decoded for its length.
    private var decoding: Decoding?
    private var recording: Recording?

    /// Makes a job; does not touch the disk. `place` is the new path of a file, or a folder in which to look. `isForced` accepts
    /// other sound, if it is long enough for the timeline.
    public init(_ library: Library, _ name: String, to place: String, isForced: Bool, cache: DecodeCache) {
        (self.library, self.name, self.place, self.isForced, self.cache) = (library, name, place, isForced, cache)
    }

    /// Part of the files that are checked, 0 to 1.
    public var fraction: Double {
        let all = done.count + (rest?.count ?? 0)
        return all == 0 ? 0 : (Double(done.count) + (decoding?.fraction ?? 0)) / Double(all)
    }

    /// The files and their new segments, once all is done.
    public var changes: [Library.Relinking] { done }

    /// Finds the files, checks one of them, or makes the change. True once the change is on the disk.
    public func step() throws(StorageError) -> Bool {
        guard let rest else {
            let recording = try library.readRecording(name)
            self.recording = recording
            self.rest = try files(of: recording)
            return false
        }
        guard let (segment, path) = rest.first else {
            try library.relink(name, done)
            return true
        }
        guard let made = try checked(segment, path) else { return false }
        done.append(Library.Relinking(old: segment.file, segment: made))
        self.rest?.removeFirst()
        return false
    }

    // MARK: Finding

    private func refuse(_ reason: String) -> StorageError { .notRelinked(name: name, reason: reason) }

    /// The segments that are meant, each with its file's new path.
    private func files(of recording: Recording) throws(StorageError) -> [(segment: Segment, path: String)] {
        let references = recording.segments.filter(\.isReference)
        guard !references.isEmpty else {
            throw refuse(tr("it refers to no file outside the library, as 'dicta import --reference' makes it"))
        }
        let place = try onDisk("look at", self.place, File.realPath(self.place))
        guard place != library.folder, !library.owns(place) else {
            throw refuse(tr("\(place) lies in the library itself; import it, or name a file elsewhere"))
        }
        let gone = references.filter(library.isGone)
        guard try FileStatus(of: place).isFolder else {
            let alike = references.filter { $0.file.lastPart == place.lastPart }
            let meant = references.count == 1 ? references : alike.count == 1 ? alike : gone
            guard meant.count == 1, let segment = meant.first else {
                let count = references.count
                throw refuse(
                    tr(
                        count,
                        "it refers to \(count) file, and \(place) could be any of them; name the folder that they are in now",
                        "it refers to \(count) files, and \(place) could be any of them; name the folder that they are in now"))
            }
            return [(segment, place)]
        }
        let meant = gone.isEmpty ? references : gone
        let files = try look(in: place)
        var found: [(segment: Segment, path: String)] = []
        for segment in meant {
            guard let path = try find(segment, among: files, in: place) else {
                throw refuse(
                    tr("\(place) has no file like \(segment.file), neither by name nor by size and length; name the file"))
            }
            found.append((segment, path))
        }
        return found
    }

    /// The files of a folder, with their states.
    private func look(in folder: String) throws(StorageError) -> [(path: String, status: FileStatus)] {
        var files: [(path: String, status: FileStatus)] = []
        for file in try Folder.names(in: folder) {
            let path = "\(folder)/\(file)"
            do throws(StorageError) {
                let status = try FileStatus(of: path)
                if status.isFile { files.append((path, status)) }
            } catch .missing {
                // The file went just now, or it is a link to nowhere.
            }
        }
        return files
    }

    /// The file of a segment: the very same file, or one of its name, or one of its size and length.
    private func find(
        _ segment: Segment, among files: [(path: String, status: FileStatus)], in folder: String
    ) throws(StorageError) -> String? {
        if let same = files.first(where: { $0.status.identityText == segment.inode && $0.status.bytes == segment.bytes }) {
            return same.path
        }
        let named = "\(folder)/\(segment.file.lastPart)"
        if files.contains(where: { $0.path == named }) { return named }
        for (path, status) in files where status.bytes == segment.bytes {
            do throws(StorageError) {
                if try library.segment(file: path).frames == segment.frames { return path }
            } catch .notAudio {
                // Only ffmpeg may be able to read it: the same size and the same kind will do.
                if Library.splitName(path).fileExtension.lowercased() == segment.container { return path }
            }
        }
        return nil
    }

    // MARK: Checking

    /// The segment at its new place; nil while the file is being decoded. Throws if the sound is another one.
    private func checked(_ segment: Segment, _ path: String) throws(StorageError) -> Segment? {
        if let decoding {
            Poll.wait(reading: decoding.descriptors, milliseconds: 20)
            guard let decoded = try decoding.look() else { return nil }
            self.decoding = nil
            return try compare(segment, path, with: try library.segment(file: decoded))
        }
        do throws(StorageError) {
            return try compare(segment, path, with: try library.segment(file: path))
        } catch .notAudio {
            // The same size and the same kind: to the byte, as far as can be known without decoding the lost file.
            let isAlike = Library.splitName(path).fileExtension.lowercased() == segment.container
            if try FileStatus(of: path).bytes == segment.bytes, isAlike { return try library.moved(segment, to: path) }
            if let decoded = try cache.find(path) { return try compare(segment, path, with: try library.segment(file: decoded)) }
            decoding = try cache.decode(path)
            return nil
        }
    }

    /// The difference of the sound that was found from what the recording knows of it, in words.
    private static func difference(of found: Segment, from known: Segment) -> String {
        guard found.rate == known.rate else { return tr("\(found.rate) Hz instead of \(known.rate) Hz") }
        guard found.channels == known.channels else {
            return tr(
                found.channels, "\(found.channels) channel instead of \(known.channels)",
                "\(found.channels) channels instead of \(known.channels)")
        }
        return TimeSpan.comparison(found.frames, to: known.frames, rate: known.rate)
    }

    /// Compares the sound that was found with what the recording knows of it.
    private func compare(_ segment: Segment, _ path: String, with found: Segment) throws(StorageError) -> Segment {
        var moved = try library.moved(segment, to: path)
        guard found.rate != segment.rate || found.frames != segment.frames || found.channels != segment.channels else {
            return moved
        }
        let other = Self.difference(of: found, from: segment)
        guard isForced else {
            throw refuse(tr("\(path) is another sound than the one that was imported (\(other)); --force takes it all the same"))
        }
        let needed = recording?.edits.lastFrame(of: segment.file) ?? segment.frames
        guard found.rate == segment.rate, found.frames >= needed else {
            throw refuse(tr("\(path) cannot hold the timeline (\(other)); name another file"))
        }
        (moved.frames, moved.channels) = (found.frames, found.channels)
        (moved.container, moved.encoding) = (found.container, found.encoding)
        // Figures of the other sound say nothing about this one.
        (moved.peaks, moved.loudness, moved.dropouts, moved.dropoutCount, moved.bitRate) = ([], nil, nil, 0, nil)
        return moved
    }
}
