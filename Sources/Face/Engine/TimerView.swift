// The timer of the engine. Any thread; a value.
internal import Dictation
internal import Drawing
internal import Messages

/// Fields of the topic `timer`. Times are whole seconds, so that a picture changes once a second and not with each message.
struct TimerView: Sendable, Equatable {
    /// State of the timer.
    enum State: String, Sendable { case idle, countdown, running, paused, completed }

    var state = State.idle
    /// Seconds of the run that are left, without the countdown.
    var remaining = 0.0
    /// Length of the run in seconds.
    var length = 0.0
    /// Seconds between two interval gongs; 0 for none.
    var interval = 0.0
    /// Seconds to the next gong; nil after the last one.
    var gong: Double?
    /// True before the start gong, also in a pause.
    var isBefore = false
    /// Name of the preset; empty for none.
    var preset = ""

    init() {}

    init(_ fields: Fields) {
        state = State(rawValue: fields.text("timer_state")) ?? .idle
        length = Self.bounded(fields.number("timer_length_seconds"))
        interval = Self.bounded(fields.number("timer_interval_seconds"))
        isBefore = fields.number("timer_elapsed_seconds") < 0
        // A counter shows 0 when the time is over, and not a second before.
        remaining = min(length, Self.bounded(fields.number("timer_remaining_seconds"))).rounded(.up)
        let next = fields.number("timer_gong_seconds")
        gong = fields["timer_gong_seconds"] != nil && next >= 0 ? Self.bounded(next).rounded(.up) : nil
        preset = fields.text("timer_preset")
    }

    private static func bounded(_ seconds: Double) -> Double { seconds.isFinite ? max(0, min(86_400, seconds)) : 0 }

    /// The seconds that are shown large: to the start gong before it, else to the end.
    var shown: Double { isBefore ? gong ?? 0 : remaining }

    /// Share of the run that is over, from 0 to 1.
    var share: Double {
        guard length > 0, !isBefore else { return 0 }
        return max(0, min(1, 1 - remaining / length))
    }

    /// True while the clock runs or is held.
    var isUnderWay: Bool { state == .countdown || state == .running || state == .paused }

    /// The state as the screen writes it.
    var word: String {
        switch state {
        case .idle: tr("READY")
        case .countdown: tr("COUNTDOWN")
        case .running: tr("RUNNING")
        case .paused: tr("PAUSED")
        case .completed: tr("COMPLETED")
        }
    }

    /// The colour of the state.
    var role: Role {
        switch state {
        case .idle: .secondary
        case .countdown, .running: .info
        case .paused: .warning
        case .completed: .success
        }
    }

    /// The meanings that the key of the timer has in turn, the present one first.
    var runWords: [String] {
        switch state {
        case .idle, .completed: [tr("start"), tr("pause"), tr("resume")]
        case .countdown, .running: [tr("pause"), tr("start"), tr("resume")]
        case .paused: [tr("resume"), tr("start"), tr("pause")]
        }
    }
}
