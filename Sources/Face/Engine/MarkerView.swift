// One marker on the screen. Any thread; a value.
internal import Dictation

/// A marker as `marks` lists it.
struct MarkerView: Sendable, Equatable {
    var number: Int64
    var name: String
    var note: String
    var frame: Int64

    init(_ fields: Fields) {
        number = fields.count("marker")
        name = fields.text("name")
        note = fields.text("note")
        frame = fields.frames("frames")
    }
}
