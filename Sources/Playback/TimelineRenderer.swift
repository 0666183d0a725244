// Renders a timeline with tempo, pitch and resampling. One owner at a time; blocks on the disk.
internal import Storage
public import Stretch

/// Renders one timeline from any place, along a route, at any rate and pitch, and tells which timeline frame each rendered
/// frame is.
///
/// One owner at a time; every call may block. Settings of a running renderer never glide: a change begins anew at the place
/// being heard, primed with the frames before it, and crossfades (`splice`). Every change therefore costs the same, and is
/// heard after that work and not after all the audio in Rubber Band's windows.
@safe public final class TimelineRenderer {
    /// A part of the rendered frames that is linear in the timeline.
    public struct Piece: Hashable, Sendable {
        /// Frames in the piece.
        public var count: Int
        /// Timeline frame of the piece's first frame.
        public var timeline: Double
        /// Timeline frames per rendered frame.
        public var step: Double
    }

    /// The timeline that is rendered.
    public let timeline: TimelineReader
    /// Frames per second of the rendered audio.
    public let outputRate: Int
    /// Pieces of the last `render`, in order.
    public internal(set) var pieces: [Piece] = []

    /// Bad samples of the timeline that were reported already; kept here for the owner, which sets it.
    public var badSamplesTold: Int64 = 0

    /// Resampler shared by all routes; nil for equal rates.
    let resampler: Resampler?
    /// At most one stretcher of each engine, made when first needed and reset by `begin`.
    var stretchers: [Stretcher] = []
    /// The route that is being rendered, at the output rate.
    var resampled: ResampledRoute
    /// The stretcher in use; nil while the settings are a bypass.
    var stretcher: Stretcher?
    var settings = StretchSettings()
    /// Frames of a mixed crossfade that come before all others.
    var mixed: [SIMD2<Float>] = []
    /// Pieces of the mixed crossfade.
    var mixedPieces: [Piece] = []
    /// Frames at the start that are still to be faded in.
    var rise = 0
    /// Length of the fade-in at a start: 0.5 ms.
    var riseFrames: Int { outputRate / 2000 }
    /// Failure for the next `render` to throw, since the last one had frames to give.
    var failure: PlaybackError?
    let scratch: UnsafeMutableBufferPointer<SIMD2<Float>>

    /// Most frames per step of the stretcher.
    static let block = 4096

    /// Makes a renderer at frame 0. A timeline of another rate than `outputRate` is resampled at `quality`. Blocks.
    public init(timeline: TimelineReader, outputRate: Int, quality: Resampler.Quality) throws(PlaybackError) {
        self.timeline = timeline
        self.outputRate = outputRate
        if timeline.info.rate == outputRate {
            resampler = nil
        } else {
            do throws(StretchError) {
                resampler = try Resampler(from: timeline.info.rate, to: outputRate, quality: quality)
            } catch {
                throw .stretch(error)
            }
        }
        resampled = try ResampledRoute(timeline, from: 0, route: Route(), before: 0, rate: outputRate, resampler: resampler)
        unsafe scratch = .allocate(capacity: Self.block)
        unsafe scratch.initialize(repeating: .zero)
    }

    deinit { unsafe scratch.deallocate() }

    /// Starts exactly at the timeline frame nearest to `place`; the first rendered frame is that one, and no frame before it is
    /// heard. Refused settings throw and change nothing. Blocks.
    public func begin(at place: Double, route: Route, settings: StretchSettings) throws(PlaybackError) {
        try begin(at: place, route: route, settings: settings, goesOn: false)
    }

    /// - Parameter goesOn: true if the new sound continues the same audio.
    func begin(at place: Double, route: Route, settings: StretchSettings, goesOn: Bool) throws(PlaybackError) {
        let frame = Int64(min(max(0, place), Double(timeline.length)).rounded())
        do throws(StretchError) {
            let next = settings.isBypass ? nil : try stretcher(for: settings)
            try next?.begin(at: 0, settings: settings, goesOn: goesOn)
            stretcher = next
        } catch {
            throw .stretch(error)
        }
        // A stretcher smears sound before the first frame, and that part is cut off. Only at the start of the timeline does the
        // player not fade in, so a fade of 0.5 ms softens the edge there.
        rise = frame == 0 && stretcher != nil ? riseFrames : 0
        resampled = try ResampledRoute(
            timeline, from: frame, route: route, before: Int64(stretcher?.startPad ?? 0), rate: outputRate,
            resampler: resampler)
        self.settings = settings
        mixed = []
        mixedPieces = []
        pieces = []
        failure = nil
    }

    private func stretcher(for settings: StretchSettings) throws(StretchError) -> Stretcher {
        if let made = stretchers.first(where: { $0.fits(settings) }) { return made }
        let made = try Stretcher(sampleRate: outputRate, settings: settings, block: Self.block)
        stretchers.append(made)
        return made
    }

    /// Timeline frame that comes out next.
    public var place: Double { mixedPieces.first?.timeline ?? resampled.place(of: count) }

    /// Number of the frame that the stream gives next, after the frames mixed already.
    var count: Double { stretcher?.position ?? Double(resampled.next) }

    /// True once no more frames come.
    public var isAtEnd: Bool { mixed.isEmpty && failure == nil && framesLeft == 0 }

    /// Frames still to come from the stream, once its end is known.
    var framesLeft: Int? {
        resampled.end.map { max(0, Int(((Double($0) - count) / (stretcher?.rate ?? 1)).rounded())) }
    }
}
