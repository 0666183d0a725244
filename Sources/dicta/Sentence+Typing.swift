// Answers of typing and of the shuttle as one sentence. One thread; no I/O.
import Dictation

extension Sentence {
    /// The state of playback while somebody types.
    static func typing(_ fields: Fields) -> String {
        guard fields.flag("typing") else { return "Nothing plays that could wait" + place(fields) }
        return "Playback waits while you type" + place(fields)
    }

    /// The step of the shuttle.
    static func shuttle(_ fields: Fields) -> String {
        switch fields.count("shuttle") {
        case ..<0: "Rewinding"
        case 0: "Paused" + place(fields)
        case 4...: "Fast forward"
        default: "Playing" + place(fields, from: " from ") + sound(fields)
        }
    }
}
