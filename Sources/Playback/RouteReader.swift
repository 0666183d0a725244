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
    private struct Section {
        /// Number of the section's first frame.
        let count: Int64
        /// Timeline frame of the section's first frame.
        let timeline: Int64
        /// Number after the section's last frame.
        let end: Int64
    }

    /// The crossfade before a jump.
    private struct JumpCrossfade {
        let frames: [SIMD2<Float>]
        var used = 0
        /// Timeline frame after the jump; nil ends the route.
        let target: Int64?
    }

    private let timeline: TimelineReader
    private let route: Route
    /// The current section, after the earlier ones that may still be asked for. Never empty.
    private var sections: [Section] = []
    /// The crossfade in progress, until its jump.
    private var crossfade: JumpCrossfade?
    /// Number of the frame that is read next.
    private(set) var next: Int64
    /// Number after the last frame, once it is known.
    private(set) var end: Int64?

    /// Tolerance in frames for numbers that were multiplied and divided: a number just before a jump counts as the jump.
    private static let tolerance = 1e-6

    /// End of a section without a jump; sums with it stay in range.
    private static let never = Int64.max / 4

    /// Begins at timeline frame `place`; the first frame read is `before` frames earlier.
    init(_ timeline: TimelineReader, from place: Int64, route: Route, before: Int64) {
        self.timeline = timeline
        self.route = route.simplified
        next = -before
        sections = [Section(count: -before, timeline: place - before, end: sectionEnd(from: place, count: 0, isFirst: true))]
    }

    // MARK: Places

    /// Returns the timeline frame that the frame number `count` stands for.
    func place(of count: Double) -> Double {
        let section = sections.last { Double($0.count) <= count + RouteReader.tolerance } ?? sections[0]
        return Double(section.timeline) + count - Double(section.count)
    }

    /// Returns the number of the next jump after `count`, if it is known; the frame with this number is the target.
    func jump(after count: Double) -> Int64? {
        sections.first { Double($0.count) > count + RouteReader.tolerance }?.count
    }

    /// Number of sections kept in memory.
    var sectionCount: Int { sections.count }

    /// Drops the sections that end before frame number `count`.
    mutating func forget(before count: Double) {
        while sections.count > 1, Double(sections[1].count) <= count { sections.removeFirst() }
    }

    // MARK: Reading

    /// Fills as much of `frames` as there is and returns the count: 0 at the end, or where a growing timeline has no more
    /// frames yet. A failure of the timeline is thrown once all frames before it were given. Blocks.
    mutating func read(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) -> Int {
        var done = 0
        while done < frames.count, end == nil {
            do throws(PlaybackError) {
                let got = unsafe try readPart(into: UnsafeMutableBufferPointer(rebasing: frames[done...]))
                guard got > 0 || crossfade != nil else { break }
                next += Int64(got)
                done += got
            } catch {
                guard done > 0 else { throw error }
                break
            }
            if let crossfade, crossfade.used == crossfade.frames.count { jump(to: crossfade.target) }
        }
        return done
    }

    /// Reads from one section or one crossfade. Without a crossfade in progress, 0 means that no frames are left to read.
    private mutating func readPart(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) -> Int {
        let section = sections[sections.count - 1]
        let place = section.timeline + next - section.count
        let fade = fade(of: section)
        // A route may begin in the middle of the crossfade; otherwise the crossfade begins here.
        let begun = next - (section.end - fade)
        if crossfade == nil, begun >= 0, timeline.length - place >= fade - begun {
            crossfade = try makeCrossfade(at: place - begun, count: fade, target: target(after: section))
            crossfade?.used = Int(begun)
        }
        if let crossfade {
            let count = min(frames.count, crossfade.frames.count - crossfade.used)
            for index in 0..<count { unsafe frames[index] = crossfade.frames[crossfade.used + index] }
            self.crossfade?.used += count
            return count
        }
        let toFade = begun < 0 ? -begun : section.end - next
        // A crossfade is mixed as one piece, so it waits until a growing timeline has all of it.
        let isWaiting = begun >= 0 && timeline.isGrowing
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

    /// Returns the number after the last frame of the section in which frame number `count` is timeline frame `place`.
    private func sectionEnd(from place: Int64, count: Int64, isFirst: Bool = false) -> Int64 {
        // In a backward scan a piece that reaches the timeline's end does not end the route.
        if let scan = route.scan {
            return count + (scan.step < 0 ? min(scan.hold, max(0, timeline.length - place)) : scan.hold)
        }
        var last = Int64.max
        if let loop = route.loop, place < loop.b { last = loop.b }
        var open = place
        if isFirst, route.playsFirstGap, let gap = route.gap(endingAfter: place), gap.lowerBound <= place {
            open = gap.upperBound
        }
        if let gap = route.gap(endingAfter: open) { last = min(last, max(open, gap.lowerBound)) }
        return last == .max ? RouteReader.never : count + last - place
    }

    /// Timeline frame of the section's first frame that is heard.
    private func start(of section: Section) -> Int64 { section.timeline + max(0, -section.count) }

    /// Frames of the crossfade that ends a section: 4 ms, or a quarter of a short section; none in a loop that meets itself. The
    /// whole length of a loop, scan or stretch between gaps counts, not the rest of it, so that it sounds the same wherever it is
    /// entered.
    private func fade(of section: Section) -> Int64 {
        guard section.end != RouteReader.never, route.scan != nil || route.loop?.isSeamless != true else { return 0 }
        var length = section.end - max(section.count, 0)
        if let scan = route.scan {
            length = max(length, scan.hold)
        } else {
            var first = route.endOfGap(before: start(of: section))
            if let loop = route.loop, start(of: section) < loop.b { first = max(first, loop.a) }
            length = max(length, start(of: section) + length - first)
        }
        return min(Int64(timeline.info.rate / 250), length / 4)
    }

    /// Returns the timeline frame at which the next section begins; nil at the end of the route.
    private func target(after section: Section) -> Int64? {
        let first = start(of: section)
        if let scan = route.scan {
            let start = first + scan.step
            if start >= 0 { return start < timeline.length ? start : nil }
            // A scan that reaches the start plays the first piece once.
            return first > 0 ? 0 : nil
        }
        let last = section.timeline + section.end - section.count
        let loop = route.loop.flatMap { first < $0.b ? $0 : nil }
        if let gap = route.gap(endingAfter: last), gap.lowerBound <= last, gap.upperBound < loop?.b ?? .max {
            return gap.upperBound
        }
        guard let loop else { return nil }
        // One crossfade leads from B to the first frame that is heard behind A.
        if let gap = route.gap(endingAfter: loop.a), gap.lowerBound <= loop.a { return gap.upperBound }
        return loop.a
    }

    private mutating func jump(to target: Int64?) {
        crossfade = nil
        if let target {
            sections.append(Section(count: next, timeline: target, end: sectionEnd(from: target, count: next)))
        } else {
            end = next
        }
    }

    /// Mixes the `count` frames from `place` on into the frames before the jump's target, or into silence at the end of the
    /// route. This order of reading seeks in the file only once per jump.
    private func makeCrossfade(at place: Int64, count: Int64, target: Int64?) throws(PlaybackError) -> JumpCrossfade {
        guard count > 0 else { return JumpCrossfade(frames: [], target: target) }
        let old = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: Int(count))
        let new = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: Int(count))
        defer {
            unsafe old.deallocate()
            unsafe new.deallocate()
        }
        unsafe new.initialize(repeating: .zero)
        unsafe try timeline.read(from: place, into: old)
        if let target { unsafe try timeline.read(before: target, into: new) }
        unsafe Crossfade.mix(UnsafeBufferPointer(old), into: new)
        return unsafe JumpCrossfade(frames: Array(new), target: target)
    }
}
