// The edit distance within a band. Any thread; no state, no I/O.

/// Edit distance of two rows of words. Only steps near the straight way between both ends are looked at.
struct WordBand {
    /// Costs of the steps.
    struct Costs {
        /// Same word, other case or punctuation.
        var respelled: Int32
        /// Another word with the same beginning.
        var alike: Int32
        /// Another word.
        var different: Int32
        /// A word that one text lacks.
        var gap: Int32

        /// For corrections: words that look alike are rather the same.
        static let correction = Costs(respelled: 1, alike: 5, different: 6, gap: 4)
        /// For error rates: each error counts one.
        static let errors = Costs(respelled: 0, alike: 1, different: 1, gap: 1)
    }

    private enum Step {
        static let pair: UInt8 = 0
        static let removed: UInt8 = 1
        static let added: UInt8 = 2
    }

    /// Sum of the costs.
    private(set) var cost: Int32 = 0
    /// The steps, in order.
    private(set) var pairs: [WordPair] = []

    /// Finds the cheapest steps that leave the straight way by at most `width` words.
    init(_ old: ArraySlice<WordKeys.Key>, _ new: ArraySlice<WordKeys.Key>, width: Int, _ costs: Costs) {
        let (rows, columns) = (old.count, new.count)
        var steps: [[UInt8]] = []
        steps.reserveCapacity(rows + 1)
        var (before, beforeLow): ([Int32], Int) = ([], 0)
        let (oldStart, newStart) = (old.startIndex, new.startIndex)
        for row in 0...rows {
            let low = max(0, row * columns / max(1, rows) - width)
            let high = rows == 0 ? columns : min(columns, (row + 1) * columns / rows + width)
            var line = [Int32](repeating: 0, count: high - low + 1)
            var step = [UInt8](repeating: Step.added, count: high - low + 1)
            for column in low...high {
                var best: Int32 = row == 0 && column == 0 ? 0 : .max
                var way = Step.pair
                let above = column - beforeLow
                if row > 0, column > 0, above >= 1, above - 1 < before.count {
                    let (one, other) = (old[oldStart + row - 1], new[newStart + column - 1])
                    best = before[above - 1]
                    if one.text != other.text {
                        best +=
                            one.plain == other.plain
                            ? costs.respelled : one.beginning == other.beginning ? costs.alike : costs.different
                    }
                }
                if row > 0, above >= 0, above < before.count, before[above] + costs.gap < best {
                    best = before[above] + costs.gap
                    way = Step.removed
                }
                if column > low, line[column - low - 1] + costs.gap < best {
                    best = line[column - low - 1] + costs.gap
                    way = Step.added
                }
                line[column - low] = best
                step[column - low] = way
            }
            (before, beforeLow) = (line, low)
            steps.append(step)
        }
        cost = before.last ?? 0
        trace(steps, rows, columns, width, oldStart, newStart)
    }

    /// Goes the steps back from the end.
    private mutating func trace(
        _ steps: [[UInt8]], _ rows: Int, _ columns: Int, _ width: Int, _ oldStart: Int, _ newStart: Int
    ) {
        var (row, column) = (rows, columns)
        while row > 0 || column > 0 {
            let low = max(0, row * columns / max(1, rows) - width)
            switch steps[row][column - low] {
            case Step.pair:
                (row, column) = (row - 1, column - 1)
                pairs.append(WordPair(old: oldStart + row, new: newStart + column))
            case Step.removed:
                row -= 1
                pairs.append(WordPair(old: oldStart + row, new: nil))
            default:
                column -= 1
                pairs.append(WordPair(old: nil, new: newStart + column))
            }
        }
        pairs.reverse()
    }
}
