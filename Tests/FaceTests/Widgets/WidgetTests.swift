// Tests of faders, frames, tabs, progress bars and words.
import Dictation
import Drawing
import Face
import Testing

@Suite("Small widgets")
struct WidgetTests {
    @Test("a fader moves in whole steps within its range, and resets")
    func fader() {
        var rate = Fader(1, in: 0.5...2, neutral: 1, fine: 0.01, coarse: 0.1)
        for _ in 0..<7 { rate.move(by: 1) }
        for _ in 0..<7 { rate.move(by: -1) }
        #expect(abs(rate.value - 1) < 1e-12)
        rate.move(by: 50, coarse: true)
        #expect(rate.value == 2)
        rate.move(by: -99, coarse: true)
        #expect(rate.value == 0.5)
        rate.set(.nan)
        #expect(rate.value == 0.5)
        rate.reset()
        #expect(rate.value == 1)
    }

    @Test("a click on a fader gives the value of its cell; that of the notch is neutral")
    func faderClicks() {
        let pitch = Fader(0, in: -1200...1200, neutral: 0, fine: 1, coarse: 100)
        #expect(pitch.value(atCell: 0, of: 41) == -1200 && pitch.value(atCell: 40, of: 41) == 1200)
        #expect(pitch.value(atCell: 20, of: 41) == 0 && pitch.value(atCell: 30, of: 41) == 600)
        #expect(pitch.value(atCell: -9, of: 41) == -1200 && pitch.value(atCell: 3, of: 1) == 0)
        let rate = Fader(1, in: 0.5...2, neutral: 1, fine: 0.01, coarse: 0.1)
        #expect((0..<40).contains { rate.value(atCell: $0, of: 40) == 1 })
    }

    @Test("a frame fits into any size and gives its inside")
    func frame() {
        for columns in 0...30 {
            for rows in 0...5 {
                var canvas = Canvas(columns: columns, rows: rows)
                let inside = DialogFrame("Delete 3 recordings?", footnote: "esc cancel").draw(
                    on: &canvas, in: canvas.bounds, .braille)
                #expect(inside.columns <= columns && inside.rows <= rows)
            }
        }
        let area = DialogFrame.centred(columns: 40, rows: 9, in: Rectangle(column: 0, row: 0, columns: 80, rows: 24))
        #expect(area == Rectangle(column: 20, row: 7, columns: 40, rows: 9))
        #expect(DialogFrame.centred(columns: 99, rows: 99, in: area) == area)
    }

    @Test("tabs keep the open one readable, and tell their places")
    func tabs() {
        var canvas = Canvas(columns: 60, rows: 1)
        let places = TabRow(["Deck", "Library", "Markers"], selected: 1).draw(on: &canvas, in: canvas.bounds)
        #expect(canvas.text(ofRow: 0).hasPrefix(" 1 Deck  2 Library  3 Markers "))
        #expect(places.map(\.column) == [0, 8, 19] && canvas[places[1].column + 3, 0].style.isBold)
        var small = Canvas(columns: 20, rows: 1)
        TabRow(["Deck", "Library", "Markers"], selected: 1).draw(on: &small, in: small.bounds)
        #expect(small.text(ofRow: 0).hasPrefix(" 1  2 Library  3 "))
    }

    @Test("progress has a fixed place for its percent")
    func progress() {
        for (share, words) in [
            (0.0, "   0 %"), (0.424, "  42 %"), (0.999, "  99 %"), (1, " 100 %"), (.nan, "   0 %"), (7, " 100 %"),
        ] {
            var canvas = Canvas(columns: 20, rows: 1)
            ProgressBar(share).draw(on: &canvas, in: canvas.bounds, .blocks)
            #expect(canvas.text(ofRow: 0).hasSuffix(words))
        }
    }

    @Test("times and sizes as the screen writes them")
    func words() {
        #expect(Words.elapsed(4046.9) == " 1h07m26s" && Words.elapsed(0) == "       0s" && Words.elapsed(359_999) == "99h59m59s")
        #expect([0.0, 59, 60, 3600, 86_400].allSatisfy { Words.elapsed($0).count == Words.elapsedWidth })
        #expect(Words.size(72_900_000) == "72.9 MB" && Words.size(999) == "999 bytes" && Words.size(-5) == "0 bytes")
        #expect(Words.size(.max) == "9223372.0 TB")
    }

    @Test("pictures", arguments: FaceOptions.Glyphs.allCases)
    func picture(glyphs: FaceOptions.Glyphs) {
        var canvas = Canvas(columns: 60, rows: 12)
        TabRow(["Deck", "Library", "Markers"], selected: 1).draw(on: &canvas, in: canvas.bounds.line(0))
        let frame = Rectangle(column: 4, row: 2, columns: 50, rows: 9)
        let inside = DialogFrame("Rename interview", footnote: "enter rename, esc cancel").draw(on: &canvas, in: frame, glyphs)
        canvas.put("New name", column: inside.column, row: inside.row, Style(.secondary))
        TextField("interview with the mayor").draw(on: &canvas, in: inside.line(1))
        ProgressBar(0.424).draw(on: &canvas, in: inside.line(3), glyphs)
        Fader(1.25, in: 0.5...2, neutral: 1, fine: 0.01, coarse: 0.1).draw(on: &canvas, in: inside.line(4), glyphs)
        Fader(0, in: -1200...1200, neutral: 0, fine: 1, coarse: 100).draw(
            on: &canvas, in: inside.line(5), glyphs, isFocused: true)
        Snapshot.check(canvas, "widgets-\(glyphs)")
    }
}
