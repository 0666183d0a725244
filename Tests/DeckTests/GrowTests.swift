// Room: tests of Deck. A take that is still being written.
import Deck
import Dictation
import Glibc
import Storage
import Stretch
import Testing

@Suite struct GrowTests {
    @Test(arguments: AudioFormat.Container.allCases, [1.0, 0.8]) func goesOnWhereMoreCame(
        _ container: AudioFormat.Container, rate: Double
    ) throws {
        guard [.wav, .flac].contains(container) else { return }
        let path = "/tmp/dicta-grow-\(getpid())-\(UInt64.random(in: 0 ... .max)).\(container.fileExtension)"
        defer { _ = unsafe unlink(path) }
        let format = try AudioFormat(container: container, encoding: .pcm24, rate: 48_000, channels: 2)
        let writer = try SegmentWriter(path: path, format: format)
        var written: Int64 = 0
        func write(_ count: Int64) throws {
            let frames = (written..<written + count).map { TestTape.ramp($0) }
            unsafe try frames.withUnsafeBufferPointer { unsafe try writer.write($0) }
            try writer.flush()
            written += count
        }
        try write(24_000)
        let tape = try Tape(path: path, growing: writer.framesReadable)
        let player = try TestDeck(tape: tape)
        try player.deck.begin(at: 0, route: Route(), settings: StretchSettings(rate: rate))
        var heard = try player.play()
        for _ in 0..<5 {
            #expect(!player.deck.isAtEnd && !heard.isEmpty)
            try write(24_000)
            try tape.grow(to: writer.framesReadable, isComplete: false)
            heard += try player.play()
        }
        _ = try writer.close()
        try tape.grow(to: written, isComplete: true)
        heard += try player.play()
        #expect(player.deck.isAtEnd)
        #expect(abs(Double(heard.count) * rate - Double(written)) <= 2)
        guard rate == 1 else { return }
        #expect(heard == (0..<written).map { TestTape.ramp($0) })
    }
}
