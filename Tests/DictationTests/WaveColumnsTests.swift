// Tests of the columns of the topic `wave` (T1, C3). No I/O.
import Dictation
import Testing

@Suite struct WaveColumnsTests {
    private static let columns = (0..<40).map { index in
        WaveColumn(
            low: SIMD2(-Float(index) / 1000, -1), high: SIMD2(Float(index) / 100, 0.999),
            loud: SIMD2(Float(index) / 500, 0.25))
    }
    private static let wave = WaveColumns(
        source: .take, name: "a b", rate: 48_000, columnFrames: 1536, firstFrame: 15_360, columns: columns)

    /// Fields with one of them replaced.
    private func changed(_ key: String, _ value: Value) -> Fields {
        Fields(Self.wave.fields.all.map { $0.key == key ? Field(key, value) : $0 })
    }

    @Test("A client reads the columns that the engine has written")
    func roundTrip() {
        #expect(WaveColumns(Self.wave.fields) == Self.wave)
        for source in WaveColumns.Source.allCases {
            let empty = WaveColumns(source: source, rate: 8000, columnFrames: 256)
            #expect(WaveColumns(empty.fields) == empty)
        }
        #expect(Self.wave.endFrame == 15_360 + 40 * 1536)
    }

    @Test("Samples beyond full scale and samples that are no numbers are written as numbers")
    func oddSamples() throws {
        let odd = WaveColumn(low: SIMD2(-.infinity, .nan), high: SIMD2(.infinity, 2.5), loud: SIMD2(1e30, -0.0))
        let read = try #require(
            WaveColumns(WaveColumns(source: .inputs, rate: 1, columnFrames: 1, columns: [odd]).fields)?.columns.first)
        #expect(read == WaveColumn(low: SIMD2(-1000, 0), high: SIMD2(1000, 2.5), loud: SIMD2(1000, 0)))
    }

    @Test("Columns are at least thirty a second, and whole columns of a peak file")
    func columnFrames() {
        for rate in [8000, 22_050, 44_100, 48_000, 96_000, 192_000] {
            let frames = WaveColumns.columnFrames(rate: rate)
            #expect(frames.isMultiple(of: 256) && rate >= 30 * frames && rate < 60 * frames)
        }
        #expect(WaveColumns.columnFrames(rate: 0) == 256)
    }

    @Test("Garbage is refused, and never traps")
    func garbage() {
        let values: [Value] = [
            .int(.max), .int(.min), .int(-1), .double(.nan), .text(""), .text("1 2 x"), .flag(true),
            .text(String(repeating: "9", count: 4000)), .text(String(repeating: " ", count: 4000)),
        ]
        for field in Self.wave.fields.all {
            #expect(WaveColumns(Fields(Self.wave.fields.all.filter { $0 != field })) == nil, "without \(field.key)")
            for value in values where field.key != "wave_name" {
                #expect(WaveColumns(changed(field.key, value)) == nil, "\(field.key): \(value)")
            }
        }
        #expect(WaveColumns(changed("wave_rate", .int(0))) == nil)
        #expect(WaveColumns(changed("wave_count", .int(39))) == nil)
        #expect(WaveColumns([:]) == nil)
    }
}
