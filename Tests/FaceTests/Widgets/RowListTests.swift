// Tests of lists and their scroll bar.
import Dictation
import Drawing
import Face
import Testing

@Suite("Lists (T7)")
struct RowListTests {
    private func list(_ count: Int, height: Int = 10) -> RowList {
        var list = RowList(count: count)
        list.show(height: height)
        return list
    }

    @Test("keys move the selection and keep it visible")
    func keys() {
        var list = list(100)
        for key in [Key.named(.down), .character("j"), .character("j")] {
            let isTaken = list.take(key)
            #expect(isTaken)
        }
        #expect(list.selected == 3 && list.visible == 0..<10)
        _ = list.take(.named(.pageDown))
        #expect(list.selected == 12 && list.visible == 3..<13)
        _ = list.take(.named(.end))
        #expect(list.selected == 99 && list.visible == 90..<100)
        _ = list.take(.named(.up))
        #expect(list.selected == 98 && list.visible == 90..<100)
        _ = list.take(.named(.home))
        #expect(list.selected == 0 && list.visible == 0..<10)
        let isTaken = list.take(.character("x"))
        #expect(!isTaken)
    }

    @Test("the wheel scrolls, and the selection stays visible")
    func wheel() {
        var list = list(100)
        list.scroll(down: true)
        #expect(list.visible == 3..<13 && list.selected == 3)
        list.scroll(down: false)
        list.scroll(down: false)
        #expect(list.visible == 0..<10 && list.selected == 3)
        for _ in 0..<100 { list.scroll(down: true) }
        #expect(list.visible == 90..<100)
    }

    @Test("rows that go, and windows that shrink, keep the selection inside")
    func resize() {
        var list = list(100)
        list.select(99)
        list.resize(count: 5)
        #expect(list.selected == 4 && list.visible == 0..<5)
        list.resize(count: 0)
        #expect(list.selected == 0 && list.visible.isEmpty && list.row(atLine: 0) == nil)
        list.resize(count: 50)
        list.select(40)
        list.show(height: 1)
        #expect(list.visible == 40..<41)
    }

    @Test("only the visible rows of 100,000 are drawn, each in its line; a click finds its row")
    func drawing() {
        var list = list(100_000)
        list.select(50_000)
        var canvas = Canvas(columns: 20, rows: 10)
        var drawn: [Int] = []
        list.draw(on: &canvas, in: canvas.bounds, .ascii) { canvas, row, line, isSelected in
            drawn.append(row)
            canvas.put("\(row)", column: line.column, row: line.row, Style(.text, on: isSelected ? .selection : .background))
        }
        #expect(drawn == Array(49_991...50_000) && canvas.text(ofRow: 9).hasPrefix("50000"))
        #expect(canvas[0, 9].style.background == .selection && canvas[19, 4].character == "#")
        #expect(list.row(atLine: 4) == 49_995 && list.row(atLine: 10) == nil && list.row(atLine: -1) == nil)
    }

    @Test("the scroll bar touches an end only where the list ends")
    func scrollBar() {
        func thumb(_ first: Int, of count: Int, height: Int = 10) -> [Int] {
            var canvas = Canvas(columns: 1, rows: height)
            ScrollBar(first: first, shown: height, of: count).draw(on: &canvas, in: canvas.bounds, .ascii)
            return (0..<height).filter { canvas[0, $0].character == "#" }
        }
        #expect(thumb(0, of: 1000) == [0] && thumb(1, of: 1000) == [1])
        #expect(thumb(989, of: 1000) == [8] && thumb(990, of: 1000) == [9])
        #expect(thumb(0, of: 20) == Array(0..<5) && thumb(0, of: 10) == Array(0..<10))
        #expect(ScrollBar(first: 0, shown: 10, of: 1000).first(atLine: 9, height: 10) == 990)
        #expect(ScrollBar(first: 0, shown: 10, of: 5).first(atLine: 3, height: 10) == 0)
    }
}
