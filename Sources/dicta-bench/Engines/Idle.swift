// The client that does nothing. Main thread only.
import CJack

/// A client with the ports of dictad and an empty callback, as the floor for the others. It has all the ports because each
/// port costs libjack and the server time.
enum Idle {
    /// Runs the client until a signal comes.
    static func run(name: String) throws(BenchError) {
        guard let client = unsafe dicta_jack_client_open(name, JackNoStartServer, nil) else { throw .noClient(name) }
        defer { _ = unsafe jack_client_close(client) }
        let ports: [(name: String, type: String, flags: JackPortFlags)] = [
            ("in_l", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput), ("in_r", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput),
            ("out_l", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput), ("out_r", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput),
            ("midi_in", JACK_DEFAULT_MIDI_TYPE, JackPortIsInput),
        ]
        for port in ports {
            guard unsafe jack_port_register(client, port.name, port.type, UInt(port.flags.rawValue), 0) != nil else {
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
