// Room: Stretch. Reader thread only.

/// One way from the source to the output.
enum Voice {
    /// Bit for bit; the number of the next frame.
    case dry(next: Int64)
    /// Through Rubber Band; the number of the next frame to feed.
    case wet(Stretcher, feed: Int64)

    /// The source frame that comes out next.
    var position: Double {
        switch self {
        case .dry(let next): Double(next)
        case .wet(let stretcher, _): stretcher.position
        }
    }
}

extension Voice {
    /// Fills `frames`; fewer only at the end of the source.
    mutating func render(
        into frames: UnsafeMutableBufferPointer<SIMD2<Float>>, window: SourceWindow,
        scratch: UnsafeMutableBufferPointer<SIMD2<Float>>, source: SourceWindow.Source
    ) -> Int {
        switch self {
        case .dry(let next):
            var done = 0
            while done < frames.count {
                // In portions that the window can hold.
                let portion = unsafe UnsafeMutableBufferPointer(
                    rebasing: frames[done..<min(done + scratch.count, frames.count)])
                let got = unsafe window.read(from: next + Int64(done), into: portion, source: source)
                done += got
                if got < portion.count { break }
            }
            self = .dry(next: next + Int64(done))
            return done
        case .wet(let stretcher, var feed):
            var done = 0
            while done < frames.count {
                let left = window.hasEnded ? (Double(window.end) - stretcher.position) / stretcher.rate : .infinity
                // The tail is pushed out with silence: exact to the frame, which Rubber Band's own flush is not.
                guard left >= 0.5 else { break }
                let wanted = min(frames.count - done, left < 1e9 ? Int(left.rounded()) : .max)
                let made = unsafe stretcher.take(into: .init(rebasing: frames[done..<done + wanted]))
                done += made
                guard made == 0 else { continue }
                let block = unsafe UnsafeMutableBufferPointer(rebasing: scratch[..<stretcher.required])
                _ = unsafe window.read(from: feed, into: block, source: source)
                feed += Int64(block.count)
                unsafe stretcher.feed(UnsafeBufferPointer(block))
            }
            self = .wet(stretcher, feed: feed)
            return done
        }
    }
}
