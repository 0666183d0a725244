// The voice gate of a take. Any thread; a value.
internal import Dictation
internal import Messages

/// Fields of the topic `meters` about voice activation.
struct VoiceView: Sendable, Equatable {
    /// Level at which sound counts, in dB; nil without voice activation.
    var threshold: Double?
    /// True while there is sound.
    var isOpen = false

    init() {}

    init(_ fields: Fields) {
        let level = LevelView.level(fields, "voice_threshold_db")
        threshold = level > LevelView.silence ? level : nil
        isOpen = fields.flag("voice_open")
    }

    /// The threshold and the gate in words; nil without voice activation.
    var words: String? {
        threshold.map { threshold in
            let level = MeterBar.number(threshold)
            return isOpen ? tr("voice\(level) dB open") : tr("voice\(level) dB shut")
        }
    }
}
