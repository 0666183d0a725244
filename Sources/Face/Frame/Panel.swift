// A part of the screen with keys of its own. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing

/// A page or a dialog: it takes input while it has the focus, sends requests by the context, and draws itself.
protocol Panel: Sendable {
    /// The title in its frame.
    var title: String { get }
    /// The parts of the table of keys that hold in it, the nearest first; `anywhere` follows by itself.
    var contexts: [KeyContext] { get }
    /// True while it takes characters as text: then only other keys are looked up in the table.
    var takesText: Bool { get }
    /// The size that a dialog wants, in cells without its frame; a page gets what there is.
    func size(in space: Rectangle, _ context: FaceContext) -> (columns: Int, rows: Int)
    /// True if nothing below a dialog may be used by the mouse, as below a question.
    var isModal: Bool { get }
    /// True for a page that shows what always moves, such as the playhead: it is drawn anew for each picture.
    var isMoving: Bool { get }

    /// Takes an input. False gives it back: an action is then carried out by the screen.
    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool
    /// Takes the answer to a request of its own.
    mutating func answer(_ ticket: Int, _ answer: Result<Reply, Failure>, _ context: inout FaceContext)
    /// Looks at the engine after each event: here a panel asks for what it shows.
    mutating func look(_ context: inout FaceContext)
    /// Draws the panel into the area, and registers what the mouse can do there.
    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext)
    /// The next time at which it changes by time alone; nil for none.
    func nextTime(_ context: FaceContext) -> Double?
}

extension Panel {
    var takesText: Bool { false }
    var isModal: Bool { false }
    var isMoving: Bool { false }
    func size(in space: Rectangle, _ context: FaceContext) -> (columns: Int, rows: Int) { (space.columns, space.rows) }
    mutating func answer(_ ticket: Int, _ answer: Result<Reply, Failure>, _ context: inout FaceContext) {}
    mutating func look(_ context: inout FaceContext) {}
    func nextTime(_ context: FaceContext) -> Double? { nil }
}
