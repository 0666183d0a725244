// Room: tests of Deck. One thread.
import Deck
import Glibc
import Stretch
import Testing

/// Plays a deck into memory and keeps what it said of it.
final class TestDeck {
    let deck: Deck
    var pieces: [Deck.Piece] = []

    init(_ tape: TestTape, rate: Int = 48_000, quality: Resampler.Quality = .fast) throws {
        deck = try Deck(tape: Tape(path: tape.path), outputRate: rate, quality: quality)
    }

    init(tape: Tape) throws {
        deck = try Deck(tape: tape, outputRate: 48_000, quality: .fast)
    }

    func splice(
        _ old: [SIMD2<Float>], at place: Double, route: Route = Route(), settings: StretchSettings, isSamePlace: Bool
    ) throws {
        unsafe try old.withUnsafeBufferPointer {
            unsafe try deck.splice(from: $0, at: place, route: route, settings: settings, isSamePlace: isSamePlace)
        }
    }

    /// At most so many frames, to the end where there are fewer.
    func play(_ frames: Int = .max, block: Int = 256) throws -> [SIMD2<Float>] {
        var heard: [SIMD2<Float>] = []
        var buffer = [SIMD2<Float>](repeating: .zero, count: block)
        while heard.count < frames {
            let wanted = min(block, frames - heard.count)
            let got = unsafe try buffer.withUnsafeMutableBufferPointer {
                unsafe try deck.render(into: UnsafeMutableBufferPointer(rebasing: $0[..<wanted]))
            }
            pieces += deck.pieces
            heard += buffer[..<got]
            if got < wanted { break }
        }
        return heard
    }

    // MARK: What was heard

    /// Each frame, from one on, is the one that the pieces say it is.
    func expectCounter(_ heard: [SIMD2<Float>], after first: Int) {
        var index = 0
        for piece in pieces {
            for frame in 0..<piece.count where index + frame >= first {
                let place = Int64(piece.timeline) + Int64(frame)
                guard piece.step == 1, heard[index + frame] == TestTape.counter(place) else {
                    Issue.record("frame \(index + frame) is \(heard[index + frame]), not that of \(piece.timeline) + \(frame)")
                    return
                }
            }
            index += piece.count
        }
        #expect(index == heard.count)
    }

    /// How far, in tape frames, bursts are heard from where the pieces say they are: from multiples of the burst at `place`,
    /// or (nil) from whichever multiple of 24,000 is next.
    func burstErrors(_ heard: [SIMD2<Float>], at place: Int64?) -> [Double] {
        var errors: [Double] = []
        var mass = 0.0
        var moment = 0.0
        var silence = 0
        var index = 0
        for piece in pieces {
            for frame in 0..<piece.count {
                let energy = Double(heard[index + frame].x * heard[index + frame].x)
                let said = piece.timeline + Double(frame) * piece.step
                if energy > 1e-5 {
                    mass += energy
                    moment += energy * said
                    silence = 0
                } else {
                    silence += 1
                }
                guard silence > 900, mass > 0 else { continue }
                let centre = moment / mass
                errors.append(centre - (place.map(Double.init) ?? (centre / 24_000).rounded() * 24_000))
                (mass, moment) = (0, 0)
            }
            index += piece.count
        }
        // The first may have been cut.
        return Array(errors.dropFirst())
    }

    static func energy(_ frames: some Sequence<SIMD2<Float>>) -> Double {
        frames.reduce(0) { $0 + Double($1.x * $1.x) }
    }

    /// dB of windows of 10 ms.
    static func levels(_ frames: some Sequence<SIMD2<Float>>) -> [Double] {
        let all = Array(frames)
        return stride(from: 0, to: all.count - 480, by: 480).map { 10 * log10(max(energy(all[$0..<$0 + 480]), 1e-12)) }
    }
}
