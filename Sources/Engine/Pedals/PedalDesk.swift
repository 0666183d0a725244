// Commands from USB pedals (C13). Control loop only.
internal import Control
internal import Dictation
internal import Messages
internal import Pedals
internal import System
internal import Threads

/// Turns the keys of USB pedals into requests, and learns which key gives which command. A thread of its own opens and reads the
/// devices.
final class PedalDesk: Desk {
    private let board: Switchboard
    private let settings: SettingsDesk
    let worker: Worker<PedalReader>
    private let events: Mailbox<PedalReader.Event>

    /// The bindings of keys to commands, and the lesson that waits for a key.
    let lessons: KeyLessons<PedalTrigger>
    /// Name of the only device of the lesson; nil for any pedal.
    var taught: String?
    /// Latest order to the pedal thread.
    private var wanted = PedalReader.Wanted()
    /// The devices of the machine that can be pedals; empty while no pedal is bound and no lesson runs.
    private(set) var reports: [PedalReader.Report] = []
    /// Triggers of the pressed keys, as they were when they were pressed.
    private(set) var held: [Held: PedalTrigger] = [:]
    /// Names of bound pedals that have gone, until they are back.
    private(set) var gone: Set<String> = []
    /// Devices that may not be opened, each logged once.
    private var refusals: Set<String> = []
    /// Askers of the list, who wait for the pedal thread.
    var askers: [WholeAnswer] = []
    /// Number of presses and releases since the start.
    private(set) var received: Int64 = 0
    /// The last press or release, in words for the user.
    private(set) var last = ""

    /// A pressed key of a device.
    struct Held: Hashable {
        let port: PedalPort
        let key: Int
    }

    /// Starts the pedal thread. Throws `EngineError.system` if the system refuses a thread.
    init(_ board: Switchboard, _ settings: SettingsDesk, wake: WakeDescriptor) throws(EngineError) {
        self.board = board
        self.settings = settings
        (worker, events) = try Worker.reporting(to: wake, name: "dicta-pedals", wake: try WakeDescriptor()) {
            PedalReader(outbox: $0)
        }
        lessons = KeyLessons(
            board, settings, .pedal, sample: PedalTrigger(key: 256, device: "pedal"),
            examples: ["key 257 \"VEC USB Footpedal\""])
    }

    func turn(_ now: Moment) {
        for event in events.take() {
            switch event {
            case .changes(let port, let changes): for change in changes { take(change, of: port) }
            case .ports(let reports): take(reports)
            case .listed(let reports):
                let waiting = askers
                askers = []
                for answer in waiting { answer(.success(report(of: reports))) }
            case .gone(let port, let error): lose(port, error)
            }
        }
        lessons.turn(now)
        want()
    }

    var timeout: Int32 { lessons.lesson == nil ? -1 : 500 }

    func hear(_ news: News) {
        guard case .settings(let keys, let now) = news, !keys.isDisjoint(with: [.pedal, .pedalGrab]) else { return }
        for request in lessons.map.replace(now.texts(.pedal)) { run(request) }
        want()
    }

    /// Tells the pedal thread which devices to keep open.
    func want() {
        let next = PedalReader.Wanted(
            bindings: lessons.map.bindings, grab: settings.current.text(.pedalGrab) ?? "pedals",
            isLesson: lessons.lesson != nil, taught: lessons.lesson == nil ? nil : taught)
        guard next != wanted else { return }
        wanted = next
        worker.post(.want(next))
    }

    // MARK: Keys

    /// Takes a press or release of a key.
    private func take(_ change: PedalChange, of port: PedalPort) {
        received += 1
        lessons.endLeftLesson()
        let place = Held(port: port, key: change.key)
        let trigger = held[place] ?? port.trigger(for: change.key, in: lessons.map.bindings)
        last = change.isPressed ? tr("\(trigger) pressed") : tr("\(trigger) released")
        if change.isPressed, lessons.lesson != nil {
            // Two devices of one name are told apart by their places.
            let isTwin = reports.contains { $0.port.name == port.name && $0.port != port && $0.port.keys.contains(change.key) }
            return lessons.learn(PedalTrigger(key: change.key, device: port.name, place: isTwin ? port.place : nil))
        }
        held[place] = change.isPressed ? trigger : nil
        for (request, other) in lessons.map.requests(for: trigger, isPressed: change.isPressed) {
            obey(trigger, request, other)
        }
    }

    /// Carries out a command of a key, and `other` instead if the engine's state refuses it.
    private func obey(_ trigger: PedalTrigger, _ request: Request, _ other: Request?) {
        board.perform(request, by: .surface) { [self] result in
            guard case .failure(let error) = result else { return }
            guard let other, error.failure.code == .wrongState else { return board.report(LogText(error), of: "pedal") }
            // The take was ended in another way: the key does its next command instead.
            lessons.map.flip(trigger)
            run(other)
        }
    }

    private func run(_ request: Request) {
        board.perform(request, by: .surface) { [self] in
            if case .failure(let error) = $0 { board.report(LogText(error), of: "pedal") }
        }
    }

    // MARK: Devices

    /// Takes the states of the devices: logs those that may not be opened, and tells of those that are back.
    private func take(_ reports: [PedalReader.Report]) {
        self.reports = reports
        for report in reports where report.isBound {
            switch report.state {
            case .open where gone.remove(report.port.name) != nil:
                EngineLog.say(.info, .keys, "the pedal '\(plain: report.port.name)' is back")
                board.tell(.pedalBack, ["pedal": .text(report.port.name)])
            case .failed(let error) where refusals.insert(report.port.node + report.port.name).inserted:
                EngineLog.say(.warning, .keys, "the pedal '\(plain: report.port.name)' does not work: \(plain: error)")
            default: break
            }
        }
        refusals = refusals.filter { refusal in
            reports.contains { report in
                guard case .failed = report.state else { return false }
                return report.port.node + report.port.name == refusal
            }
        }
    }

    /// Tells that a pedal is gone. Its held keys were released before.
    private func lose(_ port: PedalPort, _ error: PedalError) {
        guard lessons.map.bindings.contains(where: { port.matches($0.trigger) }) else { return }
        EngineLog.say(.warning, .keys, "the pedal '\(plain: port.name)' is gone: \(plain: error)")
        gone.insert(port.name)
        board.tell(.pedalGone, ["pedal": .text(port.name), "why": .text(error.description)])
    }

    // MARK: Quit

    /// Ends the lesson and the thread. A device that the kernel holds is left after half a second.
    func quit(_ unfinished: EngineError) {
        lessons.endLesson(.failure(unfinished))
        for answer in askers { answer(.failure(unfinished)) }
        askers = []
        worker.post(.quit)
        _ = worker.join(within: 0.5)
    }
}
