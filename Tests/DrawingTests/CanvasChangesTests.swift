// Tests of the difference of two canvases.
import Drawing
import TestSupport
import Testing

@Suite struct CanvasChangesTests {
    /// A canvas of another size has no cell in common.
    @Test func allCellsOfAnotherSizeChange() {
        let canvas = Canvas(columns: 3, rows: 2)
        #expect(canvas.changes(since: nil).count == 6)
        #expect(canvas.changes(since: Canvas(columns: 2, rows: 3)).count == 6)
        #expect(canvas.changes(since: Canvas(columns: 3, rows: 2)).isEmpty)
        #expect(Canvas(columns: 0, rows: 2).changes(since: Canvas(columns: 0, rows: 2)).isEmpty)
    }

    /// Each cell that differs changes, and the one before it, since its character may be wide; no other does.
    @Test func theCellsThatDifferChange() {
        var dice = Dice()
        let words = ["a", "b", "音", "─", " "]
        let styles: [Style] = [.plain, Style(.disabled), Style(.text, bold: true), Style(.text, blinks: true)]
        var before = Canvas(columns: 20, rows: 6)
        for _ in 0..<500 {
            var after = before
            for _ in 0..<Int.random(in: 0..<6, using: &dice) {
                after.put(
                    words.randomElement(using: &dice) ?? "", column: Int.random(in: 0..<20, using: &dice),
                    row: Int.random(in: 0..<6, using: &dice), styles.randomElement(using: &dice) ?? .plain)
            }
            let differing = Set(before.cells.indices.filter { before.cells[$0] != after.cells[$0] })
            let wanted = before.cells.indices.filter { place in
                differing.contains(place) || place % 20 < 19 && differing.contains(place + 1)
            }
            #expect(after.changes(since: before).map { $0.row * 20 + $0.column }.sorted() == wanted)
            before = after
        }
    }
}
