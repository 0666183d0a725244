// The timer: its clock, its gongs and its bed. Control loop only.
internal import Cues
internal import Dictation
internal import JackClient
internal import Player
internal import Realtime
internal import System
internal import Threads

/// Runs a timer by JACK's frames: a countdown, a start gong, interval gongs, a finish gong, and a bed under all of it.
final class TimerDesk: Desk {
    /// State of the timer.
    enum State: String { case idle, countdown, running, paused, completed }

    /// The run in progress.
    struct Run {
        let plan: TimerPlan
        /// Frames a second of the plan.
        let rate: Int
        let preset: String
        let bed: BedSource?
        /// Level of the bed in dB.
        let level: Double
        /// Samples of the gongs; a gong without samples is silent.
        let sounds: [TimerPlan.Gong: CueSamples]
        /// Time of the start, for the history.
        let began = Timestamp.now
        /// Extended JACK frame of place 0 of the run; nil while it is paused.
        var origin: Int64?
        /// Place in frames at which the run is held, or was looked at last.
        var place: Int64
        /// Place of the last gong that the cue player has, or of the frame before the first.
        var queued: Int64 = -1
        /// Score of the gongs that are to come.
        var score: CueDesk.Score
        /// True if the run goes on when a JACK server is back: its server was lost.
        var awaitsServer = false
    }

    let board: Switchboard
    let jack: JackDesk
    let cues: CueDesk
    let playing: PlayingDesk
    let settings: SettingsDesk
    private let keeper: Worker<TimerKeeper>
    private let events: Mailbox<TimerKeeper.Event>
    /// Callers that wait for the history, by the number of their question.
    var historyAnswers: [UInt64: WholeAnswer] = [:]
    private var nextQuestion: UInt64 = 1

    /// True while the gong before a guided recording has the outputs. Set once by the engine: the gongs are made after the timer.
    var isGuided: () -> Bool = { false }
    /// State of the timer.
    var state = State.idle
    /// The run in progress, or the one that was completed last; nil when idle.
    var run: Run?
    /// Number of the latest start: an earlier one whose sounds come late is given up.
    var starts: UInt64 = 0

    /// Starts the timer thread. Throws when it cannot start.
    init(
        _ board: Switchboard, _ jack: JackDesk, _ cues: CueDesk, _ playing: PlayingDesk, _ settings: SettingsDesk,
        wake: WakeDescriptor
    ) throws(EngineError) {
        self.board = board
        self.jack = jack
        self.cues = cues
        self.playing = playing
        self.settings = settings
        (keeper, events) = try Worker.reporting(to: wake, name: "dicta-timer", wake: WakeSemaphore()) { TimerKeeper(outbox: $0) }
    }

    func turn(_ now: Moment) {
        for event in events.take() {
            switch event {
            case .read(let id, let result):
                historyAnswers.removeValue(forKey: id)?(result.map { reply($0) })
            case .failed(let error): board.report("the run of the timer is not in the history: \(error)", of: "timer")
            }
        }
        follow()
    }

    /// Milliseconds to the next change of the state; in freewheel the clock cannot tell, so 5.
    var timeout: Int32 {
        guard let run, let origin = run.origin, let time = jack.time else { return -1 }
        guard !time.isFreewheeling else { return 5 }
        let place = time.now - origin
        let next = run.plan.gong(after: place)?.frame ?? place
        return Int32(clamping: max(0, next - place) * 1000 / Int64(max(1, run.rate)) + 1)
    }

    func hear(_ news: News) {
        switch news {
        case .detaching(let time):
            guard run?.origin != nil else { break }
            hold(at: time.telemetry.frame)
            run?.awaitsServer = true
        case .attached(let time): comeBack(time)
        // One source at a time (K7): playback that begins pauses the timer.
        case .event(.playStarted, _): if run?.origin != nil, let time = jack.time { hold(at: time.now) }
        default: break
        }
    }

    func status(for authority: Authority) -> Fields { state == .idle ? [:] : fields }

    func fields(of topic: Topic) -> Fields { topic == .timer ? fields : [:] }

    /// The sound that has the outputs (K7).
    var outputSource: String {
        switch state {
        case .countdown, .running: "timer"
        case .idle, .paused, .completed: playing.state == .playing || isGuided() ? "player" : "none"
        }
    }

    /// Fields of the timer as it is now.
    var fields: Fields {
        guard let run else {
            return [
                "timer_state": .text(state.rawValue), "timer_remaining_seconds": .double(0), "timer_elapsed_seconds": .double(0),
                "timer_length_seconds": .double(0), "timer_interval_seconds": .double(0), "timer_gong_seconds": .double(-1),
                "timer_preset": .text(""),
            ]
        }
        let place = place(of: run)
        let seconds = { (frames: Int64) in Double(frames) / Double(max(1, run.rate)) }
        let next = state == .completed ? nil : run.plan.gong(after: place)?.frame
        return [
            "timer_state": .text(state.rawValue),
            "timer_remaining_seconds": .double(seconds(run.plan.length - min(place, run.plan.length))),
            "timer_elapsed_seconds": .double(seconds(min(place, run.plan.length))),
            "timer_length_seconds": .double(seconds(run.plan.length)),
            "timer_interval_seconds": .double(seconds(run.plan.interval)),
            "timer_gong_seconds": .double(next.map { seconds($0 - place) } ?? -1), "timer_preset": .text(run.preset),
        ]
    }

    /// Place of the run in frames; negative in the countdown.
    func place(of run: Run) -> Int64 {
        guard let origin = run.origin, let time = jack.time else { return run.place }
        return min(time.now - origin, run.plan.length)
    }

    /// Has the history read; `answer` is called once.
    func readHistory(_ answer: @escaping WholeAnswer) {
        historyAnswers[nextQuestion] = answer
        keeper.post(.read(id: nextQuestion))
        nextQuestion += 1
    }

    /// Keeps a run in the history.
    func keep(_ record: TimerRecord) { keeper.post(.append(record)) }

    // MARK: Quit

    /// Ends the run, which is kept as it is, and the thread. Blocks on the disk.
    func quit() {
        if run != nil, state != .completed { end(isCompleted: false) }
        keeper.post(.quit)
        keeper.join()
        turn(Moment.now)
    }
}
