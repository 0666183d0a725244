import Dictation
// One thread (the library worker, or the terminal alone); blocks on the disk.
import Playback
import Storage
import Stretch

/// A stretch of a recording as it is heard: joints crossfaded, at any rate and pitch. The one place here that knows the renderer.
@safe final class ExportSource {
    private let renderer: TimelineRenderer
    private let buffer = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: 4096)
    /// Frames that will come, as near as can be said before.
    let expected: Int64

    /// Blocks. Frames come at `rate` a second, of files that are found where `decoded` says.
    init(
        _ decoded: DecodeJob, _ recording: Recording, _ range: Range<Int64>, rate: Int, stretch: StretchSettings
    ) throws(StorageError) {
        unsafe buffer.initialize(repeating: .zero)
        let spans = recording.timeline.part(range).spans.map {
            FileSpan(path: decoded.path(of: $0.segment), first: $0.first, length: $0.length, rate: recording.rate)
        }
        do throws(PlaybackError) {
            renderer = try TimelineRenderer(timeline: try TimelineReader(spans: spans), outputRate: rate, quality: .best)
            try renderer.begin(at: 0, route: Route(), settings: stretch)
        } catch {
            throw Self.words(error, recording.name)
        }
        expected = Int64(nearest: Double(range.count) * Double(rate) / Double(max(1, recording.rate)) / stretch.rate)
    }

    deinit { unsafe buffer.deallocate() }

    /// Hands the next frames over; none at the end.
    func next(_ take: (UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) -> Void) throws(StorageError) -> Int {
        let got: Int
        do throws(PlaybackError) { got = try unsafe renderer.render(into: buffer) } catch {
            throw Self.words(error, renderer.timeline.info.container)
        }
        if got > 0 { try unsafe take(UnsafeBufferPointer(rebasing: buffer[..<got])) }
        return got
    }

    private static func words(_ error: PlaybackError, _ name: String) -> StorageError {
        if case .storage(let error) = error { return error }
        return .notAudio(path: name, reason: error.description)
    }
}
