// Tests of the waveform and its time axis.
import Dictation
import Drawing
import Face
import Testing

@Suite("Waveforms show what is there (T1)")
struct WaveformTests {
    private static let silence = WaveLane.Column(low: 0, high: 0, loud: 0)
    private static let click = WaveLane.Column(low: -0.02, high: 0.98, loud: 0.1)
    private static let levels = FaceOptions.Glyphs.allCases

    /// A lane of silence with one click.
    private func lane(_ count: Int, click: Int) -> WaveLane {
        WaveLane((0..<count).map { $0 == click ? Self.click : Self.silence })
    }

    @Test("a click of one column is seen in its cell at any zoom", arguments: levels)
    func click(glyphs: FaceOptions.Glyphs) {
        for count in [13, 40, 41, 80, 997, 20_000] {
            for place in [0, count / 3, count - 1] {
                var canvas = Canvas(columns: 40, rows: 4)
                Waveform(lane(count, click: place), glyphs).draw(on: &canvas, in: canvas.bounds)
                let points = Waveform.points(cells: 40, glyphs)
                let cells = Set(
                    (0..<points).filter {
                        $0 * count / points <= place && place < max($0 * count / points + 1, ($0 + 1) * count / points)
                    }
                    .map { $0 * 40 / points })
                let drawn = Set((0..<40).filter { canvas[$0, 0].character != " " })
                #expect(drawn == cells && !drawn.isEmpty, "\(count) columns, click at \(place): \(drawn), not \(cells)")
            }
        }
    }

    @Test("silence is a line in the middle", arguments: levels)
    func silence(glyphs: FaceOptions.Glyphs) {
        for rows in 1...4 {
            var canvas = Canvas(columns: 10, rows: rows)
            Waveform(lane(10, click: -1), glyphs).draw(on: &canvas, in: canvas.bounds)
            let filled = (0..<rows).filter { canvas.text(ofRow: $0).contains { $0 != " " } }
            #expect(filled == [rows / 2], "\(rows) rows: \(Snapshot.characters(of: canvas))")
        }
    }

    @Test("full scale fills the lane and nothing else; garbage is silence or full scale", arguments: levels)
    func extremes(glyphs: FaceOptions.Glyphs) {
        let wild = WaveLane.Column(low: -.infinity, high: 7, loud: .nan)
        #expect(wild == WaveLane.Column(low: -1, high: 1, loud: 0))
        #expect(WaveLane.Column(low: .nan, high: .nan, loud: 0) == Self.silence)
        var canvas = Canvas(columns: 12, rows: 5)
        let area = Rectangle(column: 1, row: 1, columns: 10, rows: 3)
        Waveform(WaveLane([wild]), glyphs).draw(on: &canvas, in: area)
        for row in 0..<5 {
            for column in 0..<12 {
                #expect((canvas[column, row].character != " ") == area.contains(column: column, row: row))
            }
        }
    }

    @Test("the loud part is brighter than the peaks, what was heard has its own colour, the loop is shaded")
    func looks() {
        var canvas = Canvas(columns: 10, rows: 8)
        let column = WaveLane.Column(low: -0.9, high: 0.9, loud: 0.3)
        Waveform(WaveLane([column]), .blocks, playhead: 4, loop: 6..<8).draw(on: &canvas, in: canvas.bounds)
        #expect(canvas[0, 0].style.foreground == .wavePeak && canvas[0, 4].style.foreground == .waveBefore)
        #expect(canvas[5, 4].style.foreground == .wave && canvas[4, 4].style.foreground == .playhead)
        #expect(canvas[6, 0].style.background == .loop && canvas[8, 0].style.background == .background)
    }

