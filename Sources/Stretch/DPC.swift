// Room: Stretch. Reader thread only.

/// Digital pitch control: pulls timeline frames and gives what is to be heard, with the place each block comes from.
///
/// One thread, the one that made it. Nothing blocks but the source. Every change that cannot glide inside Rubber Band (in and
/// out of bypass, another engine) is a crossfade to a second voice that begins at the same place, primed with what came before.
@safe public final class DPC {
    /// Fills the buffer with the next timeline frames, in order, and returns their count; 0 is the end.
    public typealias Source = (UnsafeMutableBufferPointer<SIMD2<Float>>) -> Int

    public struct Output: Hashable, Sendable {
        /// Fewer than asked for only at the end of the source.
        public var frames: Int
        /// The timeline frame that the first frame made is; a whole number in bypass.
        public var position: Double
        /// The timeline frame that the next block begins with.
        public var next: Double
    }

    /// What was asked for last; it holds from the next block on.
    public private(set) var settings: StretchSettings
    public let sampleRate: Int

    /// What the voice was told.
    var current: StretchSettings
    var voice: Voice
    var origin: Double
    /// Has any frame been made since the locate? Until then no change needs a crossfade.
    var hasSounded = false
    let window = SourceWindow(capacity: 65536)
    let scratch: UnsafeMutableBufferPointer<SIMD2<Float>>
    /// A crossfade is mixed at once and waits here.
    let joint: Joint
    /// The one that runs and the one to fade to; made when first needed.
    var stretchers: [Stretcher] = []

    static let block = 4096

    /// Reader thread. Makes the stretcher too where one is needed (milliseconds).
    public init(sampleRate: Int, settings: StretchSettings = StretchSettings()) throws(StretchError) {
        try settings.check()
        guard (8000...192_000).contains(sampleRate) else { throw .badSampleRate(sampleRate) }
        self.sampleRate = sampleRate
        self.settings = settings
        current = settings
        origin = 0
        voice = .dry(next: 0)
        unsafe scratch = .allocate(capacity: Self.block)
        unsafe scratch.initialize(repeating: .zero)
        joint = Joint(fade: sampleRate / 100, search: sampleRate / 100)
        voice = try makeVoice(at: 0)
    }

    deinit { unsafe scratch.deallocate() }

    /// Reader thread. Holds from the next block on; what is out of range is refused and nothing changes. Coming out of bypass
    /// the first time, or to another engine, allocates for milliseconds.
    public func change(to settings: StretchSettings) throws(StretchError) {
        try settings.check()
        if !settings.isBypass, current.isBypass || current.engine != settings.engine { _ = try spare(for: settings) }
        self.settings = settings
    }

    /// Reader thread. Forgets all sound: the source's next frame is timeline frame `frame`, and the first to be heard, whole.
    public func locate(to frame: Int64) throws(StretchError) {
        origin = Double(frame)
        window.clear()
        joint.clear()
        hasSounded = false
        try restart()
    }

    /// Reader thread. Fills `frames` with what is to be heard next.
    public func render(
        into frames: UnsafeMutableBufferPointer<SIMD2<Float>>, source: Source
    ) throws(StretchError) -> Output {
        unsafe try adopt(source)
        let first = position
        var done = unsafe joint.take(into: frames)
        if done < frames.count {
            let rest = unsafe UnsafeMutableBufferPointer(rebasing: frames[done...])
            done += unsafe voice.render(into: rest, window: window, scratch: scratch, source: source)
        }
        hasSounded = hasSounded || done > 0
        return Output(frames: done, position: first, next: position)
    }

    /// The timeline frame that comes out next.
    public var position: Double { origin + (joint.position ?? voice.position) }
}
