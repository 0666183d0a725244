// A private JACK server for a test. One thread: the test's.
import CJack
import Glibc
import TestSupport

/// A private `jackd -d dummy` under a name of its own, which also becomes the default server of this process. In a process
/// that `pw-jack` started it is a private PipeWire.
///
/// jackd2 has eight server slots a machine, and a process can talk to one server at a time: suites that use servers run one
/// after another.
///
/// A jackd in good order stays when this object is released, for the next test that wants the same: its start and stop take a
/// quarter of a second. Clients that look for a server meanwhile find none.
public final class JackServer {
    /// Name of the server.
    public let name: String
    /// Sample rate in Hz.
    public private(set) var rate: Int
    /// Period in frames.
    public let period: Int
    private let isSynchronous: Bool
    private let timeout: Int
    private var process: Process?
    /// True if the server that came last is synchronous. Where an asynchronous one begins or ends a freewheel, a period can be missing
    /// or be there twice.
    nonisolated(unsafe) static var isInStep = true
    /// True once the server was killed, frozen, stopped or started again.
    private var isUsedUp = false
    /// The private PipeWire; nil where the server is jackd2.
    public let pipewire: PipeWireServer?

    /// Starts the server and waits until it answers. Nil when it does not answer within ten seconds. A client that is killed holds a
    /// synchronous jackd up for ten times `timeout`, in milliseconds.
    public init?(
        rate: Int = 48_000, period: Int = PipeWireServer.usualPeriod, synchronous: Bool = true, timeout: Int = 5000
    ) {
        // One name a process: the slot of a killed server is only free for a server of the same name.
        name = JackServer.nextName
        isSynchronous = synchronous
        self.timeout = timeout
        self.rate = rate
        self.period = period
        pipewire = PipeWireServer.isOurs ? PipeWireServer(period: period) : nil
        if pipewire == nil {
            _ = Leftovers.registryIsClean
            process = takeKept()
        }
        guard process != nil || start() else { return nil }
        isUsedUp = false
        unsafe JackServer.isInStep = synchronous
    }

    deinit {
        // A synchronous jackd waits nearly a minute for a client that was killed.
        guard !isUsedUp, !JackServer.isHarmed, pipewire == nil, let process else {
            stop()
            Leftovers.remove(of: name)
            return
        }
        keep(process)
    }

    var wishes: [Int] { [rate, period, isSynchronous ? 1 : 0, timeout] }

    /// Environment by which programs find the server, added to the environment that `Process` sets.
    public var environment: [String: String] { JackServer.environment }

    /// Playback ports of the device, as jackd2 or PipeWire names them.
    public var playbackPorts: [String] {
        pipewire?.playbackPorts ?? ["system:playback_1", "system:playback_2"]
    }

    /// Environment for clients of the server that started last.
    public static var environment: [String: String] {
        let names = ["JACK_DEFAULT_SERVER"] + (PipeWireServer.isOurs ? ["LD_LIBRARY_PATH", "XDG_RUNTIME_DIR"] : [])
        var found = ["JACK_NO_START_SERVER": "1"]
        for name in names { found[name] = unsafe getenv(name).map { unsafe String(cString: $0) } }
        return found
    }

    /// Name of all servers of this process.
    public static var nextName: String { "dicta-test-\(getpid())" }

    /// Starts the server again, also after `kill`, under the same name, so that clients may come back; at another rate if
    /// one is given.
    public func start(rate: Int? = nil) -> Bool {
        isUsedUp = true
        JackServer.isHarmed = false
        self.rate = rate ?? self.rate
        guard unsafe setenv("JACK_DEFAULT_SERVER", name, 1) == 0, unsafe setenv("JACK_NO_START_SERVER", "1", 1) == 0 else {
            return false
        }
        if let pipewire {
            guard unsafe setenv("XDG_RUNTIME_DIR", pipewire.runtimeFolder, 1) == 0 else { return false }
            return pipewire.start(rate: self.rate) && answers()
        }
        // -S -t: each cycle is complete, however late. In asynchronous mode jackd begins the next cycle over a client
        // that is late, and the source then writes into a buffer that is still being read: no recorder could be exact.
        let mode = isSynchronous ? ["-S", "-t", "\(timeout)"] : []
        let words = ["-R"] + mode + ["-n", name, "-d", "dummy", "-r", "\(self.rate)", "-p", "\(period)"]
        process = Process("/usr/bin/jackd", words, environment: ["HOME": "/tmp"])
        return process != nil && answers()
    }

    private func answers() -> Bool {
        unsafe jack_set_error_function { _ in }
        unsafe jack_set_info_function { _ in }
        for _ in 0..<2000 {
            if let probe = unsafe dicta_jack_client_open("dicta-probe", JackNoStartServer, nil) {
                return unsafe jack_client_close(probe) == 0
            }
            // A jackd starts in less than two tenths of a second, and tells nobody.
            _ = usleep(5000)
        }
        return false
    }

    /// Stops the server with SIGTERM, and with SIGKILL after five seconds.
    public func stop() {
        isUsedUp = true
        pipewire?.stop()
        guard let process else { return }
        self.process = nil
        thaw(process.pid)
        process.end(by: SIGTERM, within: 5)
    }

    /// Kills the server, as a crash would. Only leftovers that would stop the next server of this name are removed.
    public func kill() {
        isUsedUp = true
        pipewire?.kill()
        guard let process else { return }
        self.process = nil
        _ = Glibc.kill(process.pid, SIGKILL)
        _ = process.finish()
    }

    /// Stops the server's process by SIGSTOP.
    public func freeze() {
        isUsedUp = true
        pipewire?.freeze()
        guard let process else { return }
        _ = Glibc.kill(process.pid, SIGSTOP)
    }

    /// Lets a frozen server run again.
    public func thaw() {
        pipewire?.thaw()
        guard let process else { return }
        thaw(process.pid)
    }

    private func thaw(_ pid: pid_t) { _ = Glibc.kill(pid, SIGCONT) }
}
