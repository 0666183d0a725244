// The transition between two spans of a timeline. A value; reading it blocks on the disk.
internal import Stretch

/// The crossfade between two spans of a timeline: a few milliseconds in which one turns into the other without a click.
///
/// Most files go on beyond their span: up to `half` of these extra frames on each side are mixed in. If neither file goes on
/// (appended takes), the first span fades out and the second one in. Frames outside `range` are unchanged.
struct SpanCrossfade {
    /// Timeline frame at which the second span begins.
    let place: Int64
    /// Timeline frames of the crossfade.
    let range: Range<Int64>
    private let first: FileSpan
    private let second: FileSpan
    /// True if the first span fades to silence before `place` and the second one from silence after it; false if the two are
    /// mixed.
    private let isFade: Bool

    /// - Parameter beyond: frames of the first span's file after the end of the span.
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

    /// Reads and mixes all frames of the crossfade. Blocks.
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
