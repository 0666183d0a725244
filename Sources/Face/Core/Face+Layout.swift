// The places of the parts of the screen. Any thread; no I/O.
internal import Dictation
internal import Drawing

extension Face {
    /// The manners of the screen in windows of different sizes.
    enum Size: Sendable {
        /// A line: lamp and time.
        case line
        /// Time, lamp, meters and the last line.
        case small
        /// All parts that there is room for.
        case full
    }

    /// The size in this window.
    var size: Size { rows < 4 || columns < 24 ? .line : rows < 12 || columns < 60 ? .small : .full }

    /// True if the names of the pages have a row above the footer.
    var hasTabs: Bool { size == .full && rows >= 16 }

    /// True if a page stands beside the deck.
    var isWide: Bool { size == .full && columns >= Self.wideColumns && sideTab != nil }

    /// The page beside the deck: the one with the focus, else the last one that had it, else the library.
    var sideTab: Tab? {
        if tab != .deck { return tab }
        return pages[lastTab] == nil ? nil : lastTab
    }

    /// The columns of the page beside the deck.
    private var sideColumns: Int { columns * 38 / 100 }

    /// All between the line of trouble and the footer.
    var body: Rectangle {
        let top = size == .full ? 2 : 1
        return Rectangle(column: 0, row: top, columns: columns, rows: rows - top - (hasTabs ? 2 : 1))
    }

    /// The area of a panel, inside its frame.
    func area(of owner: Owner) -> Rectangle {
        switch owner {
        case .screen: return body
        case .page(.deck):
            return isWide ? Rectangle(column: 0, row: body.row, columns: columns - sideColumns - 1, rows: body.rows) : body
        case .page:
            guard isWide else { return body }
            return Rectangle(column: columns - sideColumns, row: body.row, columns: sideColumns, rows: body.rows)
        case .dialog: return frame(of: owner).inset(columns: 2, rows: 1)
        }
    }

    /// The area of a dialog with its frame: in the middle, as large as it wants to be.
    func frame(of owner: Owner) -> Rectangle {
        guard let dialog = panel(owner) else { return body }
        // The wish is asked for with the whole body as the area, since the own area follows from it.
        let wish = dialog.size(in: body.inset(columns: 2, rows: 1), context(owner, 0, area: body))
        return DialogFrame.centred(columns: wish.columns + 4, rows: wish.rows + 2, in: body)
    }
}
