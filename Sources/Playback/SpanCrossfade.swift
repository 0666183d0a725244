// Reader thread only.
internal import Stretch

/// Where a timeline goes over from one span to the next: some ms in which the one turns into the other without a click.
///
/// Both files mostly go on beyond the crossfade: what is there is mixed in, up to `half` frames on each side. Where neither does
/// (takes that were appended) the one fades out and the other in. Everything outside of `range` comes untouched.
struct SpanCrossfade {
    /// On the timeline: the frame at which the second span begins.
    let place: Int64
    let range: Range<Int64>
    private let first: FileSpan
    private let second: FileSpan
    /// Frames that fade into silence before the crossfade and out of it after; else the two are mixed.
    private let isFade: Bool

    /// - Parameter beyond: frames that the first one's file has after its end.
    init(at place: Int64, _ first: FileSpan, _ second: FileSpan, beyond: Int64, half: Int64) {
        self.place = place
        self.first = first
        self.second = second
        let before = min(half, second.first, first.length / 2)
        let after = min(half, beyond, second.length / 2)
        isFade = before + after < half
        range =
            isFade
            ? place - min(half, first.length / 2)..<place + min(half, second.length / 2) : place - before..<place + after
    }

    /// All its frames, read and mixed.
    func frames(_ spans: SpanFiles) throws(PlaybackError) -> [SIMD2<Float>] {
        let count = range.count
        let old = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: count)
        let new = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: count)
        defer {
            unsafe old.deallocate()
            unsafe new.deallocate()
        }
        unsafe old.initialize(repeating: .zero)
        unsafe new.initialize(repeating: .zero)
        let head = Int(place - range.lowerBound)
        let start = first.end - Int64(head)
        guard isFade else {
            unsafe try spans.read(first.path, from: start, into: old)
            unsafe try spans.read(second.path, from: second.first - Int64(head), into: new)
            unsafe Crossfade.mix(UnsafeBufferPointer(old), into: new)
            return unsafe Array(new)
        }
        let silence = [SIMD2<Float>](repeating: .zero, count: count)
        unsafe try spans.read(first.path, from: start, into: UnsafeMutableBufferPointer(rebasing: old[..<head]))
        unsafe try spans.read(second.path, from: second.first, into: UnsafeMutableBufferPointer(rebasing: new[head...]))
        var tail = Array(silence[..<head])
        unsafe tail.withUnsafeMutableBufferPointer {
            unsafe Crossfade.mix(UnsafeBufferPointer(rebasing: old[..<head]), into: $0)
        }
        unsafe silence.withUnsafeBufferPointer {
            unsafe Crossfade.mix(
                UnsafeBufferPointer(rebasing: $0[head...]), into: UnsafeMutableBufferPointer(rebasing: new[head...]))
        }
        return unsafe tail + new[head...]
    }
}
