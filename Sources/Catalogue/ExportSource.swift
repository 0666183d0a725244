// Frames of an export, rendered from a timeline. One owner at a time; blocks on the disk.
import Dictation
import Playback
import Storage
import Stretch

/// Renders a range of a recording as it would be heard: joints crossfaded, at any rate and pitch. Nothing else in this module
/// uses the renderer.
@safe final class ExportSource {
    /// The range as it is read.
    let timeline: TimelineReader
    private let renderer: TimelineRenderer
    private let buffer = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: 4096)
    private let rate: Int
    /// Estimate of the number of frames to come; 0 before `begin`.
    private(set) var expected: Int64 = 0

    /// Opens the files of a range, at the paths that `decoded` gives. Frames come at `rate` Hz. Blocks on the disk. Throws
    /// `StorageError`.
    init(_ decoded: DecodeJob, _ recording: Recording, _ range: Range<Int64>, rate: Int) throws(StorageError) {
        self.rate = rate
        unsafe buffer.initialize(repeating: .zero)
        do throws(PlaybackError) {
            timeline = try TimelineReader(spans: Self.spans(decoded, recording, range))
            renderer = try TimelineRenderer(timeline: timeline, outputRate: rate, quality: .best)
        } catch {
            throw Self.words(error, recording.name)
        }
    }

    /// Begins at the start of the range; frames in `gaps`, counted from there, are skipped. Blocks on the disk. Throws
    /// `StorageError`.
    func begin(_ gaps: [Range<Int64>], _ stretch: StretchSettings) throws(StorageError) {
        do throws(PlaybackError) {
            try renderer.begin(at: 0, route: Route(gaps: gaps), settings: stretch)
        } catch {
            throw Self.words(error, timeline.info.container)
        }
        let frames = gaps.reduce(timeline.length) { $0 - Int64($1.count) }
        expected = Int64(nearest: Double(frames) * Double(rate) / Double(max(1, timeline.info.rate)) / stretch.rate)
    }

    /// The files of a range, at the paths that `decoded` gives.
    static func spans(_ decoded: DecodeJob, _ recording: Recording, _ range: Range<Int64>) -> [FileSpan] {
        recording.timeline.part(range).spans.map {
            FileSpan(path: decoded.path(of: $0.segment), first: $0.first, length: $0.length, rate: recording.rate)
        }
    }

    deinit { unsafe buffer.deallocate() }

    /// Passes the next frames to `take` and gives their number; 0 at the end. Blocks on the disk. Throws `StorageError`.
    func next(_ take: (UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) -> Void) throws(StorageError) -> Int {
        let got: Int
        do throws(PlaybackError) { got = try unsafe renderer.render(into: buffer) } catch {
            throw Self.words(error, timeline.info.container)
        }
        if got > 0 { try unsafe take(UnsafeBufferPointer(rebasing: buffer[..<got])) }
        return got
    }

    /// The error of the renderer as an error of the storage.
    static func words(_ error: PlaybackError, _ name: String) -> StorageError {
        if case .storage(let error) = error { return error }
        return .notAudio(path: name, reason: error.description)
    }
}
