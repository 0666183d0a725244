// A JACK client that sends and hears a known signal. One thread: the test's.
import CJack
import Glibc
import Synchronization
import TestSupport

/// A JACK client for tests: sends a signal on `out_l` and `out_r`, keeps the frames that arrive at `in_l` and `in_r`.
@safe
public final class Probe {
    /// Name that the server gave the client.
    public let name: String
    let handle: OpaquePointer
    private var isClosed = false
    private let state: UnsafeMutablePointer<ProbeState>

    /// Opens a client, active at once, which keeps the first `seconds` of the frames it hears. Nil when the server refuses.
    public init?(_ wanted: String, sends signal: Signal = .silence, keeps seconds: Double = 0) {
        guard let handle = unsafe dicta_jack_client_open(wanted, JackNoStartServer, nil) else { return nil }
        let names = ["out_l", "out_r", "in_l", "in_r"]
        var ports: [OpaquePointer] = unsafe []
        for port in names {
            let flags = UInt(port.hasPrefix("out") ? JackPortIsOutput.rawValue : JackPortIsInput.rawValue)
            guard let made = unsafe jack_port_register(handle, port, JACK_DEFAULT_AUDIO_TYPE, flags, 0) else {
                _ = unsafe jack_client_close(handle)
                return nil
            }
            unsafe ports.append(made)
        }
        let rate = Int(unsafe jack_get_sample_rate(handle))
        var code: FrameCode?
        if case .frames(let wanted) = signal { code = wanted }
        unsafe state = UnsafeMutablePointer<ProbeState>.allocate(capacity: 1)
        unsafe state.initialize(
            to: ProbeState(
                client: handle, outputs: (ports[0], ports[1]), inputs: (ports[2], ports[3]), code: code,
                table: signal.table(rate: rate), capacity: Int(seconds * Double(rate))))
        unsafe self.handle = unsafe handle
        name = unsafe jack_get_client_name(handle).map { unsafe String(cString: $0) } ?? wanted
        // libjack may otherwise end its thread with its own lock held, and closing a client would then wait for ever.
        unsafe jack_on_shutdown(handle, { _ in _ = pthread_setcancelstate(Int32(PTHREAD_CANCEL_DISABLE), nil) }, nil)
        guard unsafe jack_set_process_callback(handle, probeProcess, UnsafeMutableRawPointer(state)) == 0,
            unsafe jack_set_xrun_callback(handle, probeXrun, UnsafeMutableRawPointer(state)) == 0,
            unsafe jack_activate(handle) == 0
        else { return nil }
    }

    /// Leaves the graph; the frames heard stay. After a server was killed, close before the next one is used: libjack
    /// crashes over a client of the old one.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        _ = unsafe jack_client_close(handle)
    }

    deinit {
        close()
        unsafe state.deinitialize(count: 1).deallocate()
    }

    /// The frames heard so far, each frame once, in order.
    public var heard: ArraySlice<SIMD2<Float>> {
        let count = unsafe min(state.pointee.capacity, state.pointee.count.load(ordering: .acquiring))
        return unsafe Array(UnsafeBufferPointer(start: state.pointee.memory, count: count))[...]
    }

    /// Frames sent and heard.
    public var count: Int { unsafe state.pointee.count.load(ordering: .acquiring) }

    /// Sends exact silence from one of the next periods on, or the signal again.
    public func mute(_ isMuted: Bool) { unsafe state.pointee.isMuted.store(isMuted, ordering: .relaxed) }

    /// Number of times JACK's frame time was out of step with the frames.
    public var jumps: Int { unsafe state.pointee.stepCount.load(ordering: .acquiring) - 1 }

    /// JACK's time at each xrun that the server reported: some ms after it, or later on a busy machine.
    public var xruns: [UInt32] {
        let count = unsafe state.pointee.xrunCount.load(ordering: .acquiring)
        return unsafe Array(UnsafeBufferPointer(start: state.pointee.xruns, count: count))
    }

    /// The probe's own number of a JACK frame: its code, and its place in `heard`.
    public func number(of frame: UInt32) -> Int {
        let steps = unsafe state.pointee.steps
        var offset = unsafe steps[0].offset
        for i in 0...max(0, jumps) where unsafe Int32(bitPattern: frame &- steps[i].frame) >= 0 {
            offset = unsafe steps[i].offset
        }
        return Int(frame) + offset
    }

    /// True if JACK's frame time was out of step with the frames within so many frames of a JACK frame: `number` is not certain there.
    public func hasJump(near frame: UInt32, within frames: Int) -> Bool {
        let steps = unsafe state.pointee.steps
        return (1..<max(1, jumps + 1)).contains { unsafe abs(Int(Int32(bitPattern: steps[$0].frame &- frame))) <= frames }
    }

    /// JACK's estimate of the current frame.
    public var frameTime: UInt32 { unsafe jack_frame_time(handle) }
    /// Sample rate of the server in Hz.
    public var rate: Int { Int(unsafe jack_get_sample_rate(handle)) }

    /// Waits until 50 ms after a JACK frame. After a period that was late, JACK's estimate of the current frame is ahead of the
    /// frames for a second or two, so the frames of this client are awaited too. A server that stands still has none: they are
    /// awaited for two seconds.
    public func waitFor(frame: UInt32) {
        while Int32(bitPattern: frame &- frameTime) > 0 { _ = usleep(5000) }
        Pause.until { jumps >= 0 && count > number(of: frame) }
        _ = usleep(50_000)
    }

    /// Lets the server run as fast as it can until a JACK frame is near; see `skip(toNumber:)`.
    public func skip(to frame: UInt32) { skip(toNumber: number(of: frame)) }

    /// Lets the server run as fast as it can until this probe has sent so many frames but for the last quarter of a second: a
    /// command for that frame has to arrive in time, on a busy machine too. For time in which a test only waits. All clients take
    /// part in each frame of a freewheel, so takes and playback are exact. In PipeWire and at an asynchronous jackd nothing is
    /// skipped: they lose frames then.
    public func skip(toNumber wanted: Int) {
        let near = wanted - rate / 4
        // A freewheel costs some hundredths of a second.
        guard !PipeWireServer.isOurs, unsafe JackServer.isInStep, jumps >= 0, near - count > rate / 4 else { return }
        unsafe state.pointee.fastUntil.store(near, ordering: .relaxed)
        defer { unsafe state.pointee.fastUntil.store(.max, ordering: .relaxed) }
        guard setFreewheel(true) else { return }
        // The speed depends on the machine and its disk: a hundred times that of the sound, or five.
        Pause.until(60) { count >= near }
        _ = setFreewheel(false)
        // JACK's estimate of the current frame is of the time before the freewheel up to the second period.
        let settled = count + 2 * Int(unsafe jack_get_buffer_size(handle))
        Pause.until(2) { count >= settled }
    }

    /// Waits until the graph has processed so many frames from JACK frame `start` on, and two periods more: another client can
    /// be a period behind. JACK's clock goes on while a busy machine delays the graph. Waits a minute at most.
    public func waitFor(frames: Int, from start: UInt32) {
        let wanted = frames + 2 * Int(unsafe jack_get_buffer_size(handle))
        Pause.until(60) { count - number(of: start) >= wanted }
    }
}
