// Scheduled takes (R18). Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Storage
internal import System
internal import Threads

/// Begins takes by themselves at their local times, and keeps them over a restart.
final class ScheduleDesk: Desk {
    /// The time of a take that has come, while the take cannot begin.
    struct Delay {
        /// The reason, in words.
        let why: StoredText
        /// Earliest time of the next try.
        var retry: Moment?
    }

    /// The take that was ordered from the recording desk and is not over.
    struct Running {
        let number: Int64
        /// The reason for a late beginning; nil for one in time.
        let why: StoredText?
        /// True once its file is open, up to a second before its first frame.
        var isOpen = false
    }

    /// Most takes that can be scheduled.
    static let most = 100
    /// Most of them that surfaces may schedule, and one host of these.
    static let mostOfSurfaces = 50
    static let mostOfHost = 25
    /// Seconds before its time at which a take is ordered: enough for any round of the loop.
    static let lead = 1.0
    /// Seconds before a take is ordered from which on JACK's frames are read for it, and between two readings.
    private static let (watch, step) = (0.5, 0.02)
    /// Seconds for which a take without a length may begin late.
    static let grace = 600

    let board: Switchboard
    let jack: JackDesk
    let recording: RecordingDesk
    let settings: SettingsDesk
    let engine: String
    private let keeper: Worker<ScheduleKeeper>
    private let events: Mailbox<ScheduleKeeper.Event>
    private var answers: [UInt64: (Result<Void, EngineError>) -> Void] = [:]
    private var nextWrite: UInt64 = 1

    /// The takes, by number.
    var takes: [ScheduledTake] { didSet { revision += 1 } }
    /// The highest number that was given.
    var last: Int64
    /// Takes of the file that this version cannot read.
    var unread: [ScheduledTake.Unread] { didSet { revision += 1 } }
    /// The hosts that have scheduled takes over the network since the start, by number.
    var hosts: [Int64: Sender] = [:]
    /// The reason why the kept takes are not known: nothing is written then, since it would replace them. Nil if they are known.
    let unknown: StoredText?
    /// Takes whose time has come and that have not begun, by number.
    var delays: [Int64: Delay] = [:] { didSet { if delays.keys != oldValue.keys { revision += 1 } } }
    /// The take that runs, or is ordered.
    var running: Running? { didSet { revision += 1 } }
    /// True once the names of takes that a dead engine left open are free or taken for good.
    private var isSettled = false
    /// A take waits no longer than this for them: the library may be on a slow disk.
    private let patience = Moment.now.later(milliseconds: 2000)
    /// Number of changes of the list since the start.
    private var revision: Int64 = 0
    /// Trouble with the file at the start, until it is told.
    private var trouble: StoredText?
    /// Readings of JACK's frames before the next take, and the client that they are of.
    private(set) var readings: (client: ObjectIdentifier, frames: FrameReadings)?
    /// The local time zone.
    let zone = LocalZone { Calendar.offset(at: $0) }

    /// Reads the kept takes and starts the schedule thread. Blocks on the disk. Throws when the thread cannot start.
    init(
        _ board: Switchboard, _ jack: JackDesk, _ recording: RecordingDesk, _ settings: SettingsDesk, engine: String,
        wake: WakeDescriptor
    ) throws(EngineError) {
        self.board = board
        self.jack = jack
        self.recording = recording
        self.settings = settings
        self.engine = engine
        (keeper, events) = try Worker.reporting(to: wake, name: "dicta-schedule", wake: WakeSemaphore()) {
            ScheduleKeeper(engine: engine, outbox: $0)
        }
        let kept = ScheduleKeeper.read(engine)
        (takes, last, unread, trouble) = (kept.takes, kept.last, kept.unread, kept.trouble)
        unknown = kept.isKnown ? nil : kept.trouble
        for take in takes {
            guard let next = take.next, zone.seconds(of: next) <= Timestamp.now.seconds else { continue }
            delays[take.number] = Delay(
                why: StoredText(
                    take.hasBegun ? tr("the engine ended during the take") : tr("the engine did not run at its time")))
        }
    }

    func turn(_ now: Moment) {
        takeEvents()
        if let trouble {
            self.trouble = nil
            board.report(LogText(private: trouble.description, as: "the kept file cannot be used: <private>"), of: "schedule")
        }
        if running != nil, recording.state == .idle { ended() }
        noteBegin()
        readFrame()
        for take in takes where take.next != nil && take.number != running?.number { look(at: take, now) }
    }

