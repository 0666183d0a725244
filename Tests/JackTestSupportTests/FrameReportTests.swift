// Tests the checker of coded frames: each planted fault has to be named. A checker that cannot fail proves nothing. No I/O.
import JackTestSupport
import Testing

@Suite struct FrameReportTests {
    private static func row(_ code: FrameCode, from first: UInt32 = 8_388_600, count: Int = 1000) -> [SIMD2<Float>] {
        (0..<UInt32(count)).map { code.encode(first + $0) }
    }

    @Test(arguments: [FrameCode.fine, .coarse])
    func wholeRowIsClean(code: FrameCode) {
        // The row passes the frame at which the left channel starts again at 0.
        let first: UInt32 = code == .fine ? 8_388_600 : 32_760
        let report = FrameReport(Self.row(code, from: first), code)
        #expect(report.isClean && report.first == first && report.silent == 0, "\(report)")
    }

    @Test(arguments: [FrameCode.fine, .coarse])
    func codeSurvivesTheFormats(code: FrameCode) throws {
        let bits = code == .fine ? 24 : 16
        let scale = Float(1 << (bits - 1))
        for frame: UInt32 in [0, 1, 32_767, 32_768, 8_388_607, 8_388_608, 123_456_789, 1 << 30 - 1] {
            let stored = code.encode(frame) * scale
            #expect(stored == stored.rounded(.toNearestOrEven), "\(frame) is not exact in \(bits) bits")
            #expect(code.decode(stored / scale) == frame)
        }
    }

    @Test func oneFrameLost() {
        var row = Self.row(.fine)
        row.remove(at: 500)
        let report = FrameReport(row, .fine)
        #expect(!report.isClean && report.lost == 1 && report.repeated == 0)
        #expect(report.findings == ["at frame 500: expected 8389100, found 8389101: 1 lost"])
    }

    @Test func oneFrameTwice() {
        var row = Self.row(.fine)
        row.insert(row[500], at: 500)
        let report = FrameReport(row, .fine)
        #expect(!report.isClean && report.lost == 0 && report.repeated == 1)
        #expect(report.findings == ["at frame 501: expected 8389101, found 8389100: 1 repeated"])
    }

    @Test func twoFramesSwapped() {
        var row = Self.row(.coarse, from: 0)
        row.swapAt(500, 501)
        #expect(!FrameReport(row, .coarse).isClean)
    }

    @Test func channelsSwappedOrShifted() {
        let row = Self.row(.fine, from: 20_000_000)
        #expect(!FrameReport(row.map { SIMD2($0.y, $0.x) }, .fine).isClean)
        // The left channel is one frame late at a place where the right one changes.
        let first = Self.row(.fine)
        let shifted = zip(first, first.dropFirst()).map { SIMD2($0.x, $1.y) }
        #expect(!FrameReport(shifted, .fine).isClean)
    }

    @Test func aFrameThatIsNoCode() {
        for bad: Float in [0.3, -0.5, 1.5, .nan, .infinity] {
            var row = Self.row(.fine)
            row[500].x = bad
            let report = FrameReport(row, .fine)
            #expect(!report.isClean && report.garbled + report.repeated + report.lost > 0, "\(bad): \(report)")
        }
    }

    @Test func silenceIsCounted() {
        var row = Self.row(.fine)
        row.insert(contentsOf: repeatElement(.zero, count: 64), at: 500)
        #expect(FrameReport(row, .fine).silent == 64)
        row.replaceSubrange(500..<600, with: repeatElement(.zero, count: 64))
        #expect(FrameReport(row, .fine).lost == 36)
    }

    @Test func nothingIsNoFirstFrame() {
        #expect(FrameReport([SIMD2<Float>](repeating: .zero, count: 100), .fine).first == nil)
        #expect(FrameReport([SIMD2<Float>](), .fine).first == nil)
    }
}
