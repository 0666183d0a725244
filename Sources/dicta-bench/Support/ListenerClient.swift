// JACK client of the listener. Main thread only.
import CJack
import Synchronization
import System

/// The JACK client around a `Listener`: hears one output of an engine, and drives the server.
@safe
final class ListenerClient {
    private let handle: OpaquePointer
    private let ear: UnsafeMutablePointer<Listener>
    private let name: String
    private let xrunCount: UnsafeMutablePointer<Int>
    let rate: Int
    /// Seconds of sound that are kept: more than any measurement needs.
    private static let seconds = 20

    /// Opens and activates the client.
    init() throws(BenchError) {
        let wanted = "bench-ear"
        guard let handle = unsafe dicta_jack_client_open(wanted, JackNoStartServer, nil) else { throw .noClient(wanted) }
        unsafe self.handle = unsafe handle
        name = unsafe jack_get_client_name(handle).map { unsafe String(cString: $0) } ?? wanted
        let flags = UInt(JackPortIsInput.rawValue)
        guard let port = unsafe jack_port_register(handle, "in", JACK_DEFAULT_AUDIO_TYPE, flags, 0) else {
            _ = unsafe jack_client_close(handle)
            throw .noClient(wanted)
        }
        rate = Int(unsafe jack_get_sample_rate(handle))
        unsafe ear = .allocate(capacity: 1)
        unsafe ear.initialize(to: Listener(client: handle, port: port, capacity: Self.seconds * rate))
        unsafe xrunCount = .allocate(capacity: 1)
        unsafe xrunCount.initialize(to: 0)
        guard unsafe jack_set_process_callback(handle, earProcess, UnsafeMutableRawPointer(ear)) == 0,
            unsafe jack_set_xrun_callback(handle, earXrun, UnsafeMutableRawPointer(xrunCount)) == 0,
            unsafe jack_activate(handle) == 0
        else { throw .noClient(wanted) }
    }

    deinit {
        // A server that ended first makes this call return -1; the client is gone all the same.
        _ = unsafe jack_client_close(handle)
        unsafe ear.deinitialize(count: 1).deallocate()
        unsafe xrunCount.deallocate()
    }

    /// Frames heard so far; in freewheel too.
    var count: Int { unsafe ear.pointee.count.load(ordering: .acquiring) }

    /// Xruns so far, written only by libjack's notification thread; a stale value does no harm.
    var xruns: Int { unsafe xrunCount.pointee }

    /// Place of the frame that JACK plays now, by its clock.
    var now: Int { unsafe Int(jack_frame_time(handle)) + ear.pointee.offset.load(ordering: .relaxed) }

    /// Frames heard from one place up to another, or to the last frame there is.
    func heard(from place: Int, to end: Int = .max) -> [Float] {
        let last = min(end, count)
        guard place < last else { return [] }
        return (max(place, last - Self.seconds * rate)..<last).map { index in
            unsafe ear.pointee.memory[index % ear.pointee.capacity]
        }
    }

    /// Switches the server's freewheel mode.
    func setFreewheel(_ isOn: Bool) throws(BenchError) {
        let code = unsafe jack_set_freewheel(handle, isOn ? 1 : 0)
        guard code == 0 else { throw .system("switch freewheel", code) }
    }

    /// Waits until the engine's output is there, and connects it.
    func connect(from client: String) throws(BenchError) {
        for _ in 0..<100 {
            let code = unsafe jack_connect(handle, "\(client):out_l", "\(name):in")
            if code == 0 || code == Errno.exists { return }
            try Interruption.sleep(seconds: 0.1)
        }
        throw .noPorts(client: client)
    }
}

/// Counts xruns. Called on libjack's notification thread.
func earXrun(_ argument: UnsafeMutableRawPointer?) -> Int32 {
    guard let argument = unsafe argument else { return 0 }
    unsafe argument.assumingMemoryBound(to: Int.self).pointee += 1
    return 0
}
