// A part of the last picture. Any thread; a value.
internal import Drawing

/// A part of the screen as it was drawn after a change: at 200 x 60, drawing all parts thirty times a second would take twice the
/// processor time.
struct StillPart: Sendable {
    /// The number of the change.
    let change: Int
    /// The cells.
    let area: Rectangle
    /// The picture, on a canvas of the size of the screen.
    let sketch: Sketch
}
