// Room: Deck. Reader thread only.
internal import Storage
internal import Stretch

/// A tape, walked along a route: a stream of frames without a gap or a click, that knows which tape frame each of them is.
///
/// Frames are counted from the place where the walk begins; those before it (which a stretcher or a resampler wants to know)
/// have negative numbers. Where the way jumps, the last few ms before the jump are mixed with what lies before its aim, so
/// that the aim itself and all that follows comes untouched.
struct Walk {
    /// A stretch without a jump.
    private struct Leg {
        /// Count of its first frame, and the tape frame that it is.
        var count: Int64
        var tape: Int64
        /// Count after its last frame.
        var end: Int64
    }

    private let tape: Tape
    private let route: Route
    private let fade: Int64
    /// The one that is walked now, and those before it that somebody may still ask for. Never empty.
    private var legs: [Leg]
    /// Count of the frame that is read next.
    private(set) var next: Int64
    /// Count after the last frame of all, once that is known.
    private(set) var end: Int64?

    /// From tape frame `place` on; the first frame that is read is the one `before` frames earlier.
    init(_ tape: Tape, from place: Int64, route: Route, before: Int64) {
        self.tape = tape
        self.route = route
        fade = Int64(tape.info.rate / 250)
        next = -before
        legs = [Leg(count: -before, tape: place - before, end: .max)]
        legs[0].end = legEnd(from: place, count: 0)
    }

    /// Count at which a leg ends that is at tape frame `place` at `count`.
    private func legEnd(from place: Int64, count: Int64) -> Int64 {
        if let scan = route.scan { return count + scan.hold }
        if let loop = route.loop, place < loop.b { return count + loop.b - place }
        return .max
    }

    /// Tape frame that a count stands for; a hair before a jump is on it.
    func place(of count: Double) -> Double {
        let leg = legs.last { Double($0.count) <= count + 1e-6 } ?? legs[0]
        return Double(leg.tape) + count - Double(leg.count)
    }

    /// Count of the next jump after `count`, as far as it is known; a jump's first frame is its aim.
    func jump(after count: Double) -> Int64? {
        legs.first { Double($0.count) > count }?.count
    }

    mutating func forget(before count: Double) {
        while legs.count > 1, Double(legs[1].count) <= count { legs.removeFirst() }
    }

    /// Fills as much of `frames` as there is, from `next` on. 0: the end, or where a growing tape has no more yet.
    mutating func read(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(DeckError) -> Int {
        var done = 0
        while done < frames.count, end == nil {
            if next >= legs[legs.count - 1].end { jump() }
            guard end == nil else { break }
            let leg = legs[legs.count - 1]
            let place = leg.tape + next - leg.count
            let left = min(leg.end == .max ? .max : leg.end - next, max(0, tape.length - place))
            guard left > 0 else {
                if !tape.isGrowing { end = next }
                break
            }
            let count = Int(min(Int64(frames.count - done), left))
            let part = unsafe UnsafeMutableBufferPointer(rebasing: frames[done..<done + count])
            unsafe try tape.read(from: place, into: part)
            if leg.end != .max { unsafe try mixTail(part, leg) }
            next += Int64(count)
            done += count
        }
        return done
    }

    // MARK: Jumps

    /// Where the leg after this one begins.
    private func aim(after leg: Leg) -> Int64? {
        if let scan = route.scan {
            let first = leg.tape + max(0, -leg.count)
            let start = first + scan.step
            if start >= 0 { return start < tape.length ? start : nil }
            // Back at the start: its first piece is heard once.
            return first > 0 ? 0 : nil
        }
        return route.loop?.a
    }

    private mutating func jump() {
        let leg = legs[legs.count - 1]
        guard let aim = aim(after: leg) else {
            end = next
            return
        }
        legs.append(Leg(count: next, tape: aim, end: legEnd(from: aim, count: next)))
    }

    /// Mixes what lies before the aim under the last frames before the jump, as far as they are in `part`, which begins at
    /// `next`.
    private func mixTail(_ part: UnsafeMutableBufferPointer<SIMD2<Float>>, _ leg: Leg) throws(DeckError) {
        let length = min(fade, (leg.end - max(leg.count, 0)) / 4)
        let start = leg.end - length
        let end = next + Int64(part.count)
        guard length > 0, end > start else { return }
        // All of the fade, each time: how alike the two are is asked of the whole.
        let old = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: Int(length))
        let new = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: Int(length))
        defer {
            unsafe old.deallocate()
            unsafe new.deallocate()
        }
        unsafe try tape.read(from: leg.tape + start - leg.count, into: old)
        if let aim = aim(after: leg) {
            unsafe try tape.read(from: aim - length, into: new)
        } else {
            unsafe new.initialize(repeating: .zero)
        }
        unsafe Joint.mix(UnsafeBufferPointer(old), into: new)
        for count in max(start, next)..<end { unsafe part[Int(count - next)] = new[Int(count - start)] }
    }
}
