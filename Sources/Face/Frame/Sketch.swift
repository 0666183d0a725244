// A screen while it is drawn. Any thread; a value.
internal import Dictation
internal import Drawing

/// The canvas, and the regions that the mouse can use: both are made in one go, so that what is clicked is what is seen.
struct Sketch: Sendable {
    /// The canvas.
    var canvas: Canvas
    /// The regions; a later one lies over an earlier one.
    private(set) var regions: [Region] = []
    /// The panel that is drawn: its spots and buttons belong to it. Those of the screen itself belong to the focus.
    var owner = Owner.screen(.action)

    init(_ canvas: Canvas) { self.canvas = canvas }

    /// Lets a click in the area carry out an action.
    mutating func button(_ area: Rectangle, _ action: ScreenAction) { regions.append(Region(area, .action(owner, action))) }

    /// Gives the mouse in the area to the panel, with a number that the panel chooses.
    mutating func spot(_ area: Rectangle, _ number: Int) { regions.append(Region(area, .spot(owner, number))) }

    /// Covers the area: no region below it can be used.
    mutating func cover(_ area: Rectangle) { regions.append(Region(area, .nothing)) }

    /// Takes a part that was drawn before: its cells, its regions and its text cursor.
    mutating func add(_ part: Sketch, in area: Rectangle) {
        canvas.take(area, from: part.canvas)
        regions += part.regions
    }

    /// The region at a place.
    func region(column: Int, row: Int) -> Region? { regions.last { $0.area.contains(column: column, row: row) } }

    /// Writes text and lets a click on it carry out an action. Gives the column behind it.
    @discardableResult
    mutating func button(
        _ text: String, _ action: ScreenAction, column: Int, row: Int, _ style: Style, width: Int = .max
    ) -> Int {
        let end = canvas.put(text, column: column, row: row, style, width: width)
        button(Rectangle(column: column, row: row, columns: end - column, rows: 1), action)
        return end
    }
}

/// A part of the screen that the mouse can use.
struct Region: Sendable, Equatable {
    /// The meaning of a region.
    enum Target: Sendable, Equatable {
        /// A click carries the action out, in the panel that drew it if that knows the action.
        case action(Owner, ScreenAction)
        /// The mouse belongs to a panel.
        case spot(Owner, Int)
        /// Nothing happens.
        case nothing
    }

    /// The cells.
    let area: Rectangle
    /// The meaning.
    let target: Target

    init(_ area: Rectangle, _ target: Target) {
        self.area = area
        self.target = target
    }
}
