// Room: Engine. Control loop only; a value.
internal import Dictation

/// What the MIDI side of the control loop remembers.
struct MidiDesk {
    /// A `midi learn` that waits for a key.
    struct Lesson {
        let mode: MidiBinding.Mode
        let first: String
        let second: String?
        let start = Moment.now
        let answer: Answer
    }

    var map = MidiMap()
    var lesson: Lesson?
    var received: Int64 = 0
    var last = ""
}
