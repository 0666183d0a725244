// Gains, rate, pitch and loop. Any thread; values.
internal import Dictation
internal import Messages

/// Fields of the topic `gains`.
struct GainView: Sendable, Equatable {
    /// Master volume as a factor.
    var master = 1.0
    var left = 0.0
    var right = 0.0
    var channels = ""
    var monitor = ""
    var monitorLevel = 0.0

    init() {}

    init(_ fields: Fields) {
        let factor = fields.number("master")
        master = factor.isFinite && fields["master"] != nil ? max(0, min(2, factor)) : 1
        left = fields.number("left_db")
        right = fields.number("right_db")
        channels = fields.text("channels")
        monitor = fields.text("monitor")
        monitorLevel = fields.number("monitor_level_db")
    }
}

/// Fields of the topic `rate`.
struct SoundView: Sendable, Equatable {
    var rate = 1.0
    var cents = 0.0
    var quality = ""
    /// Quality with which rate and pitch are made; empty when it is not told.
    var effectiveQuality = ""
    var formants = ""
    var isBypassed = true

    init() {}

    init(_ fields: Fields) {
        let factor = fields.number("play_rate")
        rate = factor >= 0.01 && factor <= 100 ? factor : 1
        let pitch = fields.number("pitch_cents")
        cents = pitch.isFinite ? max(-9999, min(9999, pitch)) : 0
        quality = fields.text("dpc_quality")
        effectiveQuality = fields.text("effective_quality")
        formants = fields.text("formants")
        isBypassed = fields.flag("bypass")
    }
}

extension SoundView {
    /// The quality that is set, with the one in its place where the machine is too slow for it.
    var qualityWords: String {
        effectiveQuality.isEmpty || effectiveQuality == quality ? quality : "\(quality) (\(effectiveQuality))"
    }
}

/// Fields of the topic `loop`.
struct LoopView: Sendable, Equatable {
    var isLooping = false
    /// Frame of A; nil while it is not set.
    var a: Int64?
    /// Frame of B; nil while it is not set.
    var b: Int64?
    /// `off`, `cue` or `review`.
    var scan = "off"
    /// True while playback pauses since somebody types.
    var isTyping = false
    /// True while long silences are skipped.
    var isSkipping = false
    /// Silences of the loaded recording; nil until they are found.
    var silences: Int64?
    /// Length of the silences together in seconds.
    var silentSeconds = 0.0

    init() {}

    init(_ fields: Fields) {
        isLooping = fields.flag("looping")
        a = Self.point(fields, "loop_a_frames")
        b = Self.point(fields, "loop_b_frames")
        scan = fields.text("scan")
        isTyping = fields.flag("typing")
        isSkipping = fields.flag("skip_silence")
        let seconds = fields.number("silence_seconds")
        silentSeconds = seconds >= 0 && seconds <= TimeSpan.longestSeconds ? seconds : 0
        if fields["silences"] != nil, fields.count("silences") >= 0 { silences = fields.count("silences") }
    }

    /// The silences that are skipped; empty while none are.
    var silenceWords: String {
        guard isSkipping else { return "" }
        guard let silences else { return tr("skips silence") }
        let length = TimeSpan.length(silentSeconds)
        return tr(silences, "skips \(silences) silence, \(length)", "skips \(silences) silences, \(length)")
    }

    private static func point(_ fields: Fields, _ key: String) -> Int64? {
        guard fields[key] != nil, fields.count(key) >= 0 else { return nil }
        return fields.frames(key)
    }
}
