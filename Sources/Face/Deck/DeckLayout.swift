// The places of the parts of the deck. Any thread; a value.
internal import Drawing

/// The rectangles of the parts. Parts go by their importance where there is no room; rows that are left go to the waveform.
struct DeckLayout: Sendable, Equatable {
    /// The time ruler.
    private(set) var ruler: Rectangle
    /// The waveform, all channels.
    private(set) var wave: Rectangle
    /// The line with the markers.
    private(set) var marks: Rectangle
    /// The thin line with the whole tape.
    private(set) var overview: Rectangle
    /// The meters, both channels.
    private(set) var meters: Rectangle
    /// The scale of the meters.
    private(set) var scale: Rectangle
    /// File, format, size, time left.
    private(set) var facts: Rectangle
    /// Source and losses.
    private(set) var source: Rectangle
    /// The prompt: its text, and its keys.
    private(set) var card: Rectangle
    /// The pad: three rows, or one.
    private(set) var pad: Rectangle

    /// The parts, with the rows that each has.
    private struct Rows {
        var ruler = 0, wave = 0, marks = 0, overview = 0, gap = 0, meters = 0, scale = 0, facts = 0, source = 0, gapBelow = 0,
            card = 0, pad = 0
    }

    /// Makes the layout of an area. A small one has meters, and the waveform where rows are left. A card is there only where the
    /// waveform keeps four rows beside all other parts.
    init(_ area: Rectangle, isSmall: Bool, card wish: DeckCard? = nil) {
        var rows = Rows()
        var left = area.rows
        func give(_ part: WritableKeyPath<Rows, Int>, _ count: Int) {
            guard left >= count else { return }
            rows[keyPath: part] += count
            left -= count
        }
        give(\.meters, 2)
        give(\.wave, 2)
        if !isSmall {
            give(\.pad, 1)
            give(\.facts, 1)
            give(\.ruler, 1)
            if rows.pad == 1 { give(\.pad, 2) }
            give(\.scale, 1)
            give(\.overview, 1)
            give(\.marks, 1)
            give(\.wave, 2)
            give(\.source, 1)
            give(\.gap, 1)
            give(\.gapBelow, 1)
            // A card takes rows from the waveform, never from the meters.
            let isTall = left >= 8
            if let wish { give(\.card, wish.usualRows) }
            give(\.wave, 2)
            if isTall { give(\.meters, 2) }
            if let wish, rows.card > 0, left >= 4 { give(\.card, min(left - 4, wish.rows - wish.usualRows)) }
        }
        // Both channels get as many rows.
        give(\.wave, left / 2 * 2)
        give(\.gap, left)

        var row = area.row
        func next(_ count: Int, _ part: Rectangle) -> Rectangle {
            defer { row += count }
            return Rectangle(column: part.column, row: row, columns: part.columns, rows: count)
        }
        let lane = Rectangle(column: area.column + 1, row: 0, columns: area.columns - 2, rows: 0)
        ruler = next(rows.ruler, lane)
        wave = next(rows.wave, lane)
        marks = next(rows.marks, lane)
        overview = next(rows.overview, lane)
        row += rows.gap
        meters = next(rows.meters, lane)
        scale = next(rows.scale, lane)
        facts = next(rows.facts, lane)
        source = next(rows.source, lane)
        row += rows.gapBelow
        card = next(rows.card, lane)
        pad = next(rows.pad, area)
    }

    /// Makes the layout of an area for the sound alone: ruler, waveform and markers.
    init(soundOf area: Rectangle) {
        self.init(area, isSmall: true)
        let none = Rectangle(column: area.column, row: area.row + area.rows, columns: area.columns, rows: 0)
        let lane = Rectangle(column: area.column + 1, row: area.row, columns: max(0, area.columns - 2), rows: 1)
        (overview, meters, scale, facts, source, card, pad) = (none, none, none, none, none, none, none)
        let rows = max(0, (area.rows - 2) / 2 * 2)
        ruler = rows > 0 ? lane : none
        wave = Rectangle(column: lane.column, row: area.row + 1, columns: lane.columns, rows: rows)
        marks = rows > 0 ? Rectangle(column: lane.column, row: wave.row + rows, columns: lane.columns, rows: 1) : none
    }

    /// The rows of one of so many channels.
    func lane(_ channel: Int, of count: Int) -> Rectangle {
        let rows = wave.rows / max(1, count)
        return Rectangle(column: wave.column, row: wave.row + channel * rows, columns: wave.columns, rows: rows)
    }

    /// The rows of one of the two meters.
    func meter(_ channel: Int) -> Rectangle {
        Rectangle(
            column: meters.column, row: meters.row + channel * (meters.rows / 2), columns: meters.columns, rows: meters.rows / 2)
    }
}
