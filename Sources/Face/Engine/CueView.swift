// Sounds beside the playback. Any thread; a value.
internal import Dictation

/// Fields of the topic `cues`.
struct CueView: Sendable, Equatable {
    /// Seconds to the beginning of the take, in whole seconds, rounded up; 0 without a count-in.
    var countIn = 0.0
    /// Beats that are counted, and those that are left; 0 where playback leads into the take.
    var beats: Int64 = 0
    var beatsLeft: Int64 = 0
    /// Digits of the first number of the count-in: the later ones take as many cells.
    var countInDigits = 1
    /// Name of the bed; `off` for none.
    var bed = "off"
    /// Level of the bed in dB.
    var bedLevel = LevelView.silence
    /// True while a text is spoken, or its speech is being made.
    var isSpeaking = false
    /// Whole percent of the speech that were heard.
    var speakingPercent = 0.0

    init() {}

    init(_ fields: Fields, after before: CueView = CueView()) {
        let left = fields.number("count_in_seconds")
        countIn = left.isFinite ? max(0, min(3600, left.rounded(.up))) : 0
        beats = max(0, min(999, fields.count("count_in_beats")))
        beatsLeft = max(0, min(beats, fields.count("count_in_beats_left")))
        countInDigits = countIn == 0 ? 1 : max(before.countInDigits, number.fixed(0).count)
        bed = fields.text("bed").isEmpty ? "off" : fields.text("bed")
        bedLevel = LevelView.level(fields, "bed_level_db")
        isSpeaking = fields.flag("speaking")
        let share = fields.number("speaking_percent")
        speakingPercent = share.isFinite ? max(0, min(100, share.rounded(.down))) : 0
    }

    /// The number that is shown large: beats, or seconds where none are counted.
    var number: Double { beats > 0 ? Double(beatsLeft) : countIn }

    /// True while a bed plays.
    var hasBed: Bool { bed != "off" }
}
