// Tests of the grid of cells.
import Drawing
import Testing

@Suite("Canvas")
struct CanvasTests {
    @Test func textIsClippedAtTheEdge() {
        var canvas = Canvas(columns: 5, rows: 1)
        canvas.put("interview", column: 2, row: 0, .plain)
        #expect(canvas.text(ofRow: 0) == "  int")
    }

    @Test func aControlCharacterNeverReachesACell() {
        var canvas = Canvas(columns: 8, rows: 1)
        canvas.put("a\u{1b}[2Jb", column: 0, row: 0, .plain)
        #expect(canvas.text(ofRow: 0) == "a?[2Jb  ")
    }

    @Test("a wide character takes two cells, and is left out where one is free")
    func wide() {
        var canvas = Canvas(columns: 5, rows: 1)
        #expect(canvas.put("a音音", column: 0, row: 0, .plain) == 5)
        #expect(canvas[1, 0].character == "音" && canvas[2, 0].isTail && canvas[4, 0].isTail)
        canvas = Canvas(columns: 4, rows: 1)
        #expect(canvas.put("a音音", column: 0, row: 0, .plain) == 3)
        #expect(canvas.text(ofRow: 0) == "a音 ")
    }

    @Test("no half of a wide character is left", arguments: 0..<6)
    func halves(column: Int) {
        for text in ["x", "音", "─"] {
            var canvas = Canvas(columns: 6, rows: 1)
            canvas.put("音音音", column: 0, row: 0, .plain)
            canvas.put(text, column: column, row: 0, .plain)
            #expect(Self.isWhole(canvas), "\(text) at \(column): \(canvas.text(ofRow: 0))")
            canvas.put("音音音", column: 0, row: 0, .plain)
            canvas.fill(Rectangle(column: column, row: 0, columns: 2, rows: 1), .plain, "#")
            #expect(Self.isWhole(canvas), "filled at \(column): \(canvas.text(ofRow: 0))")
        }
    }

    /// True if each wide character has its second cell, and each second cell its character.
    private static func isWhole(_ canvas: Canvas) -> Bool {
        (0..<canvas.columns).allSatisfy { column in
            let needsTail = canvas[column, 0].character == "音"
            let hasTail = column + 1 < canvas.columns && canvas[column + 1, 0].isTail
            return needsTail == hasTail && !(column == 0 && canvas[0, 0].isTail)
        }
    }

    @Test("combining marks share the cell of their base; a mark alone gets none")
    func marks() {
        var canvas = Canvas(columns: 4, rows: 1)
        canvas.put("e\u{301}x", column: 0, row: 0, .plain)
        #expect(canvas[0, 0].character == "e\u{301}" && canvas[1, 0].character == "x")
        #expect(canvas.put("\u{301}", column: 2, row: 0, .plain) == 2)
        canvas.put("z" + String(repeating: "\u{301}", count: 50), column: 2, row: 0, .plain)
        #expect(canvas[2, 0].scalars.count == 4 && canvas[3, 0].character == " ")
    }

    @Test("a text that begins left of the canvas is cut there")
    func left() {
        var canvas = Canvas(columns: 4, rows: 1)
        canvas.put("abcdef", column: -2, row: 0, .plain)
        #expect(canvas.text(ofRow: 0) == "cdef")
        canvas.put("音b", column: -1, row: 0, .plain)
        #expect(canvas.text(ofRow: 0) == " bef" || canvas.text(ofRow: 0) == "cbef")
        canvas.fill(Rectangle(column: -3, row: -3, columns: 9, rows: 9), .plain)
        canvas.put("x", column: 0, row: 7, .plain)
        #expect(canvas.text(ofRow: 0) == "    ")
    }

    @Test("the paths of a sentence are shortened before its words", arguments: [40, 60, 80, 200])
    func sentences(width: Int) {
        let path = "/home/anna/Recordings/a-folder-of-a-long-project/memo.wav"
        let words = " is gone: put it back"
        let shown = Cells.shortened(sentence: path + words, to: width, gap: "..")
        #expect(Cells.width(of: shown) == min(width, Cells.width(of: path + words)))
        #expect(shown.hasSuffix("memo.wav" + words), "\(shown)")
        #expect(Cells.shortened(sentence: "no path is in it", to: 10, gap: "..") == "no p..n it")
    }
}
