// Rows of several rounds. Any thread; a value.

/// The row of one thing, such as a program at one period, in each of several rounds.
struct RowRounds<Row> {
    /// A row for each round; nil for a round without it.
    let rows: [Row?]

    /// Finds the row in the table of each round.
    init(_ tables: [[Row]], where isWanted: (Row) -> Bool) { rows = tables.map { $0.first(where: isWanted) } }

    /// One figure of the row in all rounds.
    func series(_ figure: (Row) -> Double?) -> Series { Series(rows.map { $0.flatMap(figure) }) }

    /// Rounds that have the row.
    var measured: [Row] { rows.compactMap { $0 } }
}
