// Reader thread only.
public import Storage

/// What is played, as stereo frames from any place, with silence before and after: an audio file, or several one after the
/// other with a crossfade at each crossfade.
///
/// Its last span may be a take that is still being written: then only what the writer has handed on is read.
public final class TimelineReader {
    /// Rate, channels and kind of the first file; frames are those of the whole timeline.
    public let info: SegmentInfo
    /// Frames there are.
    public private(set) var length: Int64
    /// More is to come.
    public private(set) var isGrowing = false

    /// Samples read so far that were no numbers, and came as silence.
    public var badSamples: Int64 { files.badSamples }

    private let files = SpanFiles()
    private var spans: [FileSpan]
    /// TimelineReader frame at which each span begins.
    private var starts: [Int64] = []
    private var crossfades: [SpanCrossfade] = []
    /// The crossfade that was mixed last: it is read in several parts.
    private var mixed: (index: Int, frames: [SIMD2<Float>])?

    /// Reader thread. Blocks on the disk. All of one file.
    public convenience init(path: String) throws(PlaybackError) {
        try self.init(spans: [], path, growing: nil)
    }

    /// Reader thread. Blocks on the disk. Without spans there is nothing to hear.
    public convenience init(spans: [FileSpan]) throws(PlaybackError) {
        guard let last = spans.last else { throw .empty }
        try self.init(spans: Array(spans.dropLast()), last.path, only: last, growing: nil)
    }

    /// Reader thread. After `spans` a take that is still being written, of which `frames` can be read.
    public convenience init(spans: [FileSpan] = [], path: String, growing frames: Int64) throws(PlaybackError) {
        try self.init(spans: spans, path, growing: frames)
    }

    private init(spans: [FileSpan], _ path: String, only: FileSpan? = nil, growing frames: Int64?) throws(PlaybackError) {
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
            // Nothing is heard of a take's head that is not there yet.
            let isLast = index + 2 == self.spans.count && isGrowing
            let half = isLast ? min(Int64(first.rate / 400), two.length) : Int64(first.rate / 400)
            let beyond = (found[one.path]?.frames ?? 0) - one.end
            crossfades.append(SpanCrossfade(at: starts[index + 1], one, two, beyond: max(0, beyond), half: half))
        }
    }

    /// Reader thread. So many frames of the last span can be read now.
    public func grow(to frames: Int64, isComplete: Bool) throws(PlaybackError) {
        let old = spans[spans.count - 1]
        files.forget(old.path)
        let known = try files.info(of: old.path).frames
        let now = isComplete ? known : min(known, max(frames, old.length))
        spans[spans.count - 1] = FileSpan(path: old.path, first: old.first, length: now)
        length = starts[starts.count - 1] + now
        isGrowing = !isComplete
    }

    /// Fills `frames` with those before timeline frame `end`, for a crossfade that ends there. Before its first frame the timeline is
    /// continued by its reflection in that frame: silence would make a step of it.
    func read(before end: Int64, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) {
        let first = end - Int64(frames.count)
        guard first < 0 else {
            unsafe try read(from: first, into: frames)
            return
        }
        let missing = min(Int(-first), frames.count)
        let beginning = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: missing + 1)
        defer { unsafe beginning.deallocate() }
        unsafe try read(from: 0, into: beginning)
        for index in 0..<missing { unsafe frames[index] = 2 * beginning[0] - beginning[missing - index] }
        unsafe try read(from: 0, into: UnsafeMutableBufferPointer(rebasing: frames[missing...]))
    }

    /// Fills `frames` from timeline frame `first` on; what the timeline does not have is silence.
    func read(from first: Int64, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) {
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

    /// Of one span, or of one crossfade; at least one frame.
    private func readPart(from place: Int64, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) -> Int {
        // Both lists are in order.
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
    /// Index of the first element for which it holds, when it holds for all after one: a search by halves.
    fileprivate func partition(_ holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
