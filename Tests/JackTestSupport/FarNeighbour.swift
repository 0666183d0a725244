// A JACK client with a latency of its own. One thread: the test's; the callback runs on libjack's.
import CJack

/// A JACK client that reports a latency of its ports: the largest there is (a range that ends at 2^32 - 1 frames and begins 100
/// below), or given ones, as a sound card does.
@safe
public final class FarNeighbour {
    /// Name that the server gave the client.
    public let name: String
    private let handle: OpaquePointer
    private let state: UnsafeMutablePointer<State>

    @safe private struct State {
        /// The ports `out` and `in`, and the ranges that they report.
        let out: OpaquePointer
        let into: OpaquePointer
        let ranges: (capture: jack_latency_range_t, playback: jack_latency_range_t)

        init(out: OpaquePointer, into: OpaquePointer, ranges: (jack_latency_range_t, jack_latency_range_t)) {
            unsafe self.out = unsafe out
            unsafe self.into = unsafe into
            self.ranges = ranges
        }
    }

    /// Opens the client with the ports `out` and `in`, active at once. Nil when the server refuses.
    ///
    /// - Parameters:
    ///   - capture: latency in frames of what comes from `out`; nil for the largest.
    ///   - playback: latency in frames of what goes to `in`.
    public init?(_ wanted: String, capture: UInt32? = nil, playback: UInt32? = nil) {
        guard let handle = unsafe dicta_jack_client_open(wanted, JackNoStartServer, nil),
            let out = unsafe jack_port_register(handle, "out", JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsOutput.rawValue), 0),
            let into = unsafe jack_port_register(handle, "in", JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsInput.rawValue), 0)
        else { return nil }
        unsafe self.handle = unsafe handle
        name = unsafe jack_get_client_name(handle).map { unsafe String(cString: $0) } ?? wanted
        let range = { (frames: UInt32?) in jack_latency_range_t(min: frames ?? .max - 100, max: frames ?? .max) }
        unsafe state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        unsafe state.initialize(to: State(out: out, into: into, ranges: (range(capture), range(playback))))
        let callback: JackLatencyCallback = { mode, argument in
            guard let state = unsafe argument?.assumingMemoryBound(to: State.self) else { return }
            let isCapture = mode == JackCaptureLatency
            var range = unsafe isCapture ? state.pointee.ranges.capture : state.pointee.ranges.playback
            unsafe jack_port_set_latency_range(isCapture ? state.pointee.out : state.pointee.into, mode, &range)
        }
        // Without a process callback the client has no thread, and every client connected to it would wait for it.
        guard unsafe jack_set_process_callback(handle, { _, _ in 0 }, nil) == 0,
            unsafe jack_set_latency_callback(handle, callback, UnsafeMutableRawPointer(state)) == 0,
            unsafe jack_activate(handle) == 0
        else { return nil }
    }

    deinit {
        _ = unsafe jack_client_close(handle)
        unsafe state.deallocate()
    }
}
