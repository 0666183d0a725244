// Room: Deck. Reader thread only.
internal import Storage
internal import Stretch

/// A walk at the output's sample rate. Frames are counted at that rate, from the place where it begins.
struct Stream {
    private var walk: Walk
    private let resampler: Resampler?
    /// Tape frames for a frame of the stream.
    var ratio: Double { terms.tape / terms.output }
    /// Both rates in lowest terms: whole numbers, so that whole places come out whole.
    private let terms: (tape: Double, output: Double)
    /// Count of the frame that is read next.
    private(set) var next: Int64
    /// Count after the last frame, once that is known.
    private(set) var end: Int64?
    /// The first failure of the tape while the resampler asked for more.
    private var failure: DeckError?

    /// From tape frame `place` on; the first frame that is read is the one `before` frames earlier. The resampler (none
    /// where the rates are equal) is begun anew, early enough to have settled.
    init(
        _ tape: Tape, from place: Int64, route: Route, before: Int64, rate: Int, resampler: Resampler?
    ) throws(DeckError) {
        self.resampler = resampler
        let divisor = Stream.greatestCommonDivisor(tape.info.rate, rate)
        let (p, q) = (Int64(tape.info.rate / divisor), Int64(rate / divisor))
        terms = (Double(p), Double(q))
        next = -before
        guard let resampler else {
            walk = Walk(tape, from: place, route: route, before: before)
            return
        }
        // Both grids meet every `p` tape frames, which are `q` of the stream's.
        let settling: Int64 = 1024
        let steps = (before + settling + q - 1) / q
        walk = Walk(tape, from: place, route: route, before: steps * p)
        next = -steps * q
        do throws(StretchError) { try resampler.reset() } catch { throw .stretch(error) }
        try discard(Int(steps * q - before))
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }

    private mutating func discard(_ count: Int) throws(DeckError) {
        let waste = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: count)
        defer { unsafe waste.deallocate() }
        unsafe waste.initialize(repeating: .zero)
        var done = 0
        while done < count {
            let got = unsafe try read(into: UnsafeMutableBufferPointer(rebasing: waste[done...]))
            guard got > 0 else { break }
            done += got
        }
    }

    /// Fills as much of `frames` as there is. 0: the end, or where a growing tape has no more yet.
    mutating func read(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(DeckError) -> Int {
        guard end == nil else { return 0 }
        let got: Int
        if let resampler {
            do throws(StretchError) {
                got = unsafe try resampler.render(into: frames) { wanted in unsafe pull(wanted) }
            } catch {
                throw .stretch(error)
            }
            if let failure { throw failure }
            if got < frames.count { end = next + Int64(got) }
        } else {
            got = unsafe try walk.read(into: frames)
            end = walk.end
        }
        next += Int64(got)
        return got
    }

    /// For the resampler, to which a failure is an end.
    private mutating func pull(_ wanted: UnsafeMutableBufferPointer<SIMD2<Float>>) -> Int {
        do throws(DeckError) {
            return unsafe try walk.read(into: wanted)
        } catch {
            failure = error
            return 0
        }
    }

    // MARK: Places

    /// Tape frame that a count stands for; a whole one where the rates are equal and the count is whole.
    func place(of count: Double) -> Double { walk.place(of: inTape(count)) }

    /// Count of the first frame after `count` that is at or behind a jump of the walk, as far as one is known.
    func jump(after count: Double) -> Double? {
        walk.jump(after: inTape(count)).map { Double($0) * terms.output / terms.tape }
    }

    mutating func forget(before count: Double) { walk.forget(before: inTape(count)) }

    private func inTape(_ count: Double) -> Double { count * terms.tape / terms.output }
}
