// The open audio files of a timeline. One owner at a time; blocks on the disk.
internal import Dictation
internal import Storage
internal import Stretch

/// Reads frames of several files, and keeps the recently used ones open: a recording may have more files than a process may
/// open.
final class SpanFiles {
    /// An open file, and the frame at which its reader stands (-1 if unknown).
    private struct Open {
        let reader: SegmentReader
        var next: Int64 = 0
        var used: UInt64 = 0
        /// The resampling reader, where the file's rate is not that of the timeline.
        var resampled: ResampledFile?
    }

    /// Rate of the timeline; nil if each file is read at its own rate.
    var rate: Int?

    /// The file that this program writes meanwhile; nil for none.
    var written: String?

    /// Samples of all files so far that were NaN or infinite and were read as silence.
    private(set) var badSamples: Int64 = 0

    /// Most files open at a time.
    private static let most = 16
    private var files: [String: Open] = [:]
    private var clock: UInt64 = 0

    /// Returns format and length of a file; the length is in frames of the timeline. Blocks.
    func info(of path: String) throws(PlaybackError) -> SegmentInfo {
        let info = try file(path).reader.info
        guard let rate, rate != info.rate else { return info }
        return info.with(
            frames: min(Timeline.longest, Int64(nearest: Double(info.frames) * Double(rate) / Double(info.rate))), rate: rate)
    }

    /// Paths of files that were renamed since the timeline was made, by the paths that its spans have.
    private var renamed: [String: String] = [:]

    /// Follows renamed files: `paths` has each new path by the old one. Files that are open stay open.
    func rename(_ paths: [String: String]) {
        for (old, now) in renamed { renamed[old] = paths[now] ?? now }
        renamed.merge(paths) { own, _ in own }
    }

    /// Closes a file that has grown: its reader learns the new length only when it is opened again.
    func forget(_ path: String) { files[path] = nil }

    /// Fills `frames` from frame `first` of the file; where the file has been shortened meanwhile it is silent. Seeks only if
    /// the read does not follow the last one. Blocks.
    func read(_ path: String, from first: Int64, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) {
        guard !frames.isEmpty else { return }
        var open = try file(path)
        let bad = open.reader.badSamples
        defer { badSamples += open.reader.badSamples - bad }
        if let rate, rate != open.reader.info.rate {
            if open.resampled == nil { open.resampled = try ResampledFile(open.reader, rate: rate) }
            files[path] = open
            do throws(PlaybackError) { unsafe try open.resampled?.read(from: first, into: frames) } catch {
                files[path] = nil
                throw error
            }
            return
        }
        let isInSequence = open.next == first
        // The position is unknown until the read has returned.
        open.next = -1
        files[path] = open
        do throws(StorageError) {
            if !isInSequence { try open.reader.seek(to: first) }
            let got = unsafe try open.reader.read(into: frames)
            unsafe UnsafeMutableBufferPointer(rebasing: frames[got...]).update(repeating: .zero)
            files[path]?.next = first + Int64(got)
        } catch {
            // A decoder that has failed once fails everywhere: the next read opens the file anew.
            files[path] = nil
            throw .storage(error)
        }
    }

    private func file(_ path: String) throws(PlaybackError) -> Open {
        clock += 1
        if var open = files[path] {
            open.used = clock
            files[path] = open
            return open
        }
        if files.count >= Self.most, let oldest = files.min(by: { $0.value.used < $1.value.used })?.key { files[oldest] = nil }
        do throws(StorageError) {
            let open = Open(reader: try SegmentReader(path: renamed[path] ?? path, isWritten: path == written), used: clock)
            files[path] = open
            return open
        } catch {
            throw .storage(error)
        }
    }
}
