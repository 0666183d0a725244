// State of the watch thread: notices a control loop that stands still (C15). Watch thread only.
internal import Dictation
internal import System
internal import Threads

/// Watches the control loop. A loop that has not turned for five seconds is logged, with the desk that has its turn, and the
/// service manager gets no sign of life until it turns again: systemd then starts the service anew, and the take that ran is
/// recovered.
struct LoopWatch: ThreadState, ~Copyable {
    /// The one order: end the thread.
    enum Order: Sendable { case quit }
    typealias Wake = WakeSemaphore

    /// Milliseconds without a turn that count as a standstill. The loop sleeps for one second at most.
    static let limit = 5000

    private let pulse: LoopPulse
    private let service: ServiceManager?
    /// Milliseconds between two looks.
    private let pause: Int
    private var isQuitting = false
    private var lastRound: UInt64 = 0
    private var lastLook: Moment
    /// Milliseconds since the last turn that was seen.
    private var still = 0
    /// Processor time that the loop had used then, in seconds.
    private var used: Double?
    /// The standstill that was told; nil if none is.
    private var told: Standstill?

    init(_ pulse: LoopPulse, _ service: ServiceManager?, now: Moment = .now) {
        self.pulse = pulse
        self.service = service
        lastLook = now
        used = pulse.used
        pause = max(50, min(500, (service?.watchdog ?? 2000) / 4))
    }

    mutating func obey(_ order: Order) { isQuitting = true }

    mutating func turn() -> Int? {
        guard !isQuitting else { return nil }
        look(at: .now)
        return pause
    }

    /// Looks at the loop at a time.
    mutating func look(at time: Moment) { look(at: time, used: pulse.used) }

    /// Looks at the loop at a time. `used` is the processor time that it has used, in seconds.
    mutating func look(at time: Moment, used now: Double?) {
        // A process that was stopped, or a machine that stood still, held this thread too: such a time does not count.
        let passed = min(Int(time.seconds(since: lastLook) * 1000), 2 * pause)
        lastLook = time
        let (round, place) = pulse.now
        if round != lastRound || place == LoopPulse.Place.closing {
            if let told { pulse.note(told) }
            (lastRound, still, used, told) = (round, 0, now, nil)
        } else {
            still += passed
            told?.milliseconds = still
        }
        if still < Self.limit {
            if service?.watchdog != nil { service?.tell("WATCHDOG=1") }
        } else if told == nil {
            // A loop that computes and one that waits for a disk are two faults, and have two cures.
            let share = now.flatMap { now in used.map { now - $0 } } ?? 0
            let found = Standstill(milliseconds: still, place: pulse.name(place), isBusy: share * 1000 > Double(still) / 2)
            told = found
            EngineLog.say(
                .error, .engine,
                "the control loop has not turned for \(Self.limit / 1000) s (\(plain: found.place); it \(found.isBusy ? "computes" : "waits")): commands wait; takes go on"
            )
            service?.tell("STATUS=The control loop stands still (\(pulse.desk(place)))")
        }
    }
}
