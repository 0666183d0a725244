// Reads a timeline as one stream of frames. One owner at a time; blocks on the disk.
public import Storage

/// Reads stereo frames from any place of a timeline: one audio file, or several spans with a crossfade at each transition.
/// Silence precedes and follows the timeline.
///
/// One owner at a time; every call may block. The last span may be a take that is still being written; only the frames released
/// by its writer are read.
public final class TimelineReader {
    /// Rate, channels and encoding of the first file, with the length of the timeline at the time of opening, in frames.
    public let info: SegmentInfo
    /// Length of the timeline in frames.
    public private(set) var length: Int64
    /// True while the last span is a take that still grows.
    public private(set) var isGrowing = false

    /// Count of samples so far that were NaN or infinite and were read as silence.
    public var badSamples: Int64 { files.badSamples }

    private let files = SpanFiles()
    private var spans: [FileSpan]
    /// Timeline frame at which each span begins.
    private var starts: [Int64] = []
    private var crossfades: [SpanCrossfade] = []
    /// The last crossfade that was mixed, kept because it is read in several parts.
    private var mixed: (index: Int, frames: [SIMD2<Float>])?

    /// Opens one whole file. Blocks.
    public convenience init(path: String) throws(PlaybackError) {
        try self.init(spans: [], path, growing: nil)
    }

    /// Opens the given spans. Blocks. Throws `empty` without spans.
    public convenience init(spans: [FileSpan]) throws(PlaybackError) {
        guard let last = spans.last else { throw .empty }
        try self.init(spans: Array(spans.dropLast()), last.path, only: last, growing: nil)
    }

    /// Opens `spans`, followed by a take that is still being written and has `frames` readable frames so far. Blocks.
    public convenience init(spans: [FileSpan] = [], path: String, growing frames: Int64) throws(PlaybackError) {
        try self.init(spans: spans, path, growing: frames)
    }

    private init(spans: [FileSpan], _ path: String, only: FileSpan? = nil, growing frames: Int64?) throws(PlaybackError) {
        // One helper looks at all foreign files.
        let stay = SoundHelpers.Stay()
        defer { withExtendedLifetime(stay) {} }
        if frames != nil { files.written = path }
        if let rate = spans.first?.rate ?? only?.rate {
            files.rate = rate
        } else {
            files.rate = try files.info(of: spans.first?.path ?? path).rate
        }
        var found: [String: SegmentInfo] = [:]
        for file in spans.map(\.path) + [path] where found[file] == nil { found[file] = try files.info(of: file) }
        guard let first = found[spans.first?.path ?? path], let last = found[path] else { throw .empty }
        isGrowing = frames != nil
        let whole = FileSpan(path: path, first: 0, length: min(last.frames, frames ?? .max))
        self.spans = spans + [only ?? whole]
        length = 0
        for span in self.spans {
            starts.append(length)
            length += span.length
        }
        info = first.with(frames: length)
        for index in self.spans.indices.dropLast() {
            let (one, two) = (self.spans[index], self.spans[index + 1])
            // Frames of a growing take that are not written yet cannot be part of its crossfade.
            let isLast = index + 2 == self.spans.count && isGrowing
            let half = isLast ? min(Int64(first.rate / 400), two.length) : Int64(first.rate / 400)
            let beyond = (found[one.path]?.frames ?? 0) - one.end
            crossfades.append(SpanCrossfade(at: starts[index + 1], one, two, beyond: max(0, beyond), half: half))
        }
    }

    /// Follows renamed files: `paths` has each new path by the old one. The sound goes on.
    public func rename(_ paths: [String: String]) { files.rename(paths) }

    /// Extends the last span to `frames` readable frames. With `isComplete` the take is closed, and the span gets the length of
    /// the file. Blocks.
    public func grow(to frames: Int64, isComplete: Bool) throws(PlaybackError) {
        let old = spans[spans.count - 1]
        files.forget(old.path)
        let known = try files.info(of: old.path).frames
        let now = isComplete ? known : min(known, max(frames, old.length))
        spans[spans.count - 1] = FileSpan(path: old.path, first: old.first, length: now)
        length = starts[starts.count - 1] + now
        isGrowing = !isComplete
    }

    /// Fills `frames` with the frames before timeline frame `end`, for a crossfade that ends there. Before frame 0 the timeline
    /// is continued by its point reflection in that frame, since silence would cause a step, and a mirror image a bend. A point
    /// reflection reaches three times the peak, so it is bent down to the peak of the beginning; near frame 0 it stays as it is.
    func read(before end: Int64, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) {
        let first = end - Int64(frames.count)
        guard first < 0 else {
            unsafe try read(from: first, into: frames)
            return
        }
        let missing = min(Int(-first), frames.count)
        // The peak of a deep tone shows after a while only.
        let beginning = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: max(missing + 1, info.rate / 20))
        defer { unsafe beginning.deallocate() }
        unsafe try read(from: 0, into: beginning)
        for side in 0..<2 {
            let centre = unsafe beginning[0][side]
            let peak = unsafe beginning.reduce(Float(0)) { max($0, abs($1[side])) }
            let room = peak - abs(centre)
            for index in 0..<missing {
                let step = unsafe centre - beginning[missing - index][side]
                // Back towards zero there is always room.
                let isOutward = step * centre > 0
                let bent = room > 0 ? step / (1 + step * step / (room * room)).squareRoot() : 0
                unsafe frames[index][side] = centre + (isOutward ? bent : step)
            }
        }
        unsafe try read(from: 0, into: UnsafeMutableBufferPointer(rebasing: frames[missing...]))
    }

    /// Fills `frames` from timeline frame `first` on; outside the timeline it is silent. Blocks on the disk.
    public func read(from first: Int64, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) {
        let start = min(Int64(frames.count), max(0, -first))
        let end = max(start, min(Int64(frames.count), length - first))
        unsafe UnsafeMutableBufferPointer(rebasing: frames[..<Int(start)]).update(repeating: .zero)
        unsafe UnsafeMutableBufferPointer(rebasing: frames[Int(end)...]).update(repeating: .zero)
        var place = first + start
        while place < first + end {
            let rest = unsafe UnsafeMutableBufferPointer(rebasing: frames[Int(place - first)..<Int(end)])
            place += Int64(unsafe try readPart(from: place, into: rest))
        }
    }

    /// Reads from one span or one crossfade and returns the frames read, at least one.
    private func readPart(from place: Int64, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) -> Int {
        // Crossfades and span starts are in order, so both can be searched by halves.
        let next = crossfades.partition { $0.range.upperBound > place }
        if next < crossfades.count, crossfades[next].range.contains(place) {
            if mixed?.index != next { mixed = (next, try crossfades[next].frames(files)) }
            let offset = Int(place - crossfades[next].range.lowerBound)
            let part = mixed?.frames[offset...].prefix(frames.count) ?? []
            for (index, frame) in part.enumerated() { unsafe frames[index] = frame }
            return part.count
        }
        let index = starts.partition { $0 > place } - 1
        let span = spans[index]
        let until = min(starts[index] + span.length, next < crossfades.count ? crossfades[next].range.lowerBound : .max)
        let part = unsafe UnsafeMutableBufferPointer(rebasing: frames[..<min(frames.count, Int(until - place))])
        unsafe try files.read(span.path, from: span.first + place - starts[index], into: part)
        return part.count
    }
}

extension Array {
    /// Returns the index of the first element that satisfies a condition, by binary search; all elements after it must satisfy
    /// it too.
    fileprivate func partition(_ holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
