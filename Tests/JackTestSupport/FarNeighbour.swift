// A JACK client with an extreme latency. One thread: the test's; the callback runs on libjack's.
import CJack

/// A JACK client that reports the largest latency there is: a range that ends at 2^32 - 1 frames and begins 100 below.
@safe
public final class FarNeighbour {
    /// Name that the server gave the client.
    public let name: String
    private let handle: OpaquePointer
    private let ports: UnsafeMutablePointer<OpaquePointer>

    /// Opens the client with the ports `out` and `in`, active at once. Nil when the server refuses.
    public init?(_ wanted: String) {
        guard let handle = unsafe dicta_jack_client_open(wanted, JackNoStartServer, nil),
            let out = unsafe jack_port_register(handle, "out", JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsOutput.rawValue), 0),
            let into = unsafe jack_port_register(handle, "in", JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsInput.rawValue), 0)
        else { return nil }
        unsafe self.handle = unsafe handle
        name = unsafe jack_get_client_name(handle).map { unsafe String(cString: $0) } ?? wanted
        unsafe ports = UnsafeMutablePointer<OpaquePointer>.allocate(capacity: 2)
        unsafe ports.initialize(to: out)
        unsafe (ports + 1).initialize(to: into)
        let callback: JackLatencyCallback = { mode, argument in
            guard let ports = unsafe argument?.assumingMemoryBound(to: OpaquePointer.self) else { return }
            var range = jack_latency_range_t(min: .max - 100, max: .max)
            unsafe jack_port_set_latency_range(ports[mode == JackCaptureLatency ? 0 : 1], mode, &range)
        }
        // Without a process callback the client has no thread, and every client connected to it would wait for it.
        guard unsafe jack_set_process_callback(handle, { _, _ in 0 }, nil) == 0,
            unsafe jack_set_latency_callback(handle, callback, UnsafeMutableRawPointer(ports)) == 0,
            unsafe jack_activate(handle) == 0
        else { return nil }
    }

    deinit {
        _ = unsafe jack_client_close(handle)
        unsafe ports.deallocate()
    }
}
