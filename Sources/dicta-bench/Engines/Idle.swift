// The client that does nothing. Main thread only.
import CJack

/// A client with two inputs and an empty callback, as the floor for the others.
enum Idle {
    /// Runs the client until a signal comes.
    static func run(name: String) throws(BenchError) {
        guard let client = unsafe dicta_jack_client_open(name, JackNoStartServer, nil) else { throw .noClient(name) }
        defer { _ = unsafe jack_client_close(client) }
        for port in ["in_1", "in_2"] {
            let flags = UInt(JackPortIsInput.rawValue)
            guard unsafe jack_port_register(client, port, JACK_DEFAULT_AUDIO_TYPE, flags, 0) != nil else {
                throw .noClient(name)
            }
        }
        guard unsafe jack_set_process_callback(client, idleProcess, nil) == 0, unsafe jack_activate(client) == 0 else {
            throw .noClient(name)
        }
        do throws(BenchError) {
            try Interruption.sleep(seconds: 1e9)
        } catch .signal {
            // A signal is the normal end.
        }
    }
}

@_noLocks @_noAllocation
func idleProcess(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> Int32 { 0 }
