// Reads a timeline along a route. One owner at a time; blocks on the disk.
internal import Storage
internal import Stretch

/// Reads a timeline along a route: a stream of frames without gaps or clicks that knows the timeline frame of each.
///
/// Frames are counted from the place where the route begins; the frames before it, which prime a stretcher or a resampler, have
/// negative numbers. At a jump the last milliseconds before it are crossfaded with the frames before its target, so that the
/// target and all that follows is read unchanged.
struct RouteReader {
    /// A part of the route without a jump.
    private struct Leg {
        /// Number of the leg's first frame.
        let count: Int64
        /// Timeline frame of the leg's first frame.
        let timeline: Int64
        /// Number after the leg's last frame.
        let end: Int64
    }

    /// The crossfade before a jump.
    private struct Tail {
        let frames: [SIMD2<Float>]
        var used = 0
        /// Timeline frame after the jump; nil ends the route.
        let aim: Int64?
    }

    private let timeline: TimelineReader
    private let route: Route
    /// The current leg, after the earlier ones that may still be asked for. Never empty.
    private var legs: [Leg] = []
    /// The crossfade in progress, until its jump.
    private var tail: Tail?
    /// Number of the frame that is read next.
    private(set) var next: Int64
    /// Number after the last frame, once it is known.
    private(set) var end: Int64?

    /// Tolerance in frames for numbers that were multiplied and divided: a number just before a jump counts as the jump.
    private static let hair = 1e-6

    /// End of a leg without a jump; sums with it stay in range.
    private static let never = Int64.max / 4

    /// Begins at timeline frame `place`; the first frame read is `before` frames earlier.
    init(_ timeline: TimelineReader, from place: Int64, route: Route, before: Int64) {
        self.timeline = timeline
        self.route = route
        next = -before
        legs = [Leg(count: -before, timeline: place - before, end: legEnd(from: place, count: 0))]
    }

    // MARK: Places

    /// Returns the timeline frame that the frame number `count` stands for.
    func place(of count: Double) -> Double {
        let leg = legs.last { Double($0.count) <= count + RouteReader.hair } ?? legs[0]
        return Double(leg.timeline) + count - Double(leg.count)
    }

    /// Returns the number of the next jump after `count`, if it is known; the frame with this number is the target.
    func jump(after count: Double) -> Int64? {
        legs.first { Double($0.count) > count + RouteReader.hair }?.count
    }

    /// Count of legs kept in memory.
    var legCount: Int { legs.count }

    /// Drops the legs that end before frame number `count`.
    mutating func forget(before count: Double) {
        while legs.count > 1, Double(legs[1].count) <= count { legs.removeFirst() }
    }

    // MARK: Reading

    /// Fills as much of `frames` as there is and returns the count: 0 at the end, or where a growing timeline has no more
    /// frames yet. A failure of the timeline is thrown once all frames before it were given. Blocks.
    mutating func read(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) -> Int {
        var done = 0
        while done < frames.count, end == nil {
            do throws(PlaybackError) {
                let got = unsafe try readPart(into: UnsafeMutableBufferPointer(rebasing: frames[done...]))
                guard got > 0 || tail != nil else { break }
                next += Int64(got)
                done += got
            } catch {
                guard done > 0 else { throw error }
                break
            }
            if let tail, tail.used == tail.frames.count { jump(to: tail.aim) }
        }
        return done
    }

    /// Reads from one leg or one tail. Without a tail, 0 means that there are no more frames to read.
    private mutating func readPart(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) -> Int {
        let leg = legs[legs.count - 1]
        let place = leg.timeline + next - leg.count
        let fade = fade(of: leg)
        if tail == nil, next == leg.end - fade, timeline.length - place >= fade {
            tail = try makeTail(at: place, count: fade, aim: aim(after: leg))
        }
        if let begun = tail {
            let count = min(frames.count, begun.frames.count - begun.used)
            for index in 0..<count { unsafe frames[index] = begun.frames[begun.used + index] }
            tail?.used += count
            return count
        }
        let toFade = next < leg.end - fade ? leg.end - fade - next : leg.end - next
        // A crossfade is mixed as one piece, so it waits until a growing timeline has all of it.
        let isWaiting = next == leg.end - fade && timeline.isGrowing
        let left = isWaiting ? 0 : min(toFade, max(0, timeline.length - place))
        guard left > 0 else {
            if !timeline.isGrowing { end = next }
            return 0
        }
        let part = unsafe UnsafeMutableBufferPointer(rebasing: frames[..<Int(min(Int64(frames.count), left))])
        unsafe try timeline.read(from: place, into: part)
        return part.count
    }

    // MARK: Jumps

    /// Returns the number at which a leg ends that is at timeline frame `place` at number `count`.
    private func legEnd(from place: Int64, count: Int64) -> Int64 {
        // A backward scan may go on from the timeline's end.
        if let scan = route.scan {
            return count + (scan.step < 0 ? min(scan.hold, max(0, timeline.length - place)) : scan.hold)
        }
        if let loop = route.loop, loop.a < loop.b, place < loop.b { return count + loop.b - place }
        return RouteReader.never
    }

    /// Frames of the crossfade that ends a leg: 4 ms, or a quarter of a short leg.
    private func fade(of leg: Leg) -> Int64 {
        leg.end == RouteReader.never ? 0 : min(Int64(timeline.info.rate / 250), (leg.end - max(leg.count, 0)) / 4)
    }

    /// Returns the timeline frame at which the next leg begins; nil at the end of the route.
    private func aim(after leg: Leg) -> Int64? {
        if let scan = route.scan {
            let first = leg.timeline + max(0, -leg.count)
            let start = first + scan.step
            if start >= 0 { return start < timeline.length ? start : nil }
            // A scan that reaches the start plays the first piece once.
            return first > 0 ? 0 : nil
        }
        return route.loop?.a
    }

    private mutating func jump(to aim: Int64?) {
        tail = nil
        if let aim {
            legs.append(Leg(count: next, timeline: aim, end: legEnd(from: aim, count: next)))
        } else {
            end = next
        }
    }

    /// Mixes the `count` frames from `place` on into the frames before the jump's target, or into silence at the end of the
    /// route. This order of reading seeks in the file only once per jump.
    private func makeTail(at place: Int64, count: Int64, aim: Int64?) throws(PlaybackError) -> Tail {
        guard count > 0 else { return Tail(frames: [], aim: aim) }
        let old = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: Int(count))
        let new = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: Int(count))
        defer {
            unsafe old.deallocate()
            unsafe new.deallocate()
        }
        unsafe new.initialize(repeating: .zero)
        unsafe try timeline.read(from: place, into: old)
        if let aim { unsafe try timeline.read(before: aim, into: new) }
        unsafe Crossfade.mix(UnsafeBufferPointer(old), into: new)
        return unsafe Tail(frames: Array(new), aim: aim)
    }
}