    /// Milliseconds until the next take has to be ordered. Late ones are looked at in each round, which comes once a second.
    var timeout: Int32 {
        let pauses = takes.compactMap { (take) -> Double? in
            // The beginning of the running one is noted at its time.
            take.next.map { seconds(until: $0) - (take.number == running?.number ? 0 : Self.lead) }
        }
        guard let least = pauses.filter({ $0 > 0 }).min() else { return -1 }
        let pause = least > Self.watch ? least - Self.watch : min(least, Self.step)
        return Int32(min(pause * 1000 + 1, 60_000))
    }

    /// True if a take can have its name now.
    func knowsNames(_ now: Moment) -> Bool { isSettled || now.seconds(since: patience) >= 0 }

    func hear(_ news: News) {
        if case .library(.settled) = news { isSettled = true }
    }

    /// Keeps that the running take has begun once its time has come: until then its file has no frame.
    func noteBegin() {
        guard let running, running.isOpen, let place = takes.firstIndex(where: { $0.number == running.number }),
            !takes[place].hasBegun, let next = takes[place].next, seconds(until: next) <= 0
        else { return }
        takes[place].hasBegun = true
        save()
    }

    /// Reads JACK's frame if a take is about to be ordered.
    private func readFrame() {
        guard let next = coming?.next, let time = jack.time, !time.isFreewheeling else {
            readings = nil
            return
        }
        let left = seconds(until: next)
        guard left > 0, left <= Self.lead + Self.watch else {
            readings = nil
            return
        }
        let client = ObjectIdentifier(time.client)
        var frames = FrameReadings(rate: time.client.rate)
        if let readings, readings.client == client { frames = readings.frames }
        frames.note(time.now, at: Clock.sinceBoot.nanoseconds)
        readings = (client, frames)
    }

    func status(for authority: Authority) -> Fields {
        (coming == nil ? [:] : fields) + (unread.isEmpty ? [:] : ["schedule_unread": .int(Int64(unread.count))])
    }

    func fields(of topic: Topic) -> Fields { topic == .schedule ? fields : [:] }

    /// The next take, and the state of the list.
    private var fields: Fields {
        let (take, next) = (coming, coming?.next)
        return [
            "schedule_next": .text(next.map(zone.text) ?? ""), "schedule_name": .text(take?.name ?? ""),
            "schedule_number": .int(take?.number ?? 0),
            "schedule_seconds": .double(next.map { max(0, seconds(until: $0).rounded(.up)) } ?? -1),
            "schedule_count": .int(Int64(takes.count { $0.next != nil })), "schedule_revision": .int(revision),
        ]
    }

    /// The take that is next by time; the running one does not count.
    var coming: ScheduledTake? {
        takes.filter { $0.next != nil && $0.number != running?.number }
            .min { ($0.next.map(zone.seconds) ?? .max) < ($1.next.map(zone.seconds) ?? .max) }
    }

    /// Seconds of the wall clock until a local time; negative once it has passed.
    func seconds(until time: CalendarTime) -> Double {
        let now = Clock.wall.now
        return Double(zone.seconds(of: time) - now.seconds) - Double(now.nanoseconds) / 1e9
    }

    /// Length of a take in seconds: its own, that of its preset, or that of the settings; nil without any.
    func length(of take: ScheduledTake) -> Double? {
        let rate = jack.rate
        let whole = try? RecordFormat.complete(
            take.request, with: settings.current, preRoll: recording.preRollSeconds, rate: rate)
        guard let seconds = (whole ?? take.request).time(.for)?.seconds(rate: rate), seconds > 0 else { return nil }
        return seconds
    }

    // MARK: File

    private func takeEvents() {
        for event in events.take() {
            switch event {
            case .written(let id, let result): answers.removeValue(forKey: id)?(result)
            }
        }
    }

    /// Has the takes written. `done` is called once with the result; without it an error is reported.
    ///
    /// - Parameter wakes: true if the units of systemd change too.
    func save(wakes: Bool = false, _ done: ((Result<Void, EngineError>) -> Void)? = nil) {
        answers[nextWrite] =
            done ?? { [unowned self] result in
                guard case .failure(let error) = result else { return }
                board.report("the scheduled takes are not kept: \(error)", of: "schedule")
            }
        keeper.post(.write(ScheduledTake.text(takes, last: last, unread: unread), wakes ? units : nil, id: nextWrite))
        nextWrite += 1
    }

    private var units: ScheduleKeeper.Units {
        guard let timer = WakeUnits.timer(takes, engine: engine) else { return ScheduleKeeper.Units(timer: nil, service: nil) }
        let program = File.linkText("/proc/self/exe") ?? "dictad"
        let words = [program] + CommandLine.arguments.dropFirst()
        return ScheduleKeeper.Units(timer: timer, service: WakeUnits.service(words, engine: engine))
    }

    /// Ends the thread after its last write. Blocks on the disk.
    func quit() {
        keeper.post(.quit)
        keeper.join()
        takeEvents()
    }
}
