// Room: Studio (tests). One thread: the test's.
import CJack
import Glibc
import Synchronization

/// A JACK client for tests: sends a signal on `out_l` and `out_r`, keeps what comes in at `in_l` and `in_r`.
@safe
public final class Probe {
    public let name: String
    let handle: OpaquePointer
    private let state: UnsafeMutablePointer<ProbeState>

    /// Active at once. Keeps the first `seconds` of what it hears. Nothing when the server says no.
    public init?(_ wanted: String, sends signal: Signal = .silence, keeps seconds: Double = 0) {
        guard let handle = unsafe dicta_jack_client_open(wanted, JackNoStartServer, nil) else { return nil }
        let names = ["out_l", "out_r", "in_l", "in_r"]
        var ports: [OpaquePointer] = unsafe []
        for port in names {
            let flags = UInt(port.hasPrefix("out") ? JackPortIsOutput.rawValue : JackPortIsInput.rawValue)
            guard let made = unsafe jack_port_register(handle, port, JACK_DEFAULT_AUDIO_TYPE, flags, 0) else { return nil }
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
        guard unsafe jack_set_process_callback(handle, probeProcess, UnsafeMutableRawPointer(state)) == 0,
            unsafe jack_activate(handle) == 0
        else { return nil }
    }

    deinit {
        _ = unsafe jack_client_close(handle)
        unsafe state.deinitialize(count: 1).deallocate()
    }

    /// JACK frame of `heard[0]`.
    public var firstFrame: UInt32 { unsafe state.pointee.first.load(ordering: .relaxed) }
    /// What was heard so far, by JACK frame; NaN where JACK gave no period.
    public var heard: [SIMD2<Float>] {
        let count = unsafe state.pointee.end.load(ordering: .acquiring)
        return unsafe Array(UnsafeBufferPointer(start: state.pointee.memory, count: count))
    }
    /// Frames heard between two JACK frames.
    public func heard(from: UInt32, count: Int) -> ArraySlice<SIMD2<Float>> {
        let start = Int(from &- firstFrame)
        let all = heard
        guard start >= 0, start + count <= all.count else { return [] }
        return all[start..<start + count]
    }
    /// Frames that JACK skipped at this client.
    public var missedFrames: Int { unsafe state.pointee.missed.load(ordering: .relaxed) }
    public var periods: Int { unsafe state.pointee.periods.load(ordering: .acquiring) }
    public var frameTime: UInt32 { unsafe jack_frame_time(handle) }
    public var rate: Int { Int(unsafe jack_get_sample_rate(handle)) }

    /// Sample by sample equal, and none of them missing.
    public func waitFor(frame: UInt32) {
        while Int32(bitPattern: frame &- frameTime) > 0 { _ = usleep(5000) }
        _ = usleep(50_000)
    }
}
