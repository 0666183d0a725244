// Room: Stretch. Reader thread only.

/// The last frames of the source, by their number since the locate, so that a voice can begin behind what was read.
///
/// Frames are pulled when somebody first asks for them. Before frame 0 and past the end there is silence.
@safe final class SourceWindow {
    typealias Source = (UnsafeMutableBufferPointer<SIMD2<Float>>) -> Int

    /// Frames pulled so far; once `hasEnded`, the length of the source.
    private(set) var end: Int64 = 0
    private(set) var hasEnded = false

    private let ring: UnsafeMutableBufferPointer<SIMD2<Float>>
    private let mask: Int64

    /// `capacity`: a power of two, more than any voice looks back.
    init(capacity: Int) {
        unsafe ring = .allocate(capacity: capacity)
        unsafe ring.initialize(repeating: .zero)
        mask = Int64(capacity - 1)
    }

    deinit { unsafe ring.deallocate() }

    func clear() {
        end = 0
        hasEnded = false
    }

    /// Frames `first...`; all of `frames` is written. Returns how many were not past the end.
    func read(from first: Int64, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>, source: Source) -> Int {
        let last = first + Int64(frames.count)
        while end < last, !hasEnded { unsafe pull(Int(min(last - end, mask + 1)), source) }
        let oldest = max(0, end - mask - 1)
        for index in 0..<frames.count {
            let frame = first + Int64(index)
            unsafe frames[index] = frame >= oldest && frame < end ? ring[Int(frame & mask)] : .zero
        }
        return Int(max(0, min(last, end) - first))
    }

    private func pull(_ wanted: Int, _ source: Source) {
        let start = Int(end & mask)
        let count = unsafe min(wanted, ring.count - start)
        let got = unsafe source(UnsafeMutableBufferPointer(rebasing: ring[start..<start + count]))
        end += Int64(max(0, min(got, count)))
        hasEnded = got <= 0
    }
}
