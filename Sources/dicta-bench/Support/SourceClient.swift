// JACK client of the signal source. Main thread only.
import CJack
import Synchronization
import System

/// The JACK client around a `Source`, with the questions to the graph.
@safe
final class SourceClient {
    let name: String
    private let handle: OpaquePointer
    private let source: UnsafeMutablePointer<Source>
    private static let ports = ["out_1", "out_2"]

    /// Opens and activates a client of this name; the signal may depend on the rate in Hz.
    init(_ wanted: String, _ signal: (_ rate: Int) -> Source.Signal) throws(BenchError) {
        unsafe jack_set_error_function { _ in }
        unsafe jack_set_info_function { _ in }
        guard let handle = unsafe dicta_jack_client_open(wanted, JackNoStartServer, nil) else { throw .noClient(wanted) }
        unsafe self.handle = unsafe handle
        name = unsafe jack_get_client_name(handle).map { unsafe String(cString: $0) } ?? wanted
        let flags = UInt(JackPortIsOutput.rawValue)
        guard let left = unsafe jack_port_register(handle, Self.ports[0], JACK_DEFAULT_AUDIO_TYPE, flags, 0),
            let right = unsafe jack_port_register(handle, Self.ports[1], JACK_DEFAULT_AUDIO_TYPE, flags, 0)
        else {
            _ = unsafe jack_client_close(handle)
            throw .noClient(wanted)
        }
        unsafe source = .allocate(capacity: 1)
        let rate = Int(unsafe jack_get_sample_rate(handle))
        unsafe source.initialize(to: Source(ports: (left, right), signal: signal(rate)))
        guard unsafe jack_set_process_callback(handle, sourceProcess, UnsafeMutableRawPointer(source)) == 0,
            unsafe jack_set_xrun_callback(handle, sourceXrun, UnsafeMutableRawPointer(source)) == 0,
            unsafe jack_activate(handle) == 0
        else { throw .noClient(wanted) }
    }

    deinit {
        // A server that ended first makes this call return -1; the client is gone all the same.
        _ = unsafe jack_client_close(handle)
        unsafe source.deinitialize(count: 1).deallocate()
    }

    /// Xruns so far.
    var xruns: Int { unsafe source.pointee.xruns.load(ordering: .relaxed) }

    /// Load of the server in percent, as it tells it now.
    var load: Double { Double(unsafe jack_cpu_load(handle)) }

    /// Number of the coded frame put out last.
    var position: UInt32 { unsafe source.pointee.position.load(ordering: .acquiring) }

    /// Sets the server's period in frames; false if the server refuses.
    func setPeriod(_ frames: Int) -> Bool { unsafe jack_set_buffer_size(handle, jack_nframes_t(frames)) == 0 }

    /// True if both ports have a connection.
    var isHeard: Bool {
        Self.ports.allSatisfy { port in
            guard let port = unsafe jack_port_by_name(handle, "\(name):\(port)") else { return false }
            return unsafe jack_port_connected(port) > 0
        }
    }

    /// Connects to the first two audio inputs of a client; false if the client does not have them yet.
    func connect(to client: String) -> Bool {
        let inputs = unsafe jack_get_ports(handle, nil, JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsInput.rawValue))
        guard let inputs = unsafe inputs else { return false }
        defer { unsafe jack_free(inputs) }
        var found: [String] = []
        var next = unsafe inputs
        while let port = unsafe next.pointee {
            let name = unsafe String(cString: port)
            if name.hasPrefix(client + ":") { found.append(name) }
            unsafe next += 1
        }
        guard found.count >= 2 else { return false }
        return zip(Self.ports, found).allSatisfy { port, input in
            let code = unsafe jack_connect(handle, "\(name):\(port)", input)
            return code == 0 || code == Errno.exists
        }
    }
}
