// Tests of the columns that the writer measures (T1).
import Dictation
import Realtime
import Synchronization
import Testing

@testable import Engine
@testable import Recorder

@Suite struct WaveMeterTests {
    private static let size = Int64(WaveColumns.columnFrames(rate: 48_000))

    private func add(_ meter: WaveMeter, _ frames: Range<Int64>, rate: Int = 48_000) {
        let samples = frames.map { Frame(Float($0), -Float($0)) }
        unsafe samples.withUnsafeBufferPointer { unsafe meter.add($0, ofInputs: frames.lowerBound, rate: rate) }
    }

    @Test("Columns stand at multiples of their length, wherever measuring begins and however the frames come")
    func places() {
        let board = WaveBoard()
        board.isWatched.store(true, ordering: .relaxed)
        let meter = WaveMeter(board)
        var frame: Int64 = 5000
        for length: Int64 in [1, 700, 2000, 3, 9999, 1536, 4000] {
            add(meter, frame..<frame + length)
            frame += length
        }
        let wave = board.columns
        #expect(wave.firstFrame == 4 * Self.size && wave.columns.count == Int(frame / Self.size) - 4)
        for (index, column) in wave.columns.enumerated() {
            let first = wave.firstFrame + Int64(index) * Self.size
            #expect(column.low == SIMD2(Float(first), -Float(first + Self.size - 1)), "column \(index)")
            #expect(column.high == SIMD2(Float(first + Self.size - 1), -Float(first)), "column \(index)")
        }
        // A hole: columns begin anew behind it, and none has frames of both sides.
        add(meter, 100_000..<110_000)
        #expect(board.columns.firstFrame == 66 * Self.size && board.columns.columns.count == 5)
    }

    @Test("Only the newest columns are kept, and nothing is measured while nobody watches")
    func limits() {
        let board = WaveBoard()
        let meter = WaveMeter(board)
        add(meter, 0..<48_000)
        #expect(board.columns == WaveColumns(source: .none))
        board.isWatched.store(true, ordering: .relaxed)
        for second: Int64 in 0..<5 { add(meter, second * 48_000..<(second + 1) * 48_000) }
        let most = WaveColumns.messageColumns(rate: 48_000)
        #expect(board.columns.columns.count == most && board.columns.endFrame == 240_000 / Self.size * Self.size)
        meter.clear()
        #expect(board.columns == WaveColumns(source: .none))
    }
}
