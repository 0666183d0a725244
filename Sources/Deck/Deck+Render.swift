// Room: Deck. Reader thread only.
internal import Stretch

extension Deck {
    /// Reader thread. Fills as much of `frames` as there is now: fewer only at the end, or where a growing tape has no more
    /// yet. Blocks on the disk.
    public func render(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(DeckError) -> Int {
        pieces = []
        var done = unsafe takeMixed(frames)
        if done < frames.count {
            done += unsafe try renderNew(into: UnsafeMutableBufferPointer(rebasing: frames[done...]))
        }
        return done
    }

    /// What a splice has mixed already.
    private func takeMixed(_ frames: UnsafeMutableBufferPointer<SIMD2<Float>>) -> Int {
        let count = min(mixed.count, frames.count)
        guard count > 0 else { return 0 }
        for index in 0..<count { unsafe frames[index] = mixed[index] }
        mixed.removeFirst(count)
        var left = count
        while left > 0, var piece = mixedPieces.first {
            let part = min(left, piece.count)
            pieces.append(Piece(count: part, timeline: piece.timeline, step: piece.step))
            piece.count -= part
            piece.timeline += Double(part) * piece.step
            if piece.count == 0 { mixedPieces.removeFirst() } else { mixedPieces[0] = piece }
            left -= part
        }
        return count
    }

    /// From the stream, and appends what it is to `pieces`.
    func renderNew(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(DeckError) -> Int {
        let first = count
        let made: Int
        if let stretcher {
            made = unsafe try stretch(stretcher, into: frames)
            if rise > 0 { unsafe fadeIn(frames, made) }
        } else {
            made = unsafe try readAll(into: frames)
        }
        describe(from: first, count: made)
        stream.forget(before: count)
        return made
    }

    private func fadeIn(_ frames: UnsafeMutableBufferPointer<SIMD2<Float>>, _ count: Int) {
        for index in 0..<min(rise, count) {
            let x = Float(riseFrames - rise + index) / Float(riseFrames)
            unsafe frames[index] *= x * x * (3 - 2 * x)
        }
        rise = max(0, rise - count)
    }

    private func readAll(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(DeckError) -> Int {
        var done = 0
        while done < frames.count {
            let got = unsafe try stream.read(into: UnsafeMutableBufferPointer(rebasing: frames[done...]))
            guard got > 0 else { break }
            done += got
        }
        return done
    }

    private func stretch(
        _ stretcher: Stretcher, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>
    ) throws(DeckError) -> Int {
        var done = 0
        while done < frames.count {
            // The tail is pushed out with silence: exact to the frame, which Rubber Band's own flush is not.
            let left = stream.end.map { (Double($0) - stretcher.position) / stretcher.rate } ?? .infinity
            guard left >= 0.5 else { break }
            let wanted = min(frames.count - done, left < 1e9 ? Int(left.rounded()) : .max)
            let made = unsafe stretcher.take(into: UnsafeMutableBufferPointer(rebasing: frames[done..<done + wanted]))
            done += made
            guard made == 0 else { continue }
            let block = unsafe UnsafeMutableBufferPointer(rebasing: scratch[..<stretcher.required])
            let got = unsafe try stream.read(into: block)
            if got == 0 {
                // No more yet.
                guard stream.end != nil else { break }
                unsafe block.update(repeating: .zero)
                unsafe stretcher.feed(UnsafeBufferPointer(block))
            } else {
                unsafe stretcher.feed(UnsafeBufferPointer(rebasing: block[..<got]))
            }
        }
        return done
    }

    /// Cuts where the walk jumps.
    private func describe(from first: Double, count: Int) {
        let step = stretcher?.rate ?? 1
        var done = 0
        while done < count {
            let here = first + Double(done) * step
            var part = count - done
            // A hair after the place, so that a frame on the jump itself counts as behind it.
            if let jump = stream.jump(after: here + 1e-6) {
                part = min(part, max(1, Int(((jump - here) / step - 1e-6).rounded(.up))))
            }
            pieces.append(Piece(count: part, timeline: stream.place(of: here), step: step * stream.ratio))
            done += part
        }
    }
}
