// Reader thread only.
internal import Storage
public import Stretch

/// Plays one timeline: from any place, along a route, at any rate and pitch, and says which timeline frame each frame of it is.
///
/// One thread, the one that made it. What is playing never glides to other settings: a change begins anew at the place that
/// is being heard, primed with what lies before it, and crossfades (`splice`). So a change costs the same whatever it is, and
/// is heard after as long as that takes, not after all that Rubber Band has in its windows.
@safe public final class TimelineRenderer {
    /// A stretch of what `render` gave that is linear in the timeline.
    public struct Piece: Hashable, Sendable {
        public var count: Int
        /// TimelineReader frame that its first frame is.
        public var timeline: Double
        /// TimelineReader frames for a frame of it.
        public var step: Double
    }

    public let timeline: TimelineReader
    public let outputRate: Int
    /// Of the last `render`, in order.
    public internal(set) var pieces: [Piece] = []

    /// Bad samples of the timeline that are counted already; the reader sets it.
    public var badSamplesTold: Int64 = 0

    let resampler: Resampler?
    /// One of each engine, made when first needed; `begin` resets it.
    var stretchers: [Stretcher] = []
    var resampled: ResampledRoute
    /// Runs while the settings are no bypass.
    var stretcher: Stretcher?
    var settings = StretchSettings()
    /// Frames of a crossfade, mixed already, that are heard before all else.
    var mixed: [SIMD2<Float>] = []
    var mixedPieces: [Piece] = []
    /// Frames of a start that are still to be faded in.
    var rise = 0
    var riseFrames: Int { outputRate / 2000 }
    /// Of the timeline, for the next `render` to throw: this one had frames to give.
    var failure: PlaybackError?
    let scratch: UnsafeMutableBufferPointer<SIMD2<Float>>

    static let block = 4096

    /// Reader thread. Files of another rate than `outputRate` are resampled at `quality`.
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

    /// Reader thread. The first frame out of `render` is the timeline frame nearest to `place`, whole; nothing before it is heard.
    /// Refused settings change nothing.
    public func begin(at place: Double, route: Route, settings: StretchSettings) throws(PlaybackError) {
        try begin(at: place, route: route, settings: settings, goesOn: false)
    }

    /// - Parameter goesOn: out of the same sound.
    func begin(at place: Double, route: Route, settings: StretchSettings, goesOn: Bool) throws(PlaybackError) {
        let frame = Int64(min(max(0, place), Double(timeline.length)).rounded())
        do throws(StretchError) {
            let next = settings.isBypass ? nil : try stretcher(for: settings)
            try next?.begin(at: 0, settings: settings, goesOn: goesOn)
            stretcher = next
        } catch {
            throw .stretch(error)
        }
        // What a stretcher smears before a first frame that nobody fades in is cut there: half a ms takes the edge off.
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
        if let made = stretchers.first(where: { $0.engine == settings.engine }) { return made }
        let made = try Stretcher(sampleRate: outputRate, engine: settings.engine, block: Self.block)
        stretchers.append(made)
        return made
    }

    /// TimelineReader frame that comes out next.
    public var place: Double { mixedPieces.first?.timeline ?? resampled.place(of: count) }

    /// Count, in the stream, of the frame that comes out next (after what is mixed already).
    var count: Double { stretcher?.position ?? Double(resampled.next) }

    /// Nothing more comes.
    public var isAtEnd: Bool { mixed.isEmpty && failure == nil && framesLeft == 0 }

    /// Frames to come out of the stream, once its end is known.
    var framesLeft: Int? {
        resampled.end.map { max(0, Int(((Double($0) - count) / (stretcher?.rate ?? 1)).rounded())) }
    }
}
