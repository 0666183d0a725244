// Tests of the times at which the words of finished pieces reach the disk (W3).
import Dictation
import Storage
import System
import TestSupport
import Testing
import Words

@testable import Recognition

struct PieceStoreTests {
    /// A clock that goes on by a step at each reading.
    private final class StepClock {
        var step = 0.0
        private var seconds = 1.0

        func read() -> Moment {
            seconds += step
            return Moment(nanoseconds: UInt64(seconds * 1e9))
        }

        func wait(_ more: Double) { seconds += more }
    }

    private let folder = TempFolder()
    private let clock = StepClock()
    private let board = TranscriptionBoard()
    private let recogniser = Recogniser(name: "standin", path: "/bin/true")
    private let stretch = PieceStore.Stretch(file: "a.wav", frames: 0..<1000)

    /// A library with a recording of 1000 frames.
    private func library() throws -> Library {
        let library = try Library(folder: folder.file("library"))
        let format = try AudioFormat(encoding: .pcm16, rate: 48_000)
        var segment = Segment(file: "a.wav", created: "2026-01-01T00:00:00Z", format: format)
        let writer = try SegmentWriter(path: "\(library.folder)/a.wav", format: format)
        var samples = [SIMD2<Float>](repeating: [0.25, 0.25], count: 1000)
        unsafe try samples.withUnsafeMutableBufferPointer { unsafe try writer.write(UnsafeBufferPointer($0)) }
        (segment.bytes, segment.frames, segment.endReason) = (try writer.close(), 1000, .stopped)
        try library.keepTake(JournalEntry(name: "a", segment: segment))
        return library
    }

    private func store(_ library: Library, isAgain: Bool = false) -> PieceStore {
        PieceStore(library, "a", TranscriptionOptions(recogniser, isAgain: isAgain), board, [stretch], now: clock.read)
    }

    /// A piece of 100 frames with one word.
    private func piece(_ number: Int, of stretch: PieceStore.Stretch? = nil) -> PieceStore.Piece {
        let stretch = stretch ?? self.stretch
        let frames = Int64(number * 100)..<Int64(number * 100 + 100)
        let line = Line(text: "word\(number)", in: frames, confidence: 0.9)
        return PieceStore.Piece(stretch: stretch, frames: frames, lines: [line], hearing: Hearing())
    }

    private func words(_ library: Library) throws -> [String] {
        try library.transcript(of: "a")["a.wav"].lines.flatMap { $0.words.map(\.text) }
    }

    @Test func eachPieceIsStoredWhileThatTakesNoTime() throws {
        let library = try library()
        var store = store(library)
        for number in 0..<3 {
            try store.add(piece(number))
            #expect(try words(library).count == number + 1)
        }
        #expect(board.state.words == 3)
        #expect(board.state.pieces == 3)
    }

    /// A busy disk lets no piece wait: a killed program would lose more than one.
    @Test func eachPieceIsStoredOnABusyDisk() throws {
        let library = try library()
        var store = store(library)
        clock.step = 0.3
        for number in 0..<3 {
            try store.add(piece(number))
            #expect(try words(library).count == number + 1)
        }
    }

    /// Storing that takes a second happens every twentieth second.
    @Test func piecesWaitWhileStoringIsSlow() throws {
        let library = try library()
        var store = store(library)
        clock.step = 1
        try store.add(piece(0))
        clock.step = 0
        #expect(try words(library) == ["word0"])
        for number in 1...2 {
            clock.wait(5)
            try store.add(piece(number))
        }
        #expect(try words(library) == ["word0"])
        #expect(board.state.words == 1)
        clock.wait(60)
        try store.add(piece(3))
        #expect(try words(library) == ["word0", "word1", "word2", "word3"])
        #expect(board.state.frames == 400)
    }

    @Test func theLastPiecesAreStoredAtTheEnd() throws {
        let library = try library()
        var store = store(library)
        clock.step = 1
        for number in 0..<3 { try store.add(piece(number)) }
        #expect(try words(library).count < 3)
        try store.flush()
        #expect(try words(library) == ["word0", "word1", "word2"])
    }

    /// A file that goes while its words wait takes no words of other files with it.
    @Test func aLostFileKeepsTheWordsOfTheOthers() throws {
        let library = try library()
        var store = store(library)
        clock.step = 1
        try store.add(piece(0))
        try store.add(piece(1))
        try store.add(piece(2, of: PieceStore.Stretch(file: "gone.wav", frames: 0..<1000)))
        #expect(throws: RecognitionError.storage(.missing(path: library.path(of: "gone.wav")))) { try store.flush() }
        #expect(try words(library) == ["word0", "word1"])
        #expect(board.state.words == 2)
    }

    /// Words from an earlier time are forgotten once, and no waiting piece with them.
    @Test func forgettingKeepsTheWaitingPieces() throws {
        let library = try library()
        try library.updateTranscript(of: "a") { transcript, _ in
            transcript["a.wav"].hear(0..<1000, [Line(text: "old", in: 500..<600)])
        }
        var store = store(library, isAgain: true)
        clock.step = 1
        for number in 0..<3 { try store.add(piece(number)) }
        try store.flush()
        #expect(try words(library) == ["word0", "word1", "word2"])
        #expect(board.state.hasForgotten)
    }
}
