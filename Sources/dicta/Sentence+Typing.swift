// Answers of typing and of the shuttle as one sentence. One thread; no I/O.
import Dictation
import Messages

extension Sentence {
    /// The state of playback while somebody types.
    static func typing(_ fields: Fields) -> String {
        let isWaiting = fields.flag("typing")
        guard let place = place(fields) else {
            return isWaiting ? tr("Playback waits while you type") : tr("Nothing plays that could wait")
        }
        return isWaiting ? tr("Playback waits while you type at \(place)") : tr("Nothing plays that could wait at \(place)")
    }

    /// The step of the shuttle.
    static func shuttle(_ fields: Fields) -> String {
        switch fields.count("shuttle") {
        case ..<0: tr("Rewinding")
        case 0: paused(fields)
        case 4...: tr("Fast forward")
        default: playing(nil, fields)
        }
    }
}
