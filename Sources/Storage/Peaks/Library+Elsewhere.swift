// Waveforms of files outside the library. One owner at a time; blocks on the disk.
public import Dictation
import System

extension Library {
    /// Most waveforms of such files that are kept; beyond, the oldest ones are removed.
    private static let mostElsewhere = 200

    /// A recording by its name, or the recording that any audio file stands for by its absolute path, with the library that
    /// keeps its waveform: the user's cache for a file outside this library, so that nothing collects here, and for a library that
    /// this user may only read. A file that only ffmpeg can read must be in `cache` already. Blocks.
    public func withWaveform(
        _ nameOrPath: String, _ cache: DecodeCache
    ) throws(StorageError) -> (library: Library, recording: Recording) {
        guard nameOrPath.hasBytes(first: "/") else { return try withOwnWaveform(nameOrPath) }
        guard !owns(nameOrPath) else { return try withOwnWaveform(Self.name(ofPath: nameOrPath)) }
        let segment = try segmentElsewhere(nameOrPath, cache)
        let name = Self.name(ofPath: nameOrPath)
        return (try Self.elsewhere(), Recording(name: name, created: segment.created, segment: segment))
    }

    /// A recording of this library, with the library that keeps its waveform.
    private func withOwnWaveform(_ name: String) throws(StorageError) -> (library: Library, recording: Recording) {
        let recording = try recording(name)
        let shelf = "\(folder)/\(Self.peakFolder)"
        do throws(SystemError) { try File.checkWritable(File.exists(shelf) ? shelf : folder) } catch {
            guard [Errno.readOnly, Errno.noPermission, Errno.notPermitted].contains(error.code),
                recording.segments.contains(where: { peakState(of: $0) != .ready })
            else { return (self, recording) }
            return (try Self.elsewhere(), recording.withFiles(path))
        }
        return (self, recording)
    }

    private func segmentElsewhere(_ path: String, _ cache: DecodeCache) throws(StorageError) -> Segment {
        do throws(StorageError) { return try segment(file: path) } catch .notAudio(let path, let reason) {
            guard let decoded = try cache.find(path) else { throw .notAudio(path: path, reason: reason) }
            let copy = try segment(file: decoded)
            var segment = Segment(
                file: path, created: copy.created, container: copy.container, encoding: copy.encoding, rate: copy.rate,
                channels: copy.channels)
            (segment.frames, segment.bytes) = (copy.frames, try FileStatus(of: path).bytes)
            return segment
        }
    }

    /// The library without recordings whose waveforms are those of files outside of any.
    private static func elsewhere() throws(StorageError) -> Library {
        let library = try Library(folder: try CacheFolder.shelf("waveforms").path)
        try library.removeOldPeaks(beyond: mostElsewhere)
        return library
    }

    private func removeOldPeaks(beyond most: Int) throws(StorageError) {
        guard let shelf = try peakShelf() else { return }
        let names = try shelf.names()
        guard names.count > most else { return }
        var dated: [(place: Place, mark: Int64)] = []
        for name in names where name.hasBytes(last: Self.peakEnding) {
            let place = try shelf.place(name)
            // A file that another engine has just removed is as old as can be.
            dated.append((place, ((try? place.status()) ?? nil)?.modified.mark ?? 0))
        }
        for (place, _) in dated.sorted(by: { $0.mark < $1.mark }).prefix(names.count - most) { place.removeQuietly() }
    }
}
