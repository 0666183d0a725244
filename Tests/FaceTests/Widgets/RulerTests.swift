// Tests of the time ruler.
import Drawing
import Face
import Testing

@Suite("The ruler has round marks (T1)")
struct RulerTests {
    private func labels(from first: Double, seconds: Double, cells: Int) -> [String] {
        let axis = TimeAxis(
            firstFrame: Int64(first * 48_000), frames: Int64(seconds * 48_000), rate: 48_000, cells: cells)
        return Ruler(axis).marks.map(\.label)
    }

    @Test("the last minute of a take has a mark every ten or fifteen seconds")
    func minute() {
        #expect(labels(from: 0, seconds: 60, cells: 78) == ["00:00", "00:10", "00:20", "00:30", "00:40", "00:50"])
        #expect(labels(from: 4000, seconds: 60, cells: 50) == ["1:06:45", "1:07:00", "1:07:15", "1:07:30"])
    }

    @Test("distances from a tenth of a second to days")
    func steps() {
        #expect(
            labels(from: 10, seconds: 0.8, cells: 80) == [
                "00:10.0", "00:10.1", "00:10.2", "00:10.3", "00:10.4", "00:10.5", "00:10.6", "00:10.7",
            ])
        #expect(labels(from: 0, seconds: 3600, cells: 60) == ["00:00", "10:00", "20:00", "30:00", "40:00", "50:00"])
        #expect(labels(from: 0, seconds: 86_400, cells: 60) == ["00:00", "6:00:00", "12:00:00", "18:00:00"])
    }

    @Test("marks never overlap and are never cut, at any width and zoom")
    func room() {
        for cells in [1, 2, 5, 9, 10, 17, 40, 80, 131, 300] {
            for seconds in [0.0001, 0.05, 0.4, 1, 7, 59, 61, 1000, 5000, 100_000, 1e9] {
                for first in [0.0, 0.3, 3599.5, 360_000] {
                    let axis = TimeAxis(
                        firstFrame: Int64(first * 44_100), frames: Int64(seconds * 44_100), rate: 44_100, cells: cells)
                    let marks = Ruler(axis).marks
                    for (one, next) in zip(marks, marks.dropFirst()) { #expect(one.cell + one.label.count + 1 < next.cell) }
                    if let last = marks.last { #expect(last.cell + last.label.count + 1 <= cells) }
                }
            }
        }
    }

    @Test("a mark stands in the cell of its frame")
    func place() {
        let axis = TimeAxis(firstFrame: 0, frames: 48_000 * 60, rate: 48_000, cells: 60)
        var canvas = Canvas(columns: 60, rows: 1)
        Ruler(axis).draw(on: &canvas, in: canvas.bounds, .ascii)
        #expect(canvas.text(ofRow: 0).hasPrefix("|00:00    |00:10    |00:20"))
    }
}
