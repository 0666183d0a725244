// Frames of an export, rendered from a timeline. One owner at a time; blocks on the disk.
import Dictation
import Playback
import Storage
import Stretch

/// Renders a range of a recording as it would be heard: joints crossfaded, at any rate and pitch. Nothing else in this module
/// uses the renderer.
@safe final class ExportSource {
    private let renderer: TimelineRenderer
    private let buffer = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: 4096)
    /// Estimate of the number of frames to come.
    let expected: Int64

    /// Opens the files of a range, at the paths that `decoded` gives. Frames come at `rate` Hz; those in `gaps`, counted from the
    /// beginning of the range, are skipped. Blocks on the disk. Throws `StorageError`.
    init(
        _ decoded: DecodeJob, _ recording: Recording, _ range: Range<Int64>, _ gaps: [Range<Int64>] = [], rate: Int,
        stretch: StretchSettings
    ) throws(StorageError) {
        unsafe buffer.initialize(repeating: .zero)
        do throws(PlaybackError) {
            let timeline = try TimelineReader(spans: Self.spans(decoded, recording, range))
            renderer = try TimelineRenderer(timeline: timeline, outputRate: rate, quality: .best)
            try renderer.begin(at: 0, route: Route(gaps: gaps), settings: stretch)
        } catch {
            throw Self.words(error, recording.name)
        }
        let frames = gaps.reduce(range.count) { $0 - $1.count }
        expected = Int64(nearest: Double(frames) * Double(rate) / Double(max(1, recording.rate)) / stretch.rate)
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
            throw Self.words(error, renderer.timeline.info.container)
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
