// Client of a JACK server. One caller at a time opens, connects and closes, which can block on a frozen server; other calls
// are for any thread where noted.
internal import CJack
internal import Dictation
internal import Glibc
public import Realtime
internal import Rings
internal import Synchronization
internal import System

/// One client of one JACK server, from activation to close.
public final class JackClient: Sendable {
    /// Address of the client.
    private let client: JackPointer
    /// Address of a `RealtimeState`, which belongs to the JACK thread until the client is closed.
    private let state: JackPointer
    private let signals: Pinned<JackSignals>
    /// Audio ports, in the order of `portNames`.
    let ports: [JackPointer]
    /// MIDI input; nil when the server refuses MIDI, which must not prevent recording.
    let midiIn: JackPointer?
    /// Requests of JACK's session manager.
    let session = Mutex(SessionRequests())
    /// Samples of the cues that sound or wait; see `keep`.
    let cueSounds = Mutex<[UInt32: CueSamples]>([:])
    private let shared: Pinned<RealtimeLink>
    /// Name that the server gave; it may differ from the requested name.
    public let name: String
    /// Sample rate in Hz, fixed for this client's life. The current rate is `serverRate`: a server that changes its rate needs
    /// a new client.
    public let rate: Int
    private let memoryLock: MemoryLock
    /// Process of the server; nil when it cannot be known: on PipeWire, or when the system does not tell.
    private let server: ServerProcess?

    /// Names of the audio ports, in the order of `ports`.
    static let portNames = ["in_l", "in_r", "out_l", "out_r"]
    /// Name of the MIDI input.
    static let midiName = "midi_in"

    /// Opens the client, registers the ports, sets the callbacks and activates. Throws a `JackError` when the server refuses.
    ///
    /// - Parameters:
    ///   - sessionID: number under which a session manager knows the client, when a session restores it.
    ///   - rate: sample rate in Hz reported by a previous client's callback. Before the first period libjack reports only the
    ///     rate it was asked for (`pw-jack -p`).
    ///   - makeLink: allocates the shared memory for the server's rate; freed with the client object.
    ///   - wakeDescriptor: eventfd that is written whenever a signal changes; the caller keeps it open.
    public init(
        name wanted: String, sessionID: String? = nil, rate told: Int? = nil, wakeDescriptor: Int32,
        makeLink: (_ rate: Int) -> RealtimeLink
    ) throws(JackError) {
        // Look for the server's process before opening, so a server that starts later is not taken for it, and once more if
        // that process has ended.
        let before = ServerProcess(server: JackClient.serverName)
        let opened = try JackClient.open(wanted, sessionID)
        server = before?.hasEnded == false ? before : ServerProcess(server: JackClient.serverName)
        client = unsafe JackPointer(opened.handle)
        rate = told ?? Int(unsafe jack_get_sample_rate(opened.handle))
        do throws(JackError) {
            try JackClient.check(rate: rate)
            unsafe ports = try JackClient.register(opened.handle)
            midiIn = unsafe jack_port_register(
                opened.handle, JackClient.midiName, JACK_DEFAULT_MIDI_TYPE, UInt(JackPortIsInput.rawValue), 0
            ).map { unsafe JackPointer($0) }
        } catch {
            _ = unsafe jack_client_close(opened.handle)  // the first error is the one to report
            throw error
        }
        // With a duplicate name PipeWire's jack_get_client_name can be wrong; the port's name is always right.
        name = JackClient.clientName(of: ports[0], or: opened.name)

        shared = Pinned(makeLink(rate))
        let link = unsafe shared.pointer
        signals = Pinned(JackSignals(wakeDescriptor: wakeDescriptor))
        let state = UnsafeMutablePointer<RealtimeState>.allocate(capacity: 1)
        unsafe state.initialize(
            to: RealtimeState(
                link: link, client: opened.handle,
                ports: RealtimePorts(
                    inLeft: ports[0].address, inRight: ports[1].address, outLeft: ports[2].address,
                    outRight: ports[3].address, midiIn: midiIn?.address),
                rate: rate, fadeCurve: JackClient.fadeCurve(rate: rate)))
        self.state = unsafe JackPointer(OpaquePointer(state))
        let objects: [UnsafeRawPointer] = unsafe [
            UnsafeRawPointer(link), UnsafeRawPointer(state), UnsafeRawPointer(opened.handle),
            UnsafeRawPointer(link.pointee.writerProgress.address), UnsafeRawPointer(link.pointee.readerProgress.address),
            UnsafeRawPointer(link.pointee.monitorProgress.address), UnsafeRawPointer(link.pointee.bedProgress.address),
        ]
        memoryLock = unsafe MemoryLock(
            link.pointee, state: UnsafeRawBufferPointer(start: state, count: MemoryLayout<RealtimeState>.size),
            objects: objects)
        unsafe signals.pointer.pointee.rate.store(rate, ordering: .relaxed)
        unsafe signals.pointer.pointee.bufferSize.store(Int(jack_get_buffer_size(opened.handle)), ordering: .relaxed)

        do throws(JackError) {
            try setCallbacks()
            let code = unsafe jack_activate(opened.handle)
            guard code == 0 else { throw JackError.activationRefused(code: code) }
        } catch {
            _ = unsafe jack_client_close(opened.handle)  // the first error is the one to report
            throw error
        }
        describePorts()
    }

    /// Checks that a recording can have this rate in Hz; throws `rateUnusable`. A driver can report any number, even 0, which
    /// would make allocations too large and divisions fail. Any thread.
    package static func check(rate: Int) throws(JackError) {
        guard AudioFormat.Container.wav.rates.contains(rate) else { throw JackError.rateUnusable(rate: rate) }
    }

