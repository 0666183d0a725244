// Keeps a private JACK server for the next test. One thread: the test's.
import CJack
import Glibc
import TestSupport

extension JackServer {
    /// A jackd that runs between two tests.
    struct Kept {
        let process: Process
        /// Rate, period, mode and patience, as they were asked for.
        let wishes: [Int]
    }

    nonisolated(unsafe) private static var kept: Kept?
    nonisolated(unsafe) private static var harm = false
    private static let endsAtExit: Bool = atexit { JackServer.endKept() } == 0

    /// True once a client of the present server was killed or frozen: the server may wait for it long after. A test that kills one
    /// without `EngineProcess.signal` sets it.
    public static var isHarmed: Bool {
        get { unsafe harm }
        set { unsafe harm = newValue }
    }

    /// Ends a server that is kept for the next test. For tests that want no server of this name.
    public static func endKept() {
        guard let process = unsafe kept?.process else { return }
        unsafe kept = nil
        process.end(by: SIGTERM, within: 5)
        Leftovers.remove(of: nextName)
    }

    /// Leaves the server to the next test. Until then the environment names a server that never was.
    func keep(_ process: Process) {
        guard JackServer.endsAtExit, unsafe setenv("JACK_DEFAULT_SERVER", name + "-none", 1) == 0 else { return }
        unsafe JackServer.kept = Kept(process: process, wishes: wishes)
    }

    /// The kept server, if it is what this test wants and in good order; otherwise it ends.
    func takeKept() -> Process? {
        guard let old = unsafe JackServer.kept else { return nil }
        guard old.wishes == wishes, !JackServer.isHarmed, !old.process.hasEnded,
            unsafe setenv("JACK_DEFAULT_SERVER", name, 1) == 0, isAsNew
        else {
            JackServer.endKept()
            return nil
        }
        unsafe JackServer.kept = nil
        return old.process
    }

    /// True if the server answers, has no clients but its own, and runs as a new one does.
    private var isAsNew: Bool {
        guard let client = unsafe dicta_jack_client_open("dicta-probe", JackNoStartServer, nil) else { return false }
        defer { _ = unsafe jack_client_close(client) }
        var place: UInt32 = 0
        guard unsafe dicta_transport(client, &place) == 0, place == 0, unsafe jack_get_buffer_size(client) == UInt32(period),
            // Succeeds only where a test has left the server in freewheel.
            unsafe jack_set_freewheel(client, 0) != 0,
            // The counter of a server that has freewheeled for hours of sound would wrap in a test.
            unsafe jack_frame_time(client) < 1 << 30, let ports = unsafe jack_get_ports(client, nil, nil, 0)
        else { return false }
        defer { unsafe jack_free(ports) }
        var next = unsafe ports
        while let port = unsafe next.pointee {
            guard unsafe String(cString: port).hasPrefix("system:") else { return false }
            unsafe next += 1
        }
        return true
    }
}
