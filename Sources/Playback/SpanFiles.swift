// Reader thread only: the audio files of a timeline.
internal import Dictation
internal import Storage
internal import Stretch

/// Reads frames of several files, and keeps those open that were read last: a recording may have more than a process may open.
final class SpanFiles {
    /// An open file, and the frame at which it stands (-1: nobody knows).
    private struct Open {
        let reader: SegmentReader
        var next: Int64 = 0
        var used: UInt64 = 0
        /// Where its rate is not that of the timeline.
        var resampled: ResampledFile?
    }

    /// The timeline's; nil: every file has its own.
    var rate: Int?

    /// Samples of all files so far that were no numbers, and came as silence.
    private(set) var badSamples: Int64 = 0

    private static let most = 16
    private var files: [String: Open] = [:]
    private var clock: UInt64 = 0

    /// Blocks on the disk. In frames of the timeline.
    func info(of path: String) throws(PlaybackError) -> SegmentInfo {
        let info = try file(path).reader.info
        guard let rate, rate != info.rate else { return info }
        return info.with(
            frames: min(Timeline.longest, Int64(nearest: Double(info.frames) * Double(rate) / Double(info.rate))), rate: rate)
    }

    /// It has grown, and says so only where it is opened anew.
    func forget(_ path: String) { files[path] = nil }

    /// Fills `frames` from the file's frame `first` on, all of which it should have; where it has been cut off meanwhile it is
    /// silent. Seeks only where it is not in sequence.
    func read(_ path: String, from first: Int64, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) {
        guard !frames.isEmpty else { return }
        var open = try file(path)
        let bad = open.reader.badSamples
        defer { badSamples += open.reader.badSamples - bad }
        if let rate, rate != open.reader.info.rate {
            if open.resampled == nil { open.resampled = try ResampledFile(open.reader, rate: rate) }
            files[path] = open
            unsafe try open.resampled?.read(from: first, into: frames)
            return
        }
        let isInSequence = open.next == first
        // Where it stands is not known until the read has come back.
        open.next = -1
        files[path] = open
        do throws(StorageError) {
            if !isInSequence { try open.reader.seek(to: first) }
            let got = unsafe try open.reader.read(into: frames)
            unsafe UnsafeMutableBufferPointer(rebasing: frames[got...]).update(repeating: .zero)
            files[path]?.next = first + Int64(got)
        } catch {
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
            let open = Open(reader: try SegmentReader(path: path), used: clock)
            files[path] = open
            return open
        } catch {
            throw .storage(error)
        }
    }
}
