// The state of take, playback and server. Any thread; a value.
internal import Dictation
internal import Messages

/// Fields of the topic `transport`.
struct TransportView: Sendable, Equatable {
    /// State of the take.
    enum Record: String, Sendable {
        case idle, counting, recording, paused, closing, waiting
        /// The take begins, or goes on, by itself at the next sound.
        case armed
    }

    /// State of the playback.
    enum Play: String, Sendable {
        case stopped, playing, paused, loading
    }

    var record = Record.idle
    var play = Play.stopped
    var recordName = ""
    var playName = ""
    /// `running`, `stalled` or `waiting`; empty while unknown.
    var jack = ""
    var isFreewheeling = false
    /// The error of the take that runs, else the first one of the last take; empty for none.
    var recordError = ""

    /// The state of the server in words; empty while unknown.
    var jackWord: String {
        switch jack {
        case "running": tr("running", "the JACK server")
        case "stalled": tr("stalled", "the JACK server")
        case "waiting": tr("waiting", "the JACK server")
        default: jack
        }
    }

    /// True while there is a take: a count-in has none yet.
    var hasTake: Bool { record != .idle && record != .counting }

    init() {}

    init(_ fields: Fields) {
        let word = fields.text("record_state")
        record = Record(rawValue: word) ?? (word.isEmpty ? .idle : .recording)
        play = Play(rawValue: fields.text("play_state")) ?? .stopped
        recordName = fields.text("record_name")
        playName = fields.text("play_name")
        jack = fields.text("jack")
        isFreewheeling = fields.flag("freewheel")
        recordError = fields.text("record_error")
    }
}
