// Renders frames and tells their places. One owner at a time; blocks on the disk.
internal import Stretch
internal import System

extension TimelineRenderer {
    /// Fills as much of `frames` as possible and returns the count: fewer only at the end, where a growing timeline has no more
    /// frames yet, or before a failure. The next call throws that failure, once. Blocks.
    public func render(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) -> Int {
        pieces = []
        var done = unsafe takeMixed(frames)
        if done < frames.count {
            do throws(PlaybackError) {
                done += unsafe try renderNew(into: UnsafeMutableBufferPointer(rebasing: frames[done...]))
            } catch {
                guard done > 0 else { throw error }
                failure = error
            }
        }
        return done
    }

    /// Gives the frames that a splice has mixed already.
    private func takeMixed(_ frames: UnsafeMutableBufferPointer<SIMD2<Float>>) -> Int {
        let count = min(mixed.count, frames.count)
        guard count > 0 else { return 0 }
        for index in 0..<count { unsafe frames[index] = mixed[index] }
        mixed.removeFirst(count)
        pieces = takeMixedPieces(count)
        return count
    }

    /// Removes the pieces of the first `count` mixed frames and returns them.
    func takeMixedPieces(_ count: Int) -> [Piece] {
        var taken: [Piece] = []
        var left = count
        while left > 0, var piece = mixedPieces.first {
            let part = min(left, piece.count)
            taken.append(Piece(count: part, timeline: piece.timeline, step: piece.step))
            piece.count -= part
            piece.timeline += Double(part) * piece.step
            if piece.count == 0 { mixedPieces.removeFirst() } else { mixedPieces[0] = piece }
            left -= part
        }
        return taken
    }

    /// Renders from the stream, and appends the new frames to `pieces`.
    func renderNew(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) -> Int {
        if let failure {
            self.failure = nil
            throw failure
        }
        let first = count
        var made = 0
        do throws(PlaybackError) {
            while made < frames.count {
                let got = unsafe try step(into: UnsafeMutableBufferPointer(rebasing: frames[made...]))
                guard got > 0 else { break }
                made += got
            }
        } catch {
            guard made > 0 else { throw error }
            failure = error
        }
        if rise > 0 { unsafe fadeIn(frames, made) }
        describe(from: first, count: made)
        resampled.forget(before: count)
        return made
    }

    private func fadeIn(_ frames: UnsafeMutableBufferPointer<SIMD2<Float>>, _ count: Int) {
        for index in 0..<min(rise, count) {
            let x = Float(riseFrames - rise + index) / Float(riseFrames)
            unsafe frames[index] *= Curve.smoothstep(x)
        }
        rise = max(0, rise - count)
    }

    /// Renders a part of the wanted frames; 0 at the end, or where a growing timeline has no more frames yet.
    private func step(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) -> Int {
        guard let stretcher else { return unsafe try resampled.read(into: frames) }
        while true {
            // Silence pushes out the tail: exact to the frame, which Rubber Band's own flush is not.
            let left = framesLeft ?? .max
            guard left > 0 else { return 0 }
            let made = unsafe stretcher.take(into: UnsafeMutableBufferPointer(rebasing: frames[..<min(frames.count, left)]))
            guard made == 0 else { return made }
            let block = unsafe UnsafeMutableBufferPointer(rebasing: scratch[..<stretcher.required])
            let got = unsafe try resampled.read(into: block)
            if got == 0 {
                guard resampled.end != nil else { return 0 }
                unsafe block.update(repeating: .zero)
                unsafe stretcher.feed(UnsafeBufferPointer(block))
            } else {
                unsafe stretcher.feed(UnsafeBufferPointer(rebasing: block[..<got]))
            }
        }
    }

    /// Appends pieces for new frames, with a cut at each jump of the route.
    private func describe(from first: Double, count: Int) {
        let step = stretcher?.rate ?? 1
        var done = 0
        while done < count {
            let here = first + Double(done) * step
            var part = count - done
            if let jump = resampled.jump(after: here) {
                part = min(part, max(1, Int(((jump - here) / step - 1e-6).rounded(.up))))
            }
            pieces.append(Piece(count: part, timeline: resampled.place(of: here), step: step * resampled.ratio))
            done += part
        }
    }
}