    @Test("an empty lane, an empty area and a place off the canvas draw nothing", arguments: levels)
    func nothing(glyphs: FaceOptions.Glyphs) {
        var canvas = Canvas(columns: 5, rows: 2)
        Waveform(WaveLane(), glyphs).draw(on: &canvas, in: canvas.bounds)
        Waveform(lane(9, click: 3), glyphs).draw(on: &canvas, in: Rectangle(column: 0, row: 0, columns: 0, rows: 0))
        Waveform(lane(9, click: 3), glyphs).draw(on: &canvas, in: Rectangle(column: 90, row: 90, columns: 3, rows: 3))
        WaveThumbnail([], glyphs).draw(on: &canvas, in: canvas.bounds)
        #expect((0..<2).allSatisfy { canvas.text(ofRow: $0) == "     " })
    }

    @Test("resampling keeps the extremes and the power")
    func resampling() {
        let lane = WaveLane([0.25, -0.5, 0.75, -1].map { WaveLane.Column(low: min(0, $0), high: max(0, $0), loud: abs($0)) })
        let halved = lane.resampled(to: 2).columns
        #expect(halved.map(\.low) == [-0.5, -1] && halved.map(\.high) == [0.25, 0.75])
        #expect(abs(halved[0].loud - 0.395) < 0.001)
        #expect(lane.resampled(to: 8).resampled(to: 4) == lane)
        #expect(lane.resampled(to: 0).columns.isEmpty && WaveLane().resampled(to: 5).columns.isEmpty)
    }

    @Test("the answer of peaks becomes lanes, and garbage in it silence")
    func peaks() {
        let stereo: [Fields] = [
            ["left_low": .double(-0.5), "left_high": .int(1), "left_rms": .text("x"), "right_low": .flag(true)]
        ]
        let lanes = WaveLane.lanes(ofPeaks: stereo)
        #expect(lanes == [WaveLane([.init(low: -0.5, high: 1, loud: 0)]), WaveLane([Self.silence])])
        #expect(WaveLane.lanes(ofPeaks: [["mono_low": .double(-0.5)]]).count == 1)
    }

    @Test("a frame and its cell are the same place, to and fro")
    func axis() {
        let axis = TimeAxis(firstFrame: 480_000, frames: 2_880_007, rate: 48_000, cells: 78)
        for cell in 0..<78 {
            let frame = axis.frame(atCell: cell)
            #expect(axis.cell(of: frame) == cell && (cell == 0 || axis.cell(of: frame - 1) == cell - 1))
        }
        #expect(axis.cell(of: 479_999) == nil && axis.cell(of: 480_000 + 2_880_007) == nil && axis.cell(of: .min) == nil)
        #expect(axis.cells(of: 0..<480_001) == 0..<1 && axis.cells(of: 0..<480_000) == nil)
        #expect(axis.cells(of: 0..<Int64.max) == 0..<78)
        #expect(TimeAxis(firstFrame: -5, frames: 0, rate: 0, cells: 0).frame(atCell: 9) == 1)
    }

    @Test("pictures at each level of glyphs", arguments: levels)
    func picture(glyphs: FaceOptions.Glyphs) {
        // A sound that swells and fades, louder in the left part.
        let columns = (0..<240).map { index -> WaveLane.Column in
            let swell = Float(index % 60 < 30 ? index % 60 : 60 - index % 60) / 30 * (index < 120 ? 1 : 0.5)
            return WaveLane.Column(low: -swell * 0.8, high: swell * 0.95, loud: swell * 0.4)
        }
        var canvas = Canvas(columns: 60, rows: 14)
        let axis = TimeAxis(firstFrame: 0, frames: 60 * 48_000, rate: 48_000, cells: 60)
        Ruler(axis).draw(on: &canvas, in: canvas.bounds.line(0), glyphs)
        for (row, rows) in [(1, 4), (6, 3), (10, 1)] {
            Waveform(WaveLane(columns), glyphs, playhead: 20, loop: 30..<40)
                .draw(on: &canvas, in: Rectangle(column: 0, row: row, columns: 60, rows: rows))
        }
        WaveThumbnail([WaveLane(columns)], glyphs).draw(on: &canvas, in: canvas.bounds.line(12))
        Snapshot.check(Snapshot.characters(of: canvas) + Snapshot.looks(of: canvas), "waveform-\(glyphs)")
    }
}
