// Reader thread only.
internal import Storage
internal import Stretch

/// A walk at the output's sample rate. Frames are counted at that rate, from the place where it begins.
struct ResampledRoute {
    private var reader: RouteReader
    private let resampler: Resampler?
    /// Both rates in lowest terms: whole numbers, so that whole places come out whole.
    private let terms: (timeline: Double, output: Double)
    /// Count of the first frame that is given; earlier ones only settle the resampler.
    private let first: Int64
    /// Count of the frame that comes out of the resampler next.
    private var reached: Int64
    /// Count after the last frame, once that is known.
    private(set) var end: Int64?
    /// Of the timeline, while the resampler asked for more; thrown once all before it was given.
    private var failure: PlaybackError?

    /// From timeline frame `place` on; the first frame that is read is the one `before` frames earlier. The resampler (none
    /// where the rates are equal) is begun anew, early enough to have settled.
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
        // Both grids meet every `p` timeline frames, which are `q` of the stream's.
        let settling: Int64 = 1024
        let steps = (before + settling + q - 1) / q
        reader = RouteReader(timeline, from: place, route: route, before: steps * p)
        reached = -steps * q
        do throws(StretchError) { try resampler.reset() } catch { throw .stretch(error) }
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }

    /// Fills as much of `frames` as there is. 0: the end, or where a growing timeline has no more yet. A failure of the timeline
    /// comes when all before it was given.
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

    /// For the resampler, to which a failure is a pause.
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

    /// Count of the frame that is read next.
    var next: Int64 { max(reached, first) }

    /// TimelineReader frames for a frame of the stream.
    var ratio: Double { terms.timeline / terms.output }

    /// TimelineReader frame that a count stands for; a whole one where the rates are equal and the count is whole.
    func place(of count: Double) -> Double { reader.place(of: inTimeline(count)) }

    /// Count of the first frame after `count` that is at or behind a jump of the walk, as far as one is known.
    func jump(after count: Double) -> Double? {
        reader.jump(after: inTimeline(count)).map { Double($0) * terms.output / terms.timeline }
    }

    /// Kept in memory.
    var legCount: Int { reader.legCount }

    mutating func forget(before count: Double) { reader.forget(before: inTimeline(count)) }

    private func inTimeline(_ count: Double) -> Double { count * terms.timeline / terms.output }
}
