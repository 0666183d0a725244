// The picture of the library. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension LibraryPanel {
    /// The area of the rows.
    static func listArea(_ area: Rectangle) -> Rectangle { LibraryLayout(area).list }

    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let layout = LibraryLayout(area)
        let glyphs = context.options.glyphs
        if let line = layout.search { drawSearch(&sketch, line, context) }
        let columns = LibraryColumn.fitting(layout.list.columns - Self.signs)
        let places = Self.places(of: columns, in: layout.list)
        if let line = layout.header { drawHeader(&sketch, line, places, glyphs) }
        if list.count == 0 || window.row(list.selected) == nil && window.rows.isEmpty {
            drawEmpty(&sketch, layout.list, context)
        } else {
            drawRows(&sketch, layout.list, places, context)
        }
        sketch.spot(layout.list, Spot.list.rawValue)
        if let details = layout.details {
            drawDetails(&sketch, details, isBeside: layout.isBeside, context)
            if layout.isBeside {
                for row in details.row..<details.row + details.rows {
                    sketch.canvas.put(String(glyphs.vertical), column: details.column - 2, row: row, Style(.separator))
                }
            }
        }
        if let buttons = layout.buttons { drawButtons(&sketch, buttons, context) }
        if let foot = layout.foot { drawFoot(&sketch, foot, context) }
    }

    /// The places of the columns in a row of the list: the signs come first, and the name gets what is left.
    static func places(
        of columns: [LibraryColumn], in area: Rectangle
    ) -> [(column: LibraryColumn, place: Rectangle)] {
        let fixed = columns.reduce(0) { $0 + ($1 == .name ? 0 : $1.width + 2) }
        // The last column of the area may be the scroll bar's.
        let name = max(0, area.columns - Self.signs - 1 - fixed)
        var column = area.column + Self.signs
        return columns.map { kind in
            let width = kind == .name ? name : kind.width
            defer { column += width + 2 }
            return (kind, Rectangle(column: column, row: area.row, columns: width, rows: 1))
        }
    }

    // MARK: Search and header

    private func drawSearch(_ sketch: inout Sketch, _ line: Rectangle, _ context: FaceContext) {
        let (total, tag) = (window.total, filter.tag)
        var facts = [filter.hidesSome ? tr("\(total) found") : "\(total)"]
        if !tag.isEmpty { facts.append(tr("tag \(tag)")) }
        if filter.isFavourites { facts.append(tr("favourites")) }
        if !filter.group.isEmpty { facts.append(filter.groupWords) }
        if line.columns >= 60 { facts.append(filter.order) }
        let dot = " \(context.options.glyphs.dot) "
        let words = Cells.shortened(
            PrintableText.line(facts.joined(separator: dot)), to: max(0, line.columns - 16), gap: context.options.glyphs.gap)
        let start = line.column + line.columns - Cells.width(of: words) - 1
        sketch.canvas.put(words, column: start, row: line.row, Style(.secondary))
        let field = Rectangle(column: line.column + 2, row: line.row, columns: start - line.column - 4, rows: 1)
        sketch.canvas.put("/", column: line.column, row: line.row, Style(isTyping ? .text : .secondary, bold: isTyping))
        if isTyping {
            let outer = sketch.canvas.cursor
            search.draw(on: &sketch.canvas, in: field)
            if !context.isFocused { sketch.canvas.cursor = outer }
        } else if search.text.isEmpty {
            sketch.canvas.put(tr("search"), column: field.column, row: field.row, Style(.disabled), width: field.columns)
        } else {
            sketch.canvas.put(search.text, column: field.column, row: field.row, Style(.text), width: field.columns)
        }
        sketch.spot(field, Spot.search.rawValue)
    }

    private func drawHeader(
        _ sketch: inout Sketch, _ line: Rectangle, _ places: [(column: LibraryColumn, place: Rectangle)],
        _ glyphs: FaceOptions.Glyphs
    ) {
        for (column, place) in places {
            let isSorted = column.sort == filter.sort
            // Names from a to z go down the list as dates from new to old do.
            let arrow = isSorted ? " \((filter.sort == "name") == filter.isReversed ? glyphs.down : glyphs.up)" : ""
            let words = Cells.padded(
                Cells.start(of: column.header + arrow, place.columns), place.columns, right: column.isRight)
            sketch.canvas.put(
                words, column: place.column, row: line.row, Style(isSorted ? .text : .secondary), width: place.columns)
        }
        sketch.spot(line, Spot.header.rawValue)
    }

    // MARK: Rows

    func draw(
        _ recording: RecordingView, on canvas: inout Canvas, _ line: Rectangle,
        _ places: [(column: LibraryColumn, place: Rectangle)], isSelected: Bool, _ context: FaceContext
    ) {
        let glyphs = context.options.glyphs
        let background: Role = isSelected ? .selection : .background
        let isMarked = marks.contains(recording.name)
        if isMarked {
            canvas.put(String(glyphs.marked), column: line.column, row: line.row, Style(.text, on: background, bold: true))
        }
        let (sign, role) = sign(of: recording, context)
        canvas.put(
            String(sign), column: line.column + 1, row: line.row, Style(isSelected ? .text : role, on: background, bold: true))
        for (column, place) in places {
            let text = Cells.shortened(
                PrintableText.line(column.text(recording)), to: place.columns, gap: glyphs.gap)
            let role: Role = isSelected || column == .name ? .text : .secondary
            canvas.put(
                Cells.padded(text, place.columns, right: column.isRight), column: place.column, row: line.row,
                Style(role, on: background, bold: isMarked && column == .name), width: place.columns)
        }
        if recording.isFavourite {
            canvas.put(
                String(glyphs.star), column: line.column + 2, row: line.row,
                Style(isSelected ? .text : .warning, on: background, bold: true))
        }
    }

    /// The sign before a name: recording, loaded or playing, damaged, a draft, or nothing.
    private func sign(of recording: RecordingView, _ context: FaceContext) -> (Character, Role) {
        let (glyphs, transport) = (context.options.glyphs, context.view.transport)
        if transport.hasTake, transport.recordName == recording.name { return (glyphs.lamp, .record) }
        if transport.playName == recording.name { return (glyphs.play, transport.play == .playing ? .playhead : .secondary) }
        if !recording.problem.isEmpty { return ("!", .warning) }
        if recording.state == Recording.State.draft.rawValue { return (glyphs.darkLamp, .secondary) }
        return (" ", .secondary)
    }

    private func drawEmpty(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let key = context.keys.key(of: .rec, in: [.anywhere])?.name ?? "r"
        let words: String
        if !context.view.isConnected {
            words = tr("The engine does not answer.")
        } else if !window.failure.isEmpty {
            words = window.failure
        } else if window.shown == nil || window.asked != nil {
            words = ""
        } else if filter.hidesSome {
            words = tr("No recording matches. Escape shows all.")
        } else {
            words = tr("No recordings yet. Press \(key) to record.")
        }
        let role: Role = window.failure.isEmpty ? .secondary : .error
        for (index, line) in Cells.wrapped(PrintableText.line(words), to: max(1, area.columns - Self.signs - 1)).enumerated()
        where index < area.rows {
            sketch.canvas.put(
                line, column: area.column + Self.signs, row: area.row + index, Style(role), width: area.columns - Self.signs)
        }
    }
}
