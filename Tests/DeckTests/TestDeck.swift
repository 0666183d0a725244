// Room: tests of Deck. One thread.
import Deck
import Stretch

/// Plays a deck into memory and keeps what it said of it.
final class TestDeck {
    let deck: Deck
    var pieces: [Deck.Piece] = []

    init(_ tape: TestTape, rate: Int = 48_000, quality: Resampler.Quality = .fast) throws {
        deck = try Deck(tape: Tape(path: tape.path), outputRate: rate, quality: quality)
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
}
