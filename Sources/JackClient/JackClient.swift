// Client of a JACK server. The JACK worker thread opens, connects and closes, which can block on a frozen server; the rest
// says by itself that any thread may call it.
internal import CJack
internal import Dictation
internal import Glibc
public import Realtime
internal import Rings
internal import Synchronization

/// One client of one JACK server, from activation to close.
public final class JackClient: Sendable {
    private let client: JackPointer
    /// A `RealtimeState`, which is the JACK thread's alone until the client is closed.
    private let state: JackPointer
    private let signals: Pinned<JackSignals>
    let ports: [JackPointer]
    /// Not there where the server refuses MIDI: that is no reason not to record.
    let midiIn: JackPointer?
    /// Orders of JACK's session.
    let session = Mutex(SessionOrders())
    private let shared: Pinned<RealtimeLink>
    /// The name the server gave (it may differ from the one asked for).
    public let name: String
    /// Frames per second, fixed for this client's life: a server that changes it gets a new client. The truth is `serverRate`.
    public let rate: Int
    private let memoryLock: MemoryLock
    /// Nothing where it cannot be known: in PipeWire, or where the system does not tell.
    private let server: ServerProcess?

    /// Where the samples come in and go out; the order is that of `ports`.
    static let portNames = ["in_l", "in_r", "out_l", "out_r"]
    static let midiName = "midi_in"

    /// Opens, registers, sets the callbacks and activates.
    ///
    /// - Parameters:
    ///   - sessionID: what a session knows the client by, where that restores it.
    ///   - rate: frames a second, where the callback of a client before has told them: what libjack says before the first period
    ///     is only what it was asked for (`pw-jack -p`).
    ///   - makeLink: allocates the shared memory for the server's rate; the client frees it when it goes.
    ///   - wakeDescriptor: eventfd written whenever a signal changes.
    public init(
        name wanted: String, sessionID: String? = nil, rate told: Int? = nil, wakeDescriptor: Int32,
        makeLink: (_ rate: Int) -> RealtimeLink
    ) throws(JackError) {
        // Before the client, so that it is none that came later; and once more where that one has gone meanwhile.
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
            _ = unsafe jack_client_close(opened.handle)  // the error that matters is on its way already
            throw error
        }
        // With a duplicate name PipeWire's jack_get_client_name can be wrong; the port's name never is.
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
            UnsafeRawPointer(link.pointee.progress.address),
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
            _ = unsafe jack_client_close(opened.handle)  // the error that matters is on its way already
            throw error
        }
        describePorts()
    }

    /// Any thread. A driver can say any number, 0 too: all that is allocated for a rate, or divided by one, is for the rates that
    /// a recording can have.
    package static func check(rate: Int) throws(JackError) {
        guard AudioFormat.Container.wav.rates.contains(rate) else { throw JackError.rateUnusable(rate: rate) }
    }

    /// Only after `close`, or the callback would run on freed memory.
    deinit {
        unsafe statePointer.deinitialize(count: 1).deallocate()
    }

    /// Leaves the graph. JACK worker thread; may block while the server is frozen.
    public func close() throws(JackError) {
        if isThrownOut {
            // libjack would follow a null pointer. What its threads may still look at stays: some 7 MB.
            unsafe _ = Unmanaged.passRetained(self)
            throw JackError.thrownOut(name: name)
        }
        giveUpSession()
        let code = unsafe jack_client_close(handle)
        guard code == 0 else { throw JackError.closeFailed(code: code) }
    }

    // MARK: Any thread

    /// All that the process callback shares with the engine's threads; lasts as long as the client object.
    public var link: UnsafePointer<RealtimeLink> { unsafe shared.pointer }

    /// PipeWire's node of the client was destroyed while the daemon lives (`pw-cli destroy`). Nobody tells; its ports are gone.
    public var isThrownOut: Bool {
        guard JackClient.isPipeWire else { return false }
        return unsafe jack_port_by_name(handle, "\(name):\(JackClient.portNames[0])") == nil
    }

    /// Whether the server's process has ended, which libjack does not hear of where another client has taken the server's calls to
    /// ours; false where it cannot be known. Any thread; one system call, never blocks.
    public var isServerEnded: Bool { server?.hasEnded ?? false }

    static let isPipeWire = unsafe String(cString: jack_get_version_string()).contains("PipeWire")

    public var isShutDown: Bool { unsafe signals.pointer.pointee.isShutDown.load(ordering: .acquiring) }
    /// What the server said of it; often nothing.
    public var shutdownWords: String { unsafe signals.pointer.pointee.words.withLock { $0 } }
    public var xruns: Int { unsafe signals.pointer.pointee.xruns.load(ordering: .relaxed) }
    public var bufferSize: Int { unsafe signals.pointer.pointee.bufferSize.load(ordering: .relaxed) }
    /// The server's rate as last told; differs from `rate` when the server changed it.
    public var serverRate: Int { unsafe signals.pointer.pointee.rate.load(ordering: .relaxed) }
    public var graphChanges: Int { unsafe signals.pointer.pointee.graphChanges.load(ordering: .relaxed) }
    public var portChanges: Int { unsafe signals.pointer.pointee.portChanges.load(ordering: .relaxed) }
    /// Whether the process thread runs under a realtime policy (in freewheel it does not). PipeWire's jack_client_thread_id
    /// gives whatever thread asks: the callback itself says where it runs.
    public var isRealtime: Bool {
        let thread = unsafe Telemetry(link.pointee.clockPage).thread
        // A thread that cannot be asked is none that runs in realtime. The kernel adds a flag to the policy.
        let policy = thread == 0 ? -1 : sched_getscheduler(thread)
        guard policy >= 0 else { return false }
        return policy & 0xff == SCHED_FIFO || policy & 0xff == SCHED_RR
    }

    /// JACK worker thread. Until the callback has run once, but not for longer than a fifth of a second.
    public func waitForPeriod() {
        for _ in 0..<40 where unsafe Telemetry(link.pointee.clockPage).thread == 0 { _ = usleep(5000) }
    }

    /// Memory of the callback that the system would not lock, in words; nil: none. Any thread, once the callback has run.
    public var lockRefused: String? {
        memoryLock.refusal(stack: unsafe signals.pointer.pointee.stackRefused.load(ordering: .acquiring))
    }

    /// Whether the server itself runs in realtime mode.
    public var isServerRealtime: Bool { unsafe jack_is_realtime(handle) != 0 }

    /// JACK's estimate of the frame time right now, mid-period included. Reads shared memory, never blocks.
    public var frameTime: UInt32 { unsafe jack_frame_time(handle) }

    var handle: OpaquePointer { unsafe client.address }
    var linkArgument: UnsafeMutableRawPointer { unsafe shared.argument }
    var signalsArgument: UnsafeMutableRawPointer { unsafe signals.argument }
    var signalsPointer: UnsafePointer<JackSignals> { unsafe signals.pointer }
    var statePointer: UnsafeMutablePointer<RealtimeState> { unsafe UnsafeMutablePointer(state.address) }
}
