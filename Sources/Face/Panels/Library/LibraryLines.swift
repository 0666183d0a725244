// The lines of the library's list with the heads of groups. Any thread; a value.
internal import Dictation
internal import Drawing

/// The lines that are visible: rows, and the head of each group before its first row. The list counts rows only, so a head costs a
/// line of the picture and nothing else, and a part of a long list is enough to draw it.
struct LibraryLines: Sendable, Equatable {
    /// One line.
    enum Line: Sendable, Equatable {
        /// The head of the group that this row belongs to.
        case head(Int)
        /// A row.
        case row(Int)
    }

    /// The lines, from the top.
    private(set) var lines: [Line] = []

    /// Makes the lines of a list in so many rows of the picture. The selected row is among them.
    init(_ list: RowList, height: Int, isGrouped: Bool, group: (Int) -> String?) {
        guard height > 0, list.count > 0 else { return }
        var top = min(list.top, list.selected)
        repeat {
            lines = Self.lines(from: top, of: list.count, height: height, isGrouped: isGrouped, group)
            top += 1
        } while top <= list.selected && !lines.contains(.row(list.selected))
    }

    private static func lines(
        from top: Int, of count: Int, height: Int, isGrouped: Bool, _ group: (Int) -> String?
    ) -> [Line] {
        var lines: [Line] = []
        var row = top
        while lines.count < height, row < count {
            // The first line tells the group in any case. A head without a row below it would tell nothing, except where there is one
            // line only: that is the row's.
            let hasHead = isGrouped && (row == top || group(row) != group(row - 1)) && group(row) != nil
            if hasHead, height > 1 {
                guard lines.count + 1 < height else { break }
                lines.append(.head(row))
            }
            lines.append(.row(row))
            row += 1
        }
        return lines
    }

    /// The number of rows.
    var rows: Int {
        lines.count {
            if case .row = $0 { true } else { false }
        }
    }

    /// The row on a line of the picture: for a head, the first one of its group that is visible. Nil below the last one.
    func row(at line: Int) -> Int? {
        guard lines.indices.contains(line) else { return nil }
        switch lines[line] {
        case .head(let row), .row(let row): return row
        }
    }
}
