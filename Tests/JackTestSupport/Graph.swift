// Connections, ports and latencies as a probe sees them. One thread: the test's.
import CJack
import Glibc
import TestSupport

extension Probe {
    /// Connects both outputs of the probe to a client's inputs (`in_l`, `in_r`).
    public func connectOutputs(to client: String) -> Bool {
        connect("\(name):out_l", "\(client):in_l") && connect("\(name):out_r", "\(client):in_r")
    }

    /// Connects both inputs of the probe to a client's outputs (`out_l`, `out_r`).
    public func connectInputs(from client: String) -> Bool {
        connect("\(client):out_l", "\(name):in_l") && connect("\(client):out_r", "\(name):in_r")
    }

    /// Connects two ports; waits up to ten seconds for both.
    public func connect(_ from: String, _ to: String) -> Bool {
        Pause.until(10) {
            let code = unsafe jack_connect(handle, from, to)
            return code == 0 || code == EEXIST
        }
    }

    /// Disconnects two ports; false when the server refuses.
    public func disconnect(_ from: String, _ to: String) -> Bool { unsafe jack_disconnect(handle, from, to) == 0 }

    /// Gives one of the probe's ports a name for people, in JACK's metadata.
    public func setPrettyName(_ port: String, _ title: String) -> Bool {
        guard let found = unsafe jack_port_by_name(handle, "\(name):\(port)") else { return false }
        let key = "http://jackaudio.org/metadata/pretty-name"
        return unsafe jack_set_property(handle, jack_port_uuid(found), key, title, "text/plain") == 0
    }

    /// Sets the period of the server, in frames; false when the server refuses.
    public func setBufferSize(_ frames: Int) -> Bool { unsafe jack_set_buffer_size(handle, jack_nframes_t(frames)) == 0 }

    /// Starts or ends freewheel; false when the server refuses.
    public func setFreewheel(_ isOn: Bool) -> Bool { unsafe jack_set_freewheel(handle, isOn ? 1 : 0) == 0 }

    /// True when the server has a port of this name.
    public func hasPort(_ port: String) -> Bool { unsafe jack_port_by_name(handle, port) != nil }

    /// True when a port has a connection.
    public func isConnected(_ port: String) -> Bool {
        guard let port = unsafe jack_port_by_name(handle, port) else { return false }
        return unsafe jack_port_get_all_connections(handle, port) != nil
    }

    /// Smallest and largest latency of any port, in frames: capture latency from the inputs to the port, or playback latency
    /// from the port to the outputs.
    public func latency(of port: String, isCapture: Bool) -> ClosedRange<Int>? {
        guard let port = unsafe jack_port_by_name(handle, port) else { return nil }
        var range = jack_latency_range_t(min: 0, max: 0)
        unsafe jack_port_get_latency_range(port, isCapture ? JackCaptureLatency : JackPlaybackLatency, &range)
        return range.min <= range.max ? Int(range.min)...Int(range.max) : nil
    }
}
