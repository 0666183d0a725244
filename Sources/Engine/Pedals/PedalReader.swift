// State of the pedal thread: finds, opens and reads USB pedals. Pedal thread only.
internal import Dictation
internal import Pedals
internal import System
internal import Threads

/// Keeps the pedals open that are bound to commands, or that a lesson waits for, and posts their presses and releases.
struct PedalReader: ThreadState, ~Copyable {
    typealias Wake = WakeDescriptor

    private let outbox: Mailbox<Event>
    private var wanted = Wanted()
    private var isQuitting = false
    /// Changes of the folder of the device files; nil while there is no such folder.
    private var folder: FolderEvents?
    /// True if the devices are to be listed again.
    private var isStale = true
    /// The devices of the machine.
    private var ports: [PedalPort] = []
    /// The open devices by their device files.
    private var open: [String: OpenPedal] = [:]
    /// Reasons for which devices could not be opened, by device files.
    private var failures: [String: PedalError] = [:]
    private var told: [Report] = []

    /// Milliseconds after which the devices are listed again without a reason: also when inotify has told nothing.
    private static let pause: Int32 = 5000
    /// Milliseconds after which a device that failed is tried again.
    private static let retry: Int32 = 1000

    init(outbox: Mailbox<Event>) { self.outbox = outbox }

    mutating func obey(_ order: Order) {
        switch order {
        case .quit: isQuitting = true
        case .list:
            if wanted.bindings.isEmpty, !wanted.isLesson { ports = PedalPorts.all() }
            outbox.post(.listed(reports))
        case .want(let next):
            isStale = isStale || next != wanted
            wanted = next
        }
    }

    mutating func turn() -> WakeDescriptor.Sleep? {
        guard !isQuitting else { return nil }
        guard !wanted.bindings.isEmpty || wanted.isLesson else {
            // An engine without pedals does not look at input devices.
            for node in open.keys { close(node) }
            (ports, failures, folder) = ([], [:], nil)
            tell()
            isStale = true
            return WakeDescriptor.Sleep(milliseconds: -1)
        }
        look()
        for (node, pedal) in open { read(pedal, node) }
        tell()
        let now = Self.now
        let pending = open.values.compactMap { $0.keys.deadline }.min().map { max(1, ($0 - now + 999) / 1000) }
        return WakeDescriptor.Sleep(
            milliseconds: min(failures.isEmpty ? Self.pause : Self.retry, Int32(clamping: pending ?? Int64(Self.pause))),
            descriptors: open.values.map(\.device.descriptor) + [folder?.descriptor].compactMap(\.self))
    }

    /// Events that are read at once.
    private static let mostEvents = 256

    /// Microseconds of the monotonic clock.
    private static var now: Int64 { Int64(Moment.now.nanoseconds / 1000) }

    // MARK: Devices

    /// Lists the devices again where something has changed, opens wanted ones, and closes those that are gone or not wanted.
    private mutating func look() {
        if folder == nil { folder = try? FolderEvents(PedalPorts.folder) }
        // Without inotify the pause is the only reason to look.
        let hasNews = folder.map { !$0.take().isEmpty } ?? true
        let wanted = wanted
        guard hasNews || isStale || open.count < ports.count(where: { wanted.has($0) }) else { return }
        isStale = false
        let found = PedalPorts.all()
        ports = found
        for (node, pedal) in open where !found.contains(pedal.port) { lose(node, .gone(path: PedalPorts.path(of: pedal.port))) }
        for (node, pedal) in open where !wanted.has(pedal.port) { close(node) }
        failures = failures.filter { failure in found.contains { $0.node == failure.key && wanted.has($0) } }
        for port in found where wanted.has(port) { use(port) }
    }

    /// Opens a device, or keeps it open, and grabs it as the settings say.
    private mutating func use(_ port: PedalPort) {
        let mayGrab = wanted.grab == "all" || wanted.grab == "pedals" && (port.isKnownPedal || !port.isKeyboard)
        do throws(PedalError) {
            let pedal: OpenPedal
            if let known = open[port.node] {
                pedal = known
            } else {
                pedal = OpenPedal(port, try PedalDevice(PedalPorts.path(of: port)))
            }
            try pedal.device.grab(mayGrab && wanted.binds(port))
            open[port.node] = pedal
            failures[port.node] = nil
        } catch {
            close(port.node)
            failures[port.node] = error
        }
    }

    /// Reads a device. One that fails is closed; it is opened again when the devices are listed next.
    private mutating func read(_ pedal: OpenPedal, _ node: String) {
        var changes: [PedalChange] = []
        do throws(PedalError) {
            // A release counts as of the time before the reading: a contact that has closed again since then is not read yet.
            let looked = Self.now
            let events = try pedal.device.read(limit: Self.mostEvents)
            for event in events { changes += pedal.keys.take(event, now: Self.now) }
            if events.count < Self.mostEvents { changes += pedal.keys.turn(now: looked) }
            if !changes.isEmpty { outbox.post(.changes(pedal.port, changes)) }
        } catch {
            if !changes.isEmpty { outbox.post(.changes(pedal.port, changes)) }
            lose(node, error)
        }
    }

    /// Releases the keys of a device and closes it.
    private mutating func close(_ node: String) {
        guard let pedal = open.removeValue(forKey: node) else { return }
        let changes = pedal.keys.releaseAll()
        if !changes.isEmpty { outbox.post(.changes(pedal.port, changes)) }
    }

    /// Releases the keys of a device that is gone, closes it, and tells of it.
    private mutating func lose(_ node: String, _ error: PedalError) {
        guard let port = open[node]?.port else { return }
        close(node)
        failures[node] = error
        outbox.post(.gone(port, error))
    }

    /// The devices with their states.
    private var reports: [Report] {
        var reports: [Report] = []
        for port in ports {
            let state: State = open[port.node] != nil ? .open : failures[port.node].map { .failed($0) } ?? .unused
            reports.append(Report(port: port, state: state, isBound: wanted.binds(port)))
        }
        return reports
    }

    /// Posts the states of the devices if they have changed.
    private mutating func tell() {
        let now = reports
        guard now != told else { return }
        told = now
        outbox.post(.ports(now))
    }
}
