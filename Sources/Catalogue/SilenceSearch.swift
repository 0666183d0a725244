// The search for silences in a timeline. One owner at a time; each step blocks briefly on the disk.
public import Playback
internal import Speech
internal import Storage

/// Reads a timeline from its beginning to its end, in small steps, and finds its silences.
@safe public final class SilenceSearch {
    /// Frames of a step: some milliseconds of work.
    private static let block = 65_536

    private let timeline: TimelineReader
    private var finder: SilenceFinder
    private let buffer = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: SilenceSearch.block)
    /// Frames that are heard twice: first to learn the noise floor.
    private let learning: Int64
    private var place: Int64 = 0
    private var isLearning = true

    /// Begins a search. Does not touch the disk.
    public init(_ timeline: TimelineReader, _ query: SilenceQuery) {
        self.timeline = timeline
        let rate = max(1, timeline.info.rate)
        finder = query.finder(rate: rate)
        learning = min(timeline.length, Int64(SilenceFinder.learningSeconds) * Int64(rate))
        unsafe buffer.initialize(repeating: .zero)
    }

    deinit { unsafe buffer.deallocate() }

    /// Progress, 0 to 1.
    public var fraction: Double { isLearning ? 0 : min(1, Double(place) / Double(max(1, timeline.length))) }

    /// Reads the next frames. Blocks briefly. True at the end. Throws `PlaybackError` when a file cannot be read.
    public func step() throws(PlaybackError) -> Bool {
        let end = isLearning ? learning : timeline.length
        if place < end {
            let part = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<Int(min(Int64(buffer.count), end - place))])
            unsafe try timeline.read(from: place, into: part)
            if isLearning { unsafe finder.learn(UnsafeBufferPointer(part)) } else { unsafe finder.add(UnsafeBufferPointer(part)) }
            place += Int64(part.count)
            return false
        }
        guard isLearning else {
            finder.finish()
            return true
        }
        isLearning = false
        place = 0
        finder.begin()
        return false
    }

    /// Follows renamed files: `paths` has each new path by the old one.
    public func rename(_ paths: [String: String]) { timeline.rename(paths) }

    /// The frames to skip, as far as they are found: in order, apart from one another.
    public var gaps: [Range<Int64>] { finder.gaps }
}
