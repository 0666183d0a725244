// Room: Deck. Reader thread only.
internal import Storage
public import Stretch

/// Plays one tape: from any place, along a route, at any rate and pitch, and says which tape frame each frame of it is.
///
/// One thread, the one that made it. What is playing never glides to other settings: a change begins anew at the place that
/// is being heard, primed with what lies before it, and crossfades (`splice`). So a change costs the same whatever it is, and
/// is heard after as long as that takes, not after all that Rubber Band has in its windows.
@safe public final class Deck {
    /// A stretch of what `render` gave that is linear in the tape.
    public struct Piece: Hashable, Sendable {
        public var count: Int
        /// Tape frame that its first frame is.
        public var timeline: Double
        /// Tape frames for a frame of it.
        public var step: Double
    }

    public let tape: Tape
    public let outputRate: Int
    /// Of the last `render`, in order.
    public internal(set) var pieces: [Piece] = []

    /// Bad samples of the tape that are counted already; the reader sets it.
    public var badSamplesTold: Int64 = 0

    let resampler: Resampler?
    /// One of each engine, made when first needed; `begin` resets it.
    var stretchers: [Stretcher] = []
    var stream: Stream
    /// Runs while the settings are no bypass.
    var stretcher: Stretcher?
    var settings = StretchSettings()
    /// Frames of a crossfade, mixed already, that are heard before all else.
    var mixed: [SIMD2<Float>] = []
    var mixedPieces: [Piece] = []
    /// Frames of a start that are still to be faded in.
    var rise = 0
    var riseFrames: Int { outputRate / 2000 }
    /// Of the tape, for the next `render` to throw: this one had frames to give.
    var failure: DeckError?
    let scratch: UnsafeMutableBufferPointer<SIMD2<Float>>

    static let block = 4096

    /// Reader thread. Files of another rate than `outputRate` are resampled at `quality`.
    public init(tape: Tape, outputRate: Int, quality: Resampler.Quality) throws(DeckError) {
        self.tape = tape
        self.outputRate = outputRate
        if tape.info.rate == outputRate {
            resampler = nil
        } else {
            do throws(StretchError) {
                resampler = try Resampler(from: tape.info.rate, to: outputRate, quality: quality)
            } catch {
                throw .stretch(error)
            }
        }
        stream = try Stream(tape, from: 0, route: Route(), before: 0, rate: outputRate, resampler: resampler)
        unsafe scratch = .allocate(capacity: Self.block)
        unsafe scratch.initialize(repeating: .zero)
    }

    deinit { unsafe scratch.deallocate() }

    /// Reader thread. The first frame out of `render` is the tape frame nearest to `place`, whole; nothing before it is heard.
    /// Refused settings change nothing.
    public func begin(at place: Double, route: Route, settings: StretchSettings) throws(DeckError) {
        try begin(at: place, route: route, settings: settings, goesOn: false)
    }

    /// - Parameter goesOn: out of the same sound.
    func begin(at place: Double, route: Route, settings: StretchSettings, goesOn: Bool) throws(DeckError) {
        let frame = Int64(min(max(0, place), Double(tape.length)).rounded())
        do throws(StretchError) {
            let next = settings.isBypass ? nil : try stretcher(for: settings)
            try next?.begin(at: 0, settings: settings, goesOn: goesOn)
            stretcher = next
        } catch {
            throw .stretch(error)
        }
        // What a stretcher smears before a first frame that nobody fades in is cut there: half a ms takes the edge off.
        rise = frame == 0 && stretcher != nil ? riseFrames : 0
        stream = try Stream(
            tape, from: frame, route: route, before: Int64(stretcher?.startPad ?? 0), rate: outputRate,
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

    /// Tape frame that comes out next.
    public var place: Double { mixedPieces.first?.timeline ?? stream.place(of: count) }

    /// Count, in the stream, of the frame that comes out next (after what is mixed already).
    var count: Double { stretcher?.position ?? Double(stream.next) }

    /// Nothing more comes.
    public var isAtEnd: Bool { mixed.isEmpty && failure == nil && framesLeft == 0 }

    /// Frames to come out of the stream, once its end is known.
    var framesLeft: Int? {
        stream.end.map { max(0, Int(((Double($0) - count) / (stretcher?.rate ?? 1)).rounded())) }
    }
}