    /// Frees the state. Only after `close`, or the callback would run on freed memory.
    deinit {
        unsafe statePointer.deinitialize(count: 1).deallocate()
    }

    /// Leaves the graph. One caller at a time; may block on a frozen server. Throws `thrownOut` or `closeFailed`.
    public func close() throws(JackError) {
        if isThrownOut {
            // libjack would dereference a null pointer. The memory its threads may still use is leaked, about 7 MB.
            unsafe _ = Unmanaged.passRetained(self)
            throw JackError.thrownOut(name: name)
        }
        giveUpSession()
        let code = unsafe jack_client_close(handle)
        guard code == 0 else { throw JackError.closeFailed(code: code) }
    }

    // MARK: Any thread

    /// Memory shared between the process callback and the engine's threads; valid as long as this object.
    public var link: UnsafePointer<RealtimeLink> { unsafe shared.pointer }

    /// True when PipeWire has destroyed the client's node while the daemon lives (`pw-cli destroy`). PipeWire does not report
    /// it, but the client's ports are gone. Any thread but JACK's.
    public var isThrownOut: Bool {
        guard JackClient.isPipeWire else { return false }
        return unsafe jack_port_by_name(handle, "\(name):\(JackClient.portNames[0])") == nil
    }

    /// True when the server's process has ended; false when that cannot be known. libjack does not notice the end when another
    /// client has taken over the server's socket to this client. Any thread; one system call, never blocks.
    public var isServerEnded: Bool { server?.hasEnded ?? false }

    /// True when libjack is PipeWire's.
    static let isPipeWire = unsafe String(cString: jack_get_version_string()).contains("PipeWire")

    /// True after the server has shut down or disconnected the client. Any thread.
    public var isShutDown: Bool { unsafe signals.pointer.pointee.isShutDown.load(ordering: .acquiring) }
    /// Reason that the server gave for the shutdown; often empty. Any thread.
    public var shutdownWords: String { unsafe signals.pointer.pointee.words.withLock { $0 } }
    /// Number of xruns that the server has reported. Any thread.
    public var xruns: Int { unsafe signals.pointer.pointee.xruns.load(ordering: .relaxed) }
    /// Period length in frames. Any thread.
    public var bufferSize: Int { unsafe signals.pointer.pointee.bufferSize.load(ordering: .relaxed) }
    /// Sample rate in Hz that the server last reported; differs from `rate` after a change. Any thread.
    public var serverRate: Int { unsafe signals.pointer.pointee.rate.load(ordering: .relaxed) }
    /// Number of connections made or removed anywhere in the graph. Any thread.
    public var graphChanges: Int { unsafe signals.pointer.pointee.graphChanges.load(ordering: .relaxed) }
    /// Number of ports registered anywhere in the graph. Any thread.
    public var portChanges: Int { unsafe signals.pointer.pointee.portChanges.load(ordering: .relaxed) }
    /// Number of ports that have gone from anywhere in the graph. Any thread.
    public var portsGone: Int { unsafe signals.pointer.pointee.portsGone.load(ordering: .relaxed) }
    /// True when the process thread runs under a realtime policy, which it does not in freewheel; nil before its first period.
    /// PipeWire's jack_client_thread_id returns the calling thread, so the callback itself publishes its thread. Any thread.
    public var isRealtime: Bool? {
        let thread = unsafe Telemetry(link.pointee.clockPage).thread
        guard thread != 0 else { return nil }
        // A thread that cannot be queried is not realtime. The kernel adds a flag to the policy.
        let policy = sched_getscheduler(thread)
        guard policy >= 0 else { return false }
        return policy & 0xff == SCHED_FIFO || policy & 0xff == SCHED_RR
    }

    /// Waits until the callback has run once, for at most a fifth of a second and two periods.
    public func waitForPeriod() {
        let end = Moment.now.later(milliseconds: 200 + 2000 * bufferSize / max(1, rate))
        while unsafe Telemetry(link.pointee.clockPage).thread == 0, Moment.now.seconds(since: end) < 0 { _ = usleep(5000) }
    }

    /// Description of the callback's memory that the system would not lock; nil when all is locked. Valid after the first
    /// period. Any thread.
    public var lockRefused: String? {
        memoryLock.refusal(stack: unsafe signals.pointer.pointee.stackRefused.load(ordering: .acquiring))
    }

    /// True when the server itself runs in realtime mode. Any thread.
    public var isServerRealtime: Bool { unsafe jack_is_realtime(handle) != 0 }

    /// JACK's estimate of the current frame time, also in the middle of a period. Reads shared memory and never blocks.
    /// Any thread.
    public var frameTime: UInt32 { unsafe jack_frame_time(handle) }

    /// JACK's frame time at the start of the server's latest cycle, even when this client had no period in it. Reads shared
    /// memory and never blocks. Any thread.
    public var serverFrame: UInt32 { unsafe jack_last_frame_time(handle) }

    /// Address of the client, as libjack takes it.
    var handle: OpaquePointer { unsafe client.address }
    /// Address of the shared memory, as the argument of a callback.
    var linkArgument: UnsafeMutableRawPointer { unsafe shared.argument }
    /// Address of the signals, as the argument of a callback.
    var signalsArgument: UnsafeMutableRawPointer { unsafe signals.argument }
    /// Address of the signals.
    var signalsPointer: UnsafePointer<JackSignals> { unsafe signals.pointer }
    /// Address of the process callback's state.
    var statePointer: UnsafeMutablePointer<RealtimeState> { unsafe UnsafeMutablePointer(state.address) }
}
