// Tests of the level meters.
import Drawing
import Face
import Testing

@Suite("Meters tell levels (T3)")
struct MeterBarTests {
    private func line(_ meter: MeterBar, columns: Int = 80, rows: Int = 1, _ glyphs: FaceOptions.Glyphs = .ascii) -> Canvas {
        var canvas = Canvas(columns: columns, rows: rows)
        meter.draw(on: &canvas, in: canvas.bounds, glyphs)
        return canvas
    }

    @Test("a level fills its share of the scale")
    func share() {
        let width = MeterBar.bar(in: Rectangle(column: 0, row: 0, columns: 80, rows: 1)).columns
        for level in [-60.0, -45, -30, -15, 0] {
            let text = line(MeterBar("L", average: level, peak: level, held: -200)).text(ofRow: 0)
            #expect(abs(text.count { $0 == "#" } - Int((1 + level / 60) * Double(width))) <= 1, "\(level): \(text)")
        }
    }

    @Test("figures keep their places, whatever the level")
    func figures() {
        let loud = line(MeterBar("L", average: -7.2, peak: -4, held: -3.4)).text(ofRow: 0)
        let silent = line(MeterBar("L", average: -200, peak: -.infinity, held: .nan)).text(ofRow: 0)
        let over = line(MeterBar("L", average: -0.4, peak: 3, held: 1e9, isClipped: true)).text(ofRow: 0)
        #expect(loud.hasSuffix("   -7 dB  peak   -3 CLIP"))
        #expect(silent.hasSuffix(" -inf dB  peak    0 CLIP") || silent.hasSuffix(" -inf dB  peak -inf CLIP"), "\(silent)")
        #expect(over.hasSuffix("    0 dB  peak  +99 CLIP"))
    }

    @Test("zones of colour begin at -12 and -3 dB, the clip lamp is lit only after a clip")
    func zones() {
        let canvas = line(MeterBar("L", average: 0, peak: 0, held: -200, isClipped: true))
        let bar = MeterBar.bar(in: canvas.bounds)
        func role(at level: Double) -> Role {
            canvas[bar.column + Int((1 + level / 60) * Double(bar.columns)), 0].style.foreground
        }
        #expect(role(at: -20) == .meter && role(at: -10) == .meterHigh && role(at: -1) == .meterClip)
        #expect(canvas[79, 0].style.isReversed && canvas[79, 0].style.foreground == .error)
        #expect(line(MeterBar("L", average: 0, peak: 0, held: -200))[79, 0].style.isReversed == false)
    }

    @Test("narrow lines drop figures before the bar, down to nothing")
    func narrow() {
        for columns in 0...80 {
            let canvas = line(MeterBar("R", average: -20, peak: -10, held: -5), columns: columns, rows: 2, .braille)
            #expect(canvas.columns == columns)
            if columns >= 20 { #expect(MeterBar.bar(in: canvas.bounds).columns >= 10) }
        }
    }

    @Test("pictures", arguments: FaceOptions.Glyphs.allCases)
    func picture(glyphs: FaceOptions.Glyphs) {
        var canvas = Canvas(columns: 80, rows: 8)
        let left = MeterBar("L", average: -18.2, peak: -7, held: -3)
        let right = MeterBar("R", average: -60, peak: -31, held: 0.5, isClipped: true)
        left.draw(on: &canvas, in: canvas.bounds.line(0), glyphs)
        right.draw(on: &canvas, in: canvas.bounds.line(1), glyphs)
        MeterScale.draw(on: &canvas, in: canvas.bounds.line(2))
        left.draw(on: &canvas, in: Rectangle(column: 0, row: 3, columns: 50, rows: 2), glyphs)
        right.draw(on: &canvas, in: Rectangle(column: 0, row: 5, columns: 50, rows: 2), glyphs)
        MeterScale.draw(on: &canvas, in: Rectangle(column: 0, row: 7, columns: 50, rows: 1))
        Snapshot.check(canvas, "meters-\(glyphs)")
    }
}
