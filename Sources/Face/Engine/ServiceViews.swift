// Operations, losses, disk, lock and sources. Any thread; values.
internal import Dictation
internal import Messages

/// Fields of the topic `operations`: the running operation.
struct OperationView: Sendable, Equatable {
    var kind = ""
    var name = ""
    var percent = 0.0
    var id = ""
    var state = ""
    var running: Int64 = 0
    /// -1 for unknown.
    var secondsLeft = -1.0
    var error = ""

    init() {}

    init(_ fields: Fields) {
        kind = fields.text("kind")
        name = fields.text("name")
        let share = fields.number("percent")
        percent = share.isFinite ? max(0, min(100, share)) : 0
        id = fields["operation_id"].map(\.description) ?? ""
        state = fields.text("operation_state")
        running = max(0, fields.count("operations_running"))
        secondsLeft = fields["operation_seconds_left"] == nil ? -1 : fields.number("operation_seconds_left")
        error = fields.text("operation_error")
    }
}

/// Fields of the topic `xruns`.
struct LossView: Sendable, Equatable {
    var xruns: Int64 = 0
    var missed: Int64 = 0
    var lost: Int64 = 0
    var underruns: Int64 = 0
    /// The time at which one of the counts last grew; nil for never.
    var grewAt: Double?
    private var isKnown = false

    /// Frames that were missed or lost.
    var frames: Int64 { missed.boundedSum(lost) }

    /// Takes the counts. The first ones tell no news: they are those of hours before.
    mutating func take(_ fields: Fields, at now: Double) {
        let before = (xruns, missed, lost)
        xruns = max(0, fields.count("xruns"))
        missed = max(0, fields.count("missed_frames"))
        lost = max(0, fields.count("lost_frames"))
        underruns = max(0, fields.count("underruns"))
        if isKnown, xruns > before.0 || missed > before.1 || lost > before.2 { grewAt = now }
        isKnown = true
    }
}

/// Fields of the topic `disk`.
struct DiskView: Sendable, Equatable {
    /// Free bytes; nil while unknown.
    var free: Int64?
    /// Seconds of recording that still fit; nil while unknown.
    var secondsLeft: Double?

    init() {}

    init(_ fields: Fields) {
        // An engine that does not know yet sends -1.
        let (bytes, left) = (fields.count("disk_free_bytes"), fields.number("disk_seconds_left"))
        free = fields["disk_free_bytes"] == nil || bytes < 0 ? nil : bytes
        secondsLeft = fields["disk_seconds_left"] != nil && left >= 0 ? min(TimeSpan.longestSeconds, left) : nil
    }
}

/// Fields of the topic `lock`.
struct LockView: Sendable, Equatable {
    var isLocked = false
    /// Seconds that the key is still to be held; 0 while it is not held.
    var seconds = 0.0

    init() {}

    init(_ fields: Fields) {
        isLocked = fields.flag("locked")
        let left = fields.number("lock_seconds")
        seconds = left.isFinite ? max(0, min(10, left)) : 0
    }
}

/// Fields of the topic `sources`.
struct SourceView: Sendable, Equatable {
    /// `connected`, `none`, `lost`, `silent` or `fallback`; empty while unknown.
    var state = ""
    /// The connected ports.
    var ports: [String] = []
    /// The number of ports that can feed the inputs.
    var count: Int64 = 0

    init() {}

    init(_ fields: Fields) {
        state = fields.text("source_state")
        ports = fields["source_ports"]?.texts ?? []
        count = fields.count("source_count")
    }

    /// The state in words.
    var word: String {
        switch state {
        case "connected": tr("connected", "a source")
        case "lost": tr("lost", "a source")
        case "silent": tr("silent", "a source")
        case "fallback": tr("fallback", "a source")
        case "", "none": tr("none", "a source")
        default: state
        }
    }
}
