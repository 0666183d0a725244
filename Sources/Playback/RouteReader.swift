// Reader thread only.
internal import Storage
internal import Stretch

/// A timeline, walked along a route: a stream of frames without a gap or a click, that knows which timeline frame each of them is.
///
/// Frames are counted from the place where the walk begins; those before it (which a stretcher or a resampler wants to know)
/// have negative numbers. Where the way jumps, the last few ms before the jump are mixed with what lies before its aim, so
/// that the aim itself and all that follows comes untouched.
struct RouteReader {
    /// A part of the way without a jump.
    private struct Leg {
        /// Count of its first frame, and the timeline frame that it is.
        let count: Int64
        let timeline: Int64
        /// Count after its last frame.
        let end: Int64
    }

    /// What is heard last before a jump.
    private struct Tail {
        let frames: [SIMD2<Float>]
        var used = 0
        /// Where the jump goes; nil ends the walk.
        let aim: Int64?
    }

    private let timeline: TimelineReader
    private let route: Route
    /// The one that is walked now, and those before it that somebody may still ask for. Never empty.
    private var legs: [Leg] = []
    /// From the beginning of a crossfade to its jump.
    private var tail: Tail?
    /// Count of the frame that is read next.
    private(set) var next: Int64
    /// Count after the last frame of all, once that is known.
    private(set) var end: Int64?

    /// Counts are compared with places that were multiplied and divided: a hair before a jump is on it.
    private static let hair = 1e-6

    /// The end of a leg without one; sums with it stay in range.
    private static let never = Int64.max / 4

    /// From timeline frame `place` on; the first frame that is read is the one `before` frames earlier.
    init(_ timeline: TimelineReader, from place: Int64, route: Route, before: Int64) {
        self.timeline = timeline
        self.route = route
        next = -before
        legs = [Leg(count: -before, timeline: place - before, end: legEnd(from: place, count: 0))]
    }

    // MARK: Places

    /// TimelineReader frame that a count stands for.
    func place(of count: Double) -> Double {
        let leg = legs.last { Double($0.count) <= count + RouteReader.hair } ?? legs[0]
        return Double(leg.timeline) + count - Double(leg.count)
    }

    /// Count of the next jump after `count`, as far as it is known; a jump's first frame is its aim.
    func jump(after count: Double) -> Int64? {
        legs.first { Double($0.count) > count + RouteReader.hair }?.count
    }

    var legCount: Int { legs.count }

    mutating func forget(before count: Double) {
        while legs.count > 1, Double(legs[1].count) <= count { legs.removeFirst() }
    }

    // MARK: Reading

    /// Fills as much of `frames` as there is, from `next` on. 0: the end, or where a growing timeline has no more yet. A failure
    /// of the timeline comes when all before it was given.
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

    /// From one leg or one tail. None without a tail: nothing more to read.
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
        // A crossfade is made of one piece: where a growing timeline does not have all of it yet, it waits.
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

    /// Count at which a leg ends that is at timeline frame `place` at `count`.
    private func legEnd(from place: Int64, count: Int64) -> Int64 {
        // Backwards the timeline's end is no end.
        if let scan = route.scan {
            return count + (scan.step < 0 ? min(scan.hold, max(0, timeline.length - place)) : scan.hold)
        }
        if let loop = route.loop, loop.a < loop.b, place < loop.b { return count + loop.b - place }
        return RouteReader.never
    }

    /// Frames of the crossfade that ends a leg: 4 ms, of short legs a quarter.
    private func fade(of leg: Leg) -> Int64 {
        leg.end == RouteReader.never ? 0 : min(Int64(timeline.info.rate / 250), (leg.end - max(leg.count, 0)) / 4)
    }

    /// Where the leg after this one begins.
    private func aim(after leg: Leg) -> Int64? {
        if let scan = route.scan {
            let first = leg.timeline + max(0, -leg.count)
            let start = first + scan.step
            if start >= 0 { return start < timeline.length ? start : nil }
            // Back at the start: its first piece is heard once.
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

    /// The `count` frames from `place` on, fading into those before the aim: silence, where it is the end. Read in this order
    /// the file is sought in once a jump.
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
