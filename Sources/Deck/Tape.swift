// Room: Deck. Reader thread only.
public import Storage

/// What is played, as stereo frames from any place, with silence before and after: an audio file, or several one after the
/// other with a crossfade at each seam.
///
/// Its last reel may be a take that is still being written: then only what the writer has handed on is read.
public final class Tape {
    /// Rate, channels and kind of the first file; frames are those of the whole tape.
    public let info: SegmentInfo
    /// Frames there are.
    public private(set) var length: Int64
    /// More is to come.
    public private(set) var isGrowing = false

    /// Samples read so far that were no numbers, and came as silence.
    public var badSamples: Int64 { files.badSamples }

    private let files = Reels()
    private var reels: [Reel]
    /// Tape frame at which each reel begins.
    private var starts: [Int64] = []
    private var seams: [Seam] = []
    /// The seam that was mixed last: it is read in several parts.
    private var mixed: (index: Int, frames: [SIMD2<Float>])?

    /// Reader thread. Blocks on the disk. All of one file.
    public convenience init(path: String) throws(DeckError) {
        try self.init(reels: [], path, growing: nil)
    }

    /// Reader thread. Blocks on the disk. Without reels there is nothing to hear.
    public convenience init(reels: [Reel]) throws(DeckError) {
        guard let last = reels.last else { throw .empty }
        try self.init(reels: Array(reels.dropLast()), last.path, only: last, growing: nil)
    }

    /// Reader thread. After `reels` a take that is still being written, of which `frames` can be read.
    public convenience init(reels: [Reel] = [], path: String, growing frames: Int64) throws(DeckError) {
        try self.init(reels: reels, path, growing: frames)
    }

    private init(reels: [Reel], _ path: String, only: Reel? = nil, growing frames: Int64?) throws(DeckError) {
        if let rate = reels.first?.rate ?? only?.rate {
            files.rate = rate
        } else {
            files.rate = try files.info(of: reels.first?.path ?? path).rate
        }
        var found: [String: SegmentInfo] = [:]
        for file in reels.map(\.path) + [path] where found[file] == nil { found[file] = try files.info(of: file) }
        guard let first = found[reels.first?.path ?? path], let last = found[path] else { throw .empty }
        isGrowing = frames != nil
        let whole = Reel(path: path, first: 0, length: min(last.frames, frames ?? .max))
        self.reels = reels + [only ?? whole]
        length = 0
        for reel in self.reels {
            starts.append(length)
            length += reel.length
        }
        info = first.with(frames: length)
        for index in self.reels.indices.dropLast() {
            let (one, two) = (self.reels[index], self.reels[index + 1])
            // Nothing is heard of a take's head that is not there yet.
            let isLast = index + 2 == self.reels.count && isGrowing
            let half = isLast ? min(Int64(first.rate / 400), two.length) : Int64(first.rate / 400)
            let beyond = (found[one.path]?.frames ?? 0) - one.end
            seams.append(Seam(at: starts[index + 1], one, two, beyond: max(0, beyond), half: half))
        }
    }

    /// Reader thread. So many frames of the last reel can be read now.
    public func grow(to frames: Int64, isComplete: Bool) throws(DeckError) {
        let old = reels[reels.count - 1]
        files.forget(old.path)
        let known = try files.info(of: old.path).frames
        let now = isComplete ? known : min(known, max(frames, old.length))
        reels[reels.count - 1] = Reel(path: old.path, first: old.first, length: now)
        length = starts[starts.count - 1] + now
        isGrowing = !isComplete
    }

    /// Fills `frames` with those before tape frame `end`, for a crossfade that ends there. Before its first frame the tape is
    /// continued by its reflection in that frame: silence would make a step of it.
    func read(before end: Int64, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(DeckError) {
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

    /// Fills `frames` from tape frame `first` on; what the tape does not have is silence.
    func read(from first: Int64, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(DeckError) {
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

    /// Of one reel, or of one seam; at least one frame.
    private func readPart(from place: Int64, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(DeckError) -> Int {
        // Both lists are in order.
        let next = seams.partition { $0.range.upperBound > place }
        if next < seams.count, seams[next].range.contains(place) {
            if mixed?.index != next { mixed = (next, try seams[next].frames(files)) }
            let offset = Int(place - seams[next].range.lowerBound)
            let part = mixed?.frames[offset...].prefix(frames.count) ?? []
            for (index, frame) in part.enumerated() { unsafe frames[index] = frame }
            return part.count
        }
        let index = starts.partition { $0 > place } - 1
        let reel = reels[index]
        let until = min(starts[index] + reel.length, next < seams.count ? seams[next].range.lowerBound : .max)
        let part = unsafe UnsafeMutableBufferPointer(rebasing: frames[..<min(frames.count, Int(until - place))])
        unsafe try files.read(reel.path, from: reel.first + place - starts[index], into: part)
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
