// Reads a route through a timeline at the output's sample rate. One owner at a time; blocks on the disk.
internal import Storage
internal import Stretch

/// A route through a timeline, resampled to the output's sample rate. Frames are counted at the output rate, from the place
/// where the route begins.
struct ResampledRoute {
    private var reader: RouteReader
    private let resampler: Resampler?
    /// Both rates reduced to lowest terms: whole numbers, so that whole positions stay whole.
    private let terms: (timeline: Double, output: Double)
    /// Number of the first frame that is given; earlier frames only let the resampler settle.
    private let first: Int64
    /// Number of the next frame from the resampler.
    private var reached: Int64
    /// Number after the last frame, once it is known.
    private(set) var end: Int64?
    /// Failure of the timeline while the resampler asked for frames; thrown once all frames before it were given.
    private var failure: PlaybackError?

    /// Begins at timeline frame `place`; the first frame read is `before` output frames earlier. The resampler (nil for equal
    /// rates) is reset, and fed early enough to have settled by then.
    init(
        _ timeline: TimelineReader, from place: Int64, route: Route, before: Int64, rate: Int, resampler: Resampler?
    ) throws(PlaybackError) {
        self.resampler = resampler
        let divisor = ResampledRoute.greatestCommonDivisor(timeline.info.rate, rate)
        let (p, q) = (Int64(timeline.info.rate / divisor), Int64(rate / divisor))
        terms = (Double(p), Double(q))
        first = -before
        guard let resampler else {
            reached = first
            reader = RouteReader(timeline, from: place, route: route, before: before)
            return
        }
        // The frames of both rates coincide every `p` timeline frames, which are `q` output frames.
        let settling: Int64 = 1024
        let steps = (before + settling + q - 1) / q
        reader = RouteReader(timeline, from: place, route: route, before: steps * p)
        reached = -steps * q
        do throws(StretchError) { try resampler.reset() } catch { throw .stretch(error) }
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }

    /// Fills as much of `frames` as there is and returns the count: 0 at the end, or where a growing timeline has no more
    /// frames yet. A failure of the timeline is thrown once all frames before it were given. Blocks.
    mutating func read(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) -> Int {
        while reached < first {
            let waste = Int(min(first - reached, Int64(frames.count)))
            guard unsafe try readAny(into: UnsafeMutableBufferPointer(rebasing: frames[..<waste])) > 0 else { return 0 }
        }
        return unsafe try readAny(into: frames)
    }

    private mutating func readAny(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) -> Int {
        guard end == nil else { return 0 }
        let got: Int
        if let resampler {
            do throws(StretchError) {
                got = unsafe try resampler.render(into: frames) { wanted in unsafe pull(wanted) }
            } catch {
                throw .stretch(error)
            }
            if got == 0, let failure {
                self.failure = nil
                throw failure
            }
            if resampler.isAtEnd { end = reached + Int64(got) }
        } else {
            got = unsafe try reader.read(into: frames)
            end = reader.end
        }
        reached += Int64(got)
        return got
    }

    /// Feeds the resampler, for which a failure looks like a pause.
    private mutating func pull(_ wanted: UnsafeMutableBufferPointer<SIMD2<Float>>) -> Int? {
        guard failure == nil else { return nil }
        do throws(PlaybackError) {
            let got = unsafe try reader.read(into: wanted)
            return got == 0 && reader.end == nil ? nil : got
        } catch {
            failure = error
            return nil
        }
    }

    // MARK: Places

    /// Number of the frame that is read next.
    var next: Int64 { max(reached, first) }

    /// Timeline frames per output frame.
    var ratio: Double { terms.timeline / terms.output }

    /// Returns the timeline frame at output frame `count`; whole for equal rates and a whole `count`.
    func place(of count: Double) -> Double { reader.place(of: inTimeline(count)) }

    /// Returns the number of the first jump of the route after `count`; nil if none is known yet.
    func jump(after count: Double) -> Double? {
        reader.jump(after: inTimeline(count)).map { Double($0) * terms.output / terms.timeline }
    }

    /// Number of the route's sections kept in memory.
    var sectionCount: Int { reader.sectionCount }

    /// Drops the sections that end before output frame `count`.
    mutating func forget(before count: Double) { reader.forget(before: inTimeline(count)) }

    private func inTimeline(_ count: Double) -> Double { count * terms.timeline / terms.output }
}
