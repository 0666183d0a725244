// A renderer that plays into memory. One thread.
import Playback
import Stretch

/// Plays a renderer into memory, keeps its stated places, and makes splices as the engine does.
final class TestRenderer {
    let renderer: TimelineRenderer
    var pieces: [TimelineRenderer.Piece] = []
    /// All frames played; a splice goes on from their end.
    var heard: [SIMD2<Float>] = []
    /// False drops the frames, for hours of sound.
    var keeps = true

    init(_ wave: TestWave, rate: Int = 48_000, quality: Resampler.Quality = .fast) throws {
        renderer = try TimelineRenderer(timeline: TimelineReader(path: wave.path), outputRate: rate, quality: quality)
    }

    /// Plays from a place on, with no splice.
    convenience init(
        _ wave: TestWave, at place: Double = 0, _ settings: StretchSettings = StretchSettings(), route: Route = Route()
    ) throws {
        try self.init(wave)
        try renderer.begin(at: place, route: route, settings: settings)
    }

    /// Plays at most `frames`; fewer at the end, or if no more can be read yet.
    @discardableResult func play(_ frames: Int = .max, block: Int = 256) throws -> [SIMD2<Float>] {
        var new: [SIMD2<Float>] = []
        var buffer = [SIMD2<Float>](repeating: .zero, count: block)
        var count = 0
        while count < frames {
            let wanted = min(block, frames - count)
            let got = unsafe try buffer.withUnsafeMutableBufferPointer {
                unsafe try renderer.render(into: UnsafeMutableBufferPointer(rebasing: $0[..<wanted]))
            }
            count += got
            if keeps {
                pieces += renderer.pieces
                new += buffer[..<got]
            }
            if got < wanted { break }
        }
        heard += new
        return new
    }

    /// Splices to other settings here, or `shift` file frames further, and fades the old sound out. Returns the place.
    @discardableResult func splice(
        _ settings: StretchSettings, route: Route = Route(), by shift: Double = 0, isSamePlace: Bool = true
    ) throws -> Double {
        let kept = (heard.count, pieces.count)
        let old = try play(renderer.fadeFrames)
        let place = (kept.1 < pieces.count ? pieces[kept.1].timeline : renderer.place) + shift
        heard.removeLast(heard.count - kept.0)
        pieces.removeLast(pieces.count - kept.1)
        unsafe try old.withUnsafeBufferPointer {
            unsafe try renderer.splice(
                from: $0, at: place, route: route, settings: settings, isSamePlace: isSamePlace)
        }
        return place
    }

    /// The stated place of each frame of `heard`.
    var places: [Double] {
        pieces.flatMap { piece in (0..<piece.count).map { piece.timeline + Double($0) * piece.step } }
    }
}
