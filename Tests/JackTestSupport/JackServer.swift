// One thread: the test's.
import CJack
import Glibc
import TestSupport

/// A private `jackd -d dummy` under a name of its own, which it also makes this process's default server; where the process
/// was started by `pw-jack`, a private PipeWire.
///
/// jackd2 has eight server slots a machine, and a process can talk to one server at a time: suites that use it run one after
/// another.
public final class JackServer {
    public let name: String
    public private(set) var rate: Int
    public let period: Int
    private let isSynchronous: Bool
    private var process: Process?
    public let pipewire: PipeWireServer?

    /// Starts it and waits until it answers. Nothing when it does not within ten seconds.
    public init?(rate: Int = 48_000, period: Int = PipeWireServer.usualPeriod, synchronous: Bool = true) {
        // One name a process: a slot whose server was killed is only free for a server of the same name.
        name = JackServer.nextName
        isSynchronous = synchronous
        self.rate = rate
        self.period = period
        pipewire = PipeWireServer.isOurs ? PipeWireServer(period: period) : nil
        if pipewire == nil { _ = Leftovers.registryIsClean }
        guard start() else { return nil }
    }

    deinit {
        stop()
        Leftovers.remove(of: name)
    }

    /// What programs need to find it, beside what `Process` gives them.
    public var environment: [String: String] { JackServer.environment }

    /// The device's, as each server calls them.
    public var playbackPorts: [String] {
        pipewire?.playbackPorts ?? ["system:playback_1", "system:playback_2"]
    }

    /// Of the one that started last.
    public static var environment: [String: String] {
        let names = ["JACK_DEFAULT_SERVER"] + (PipeWireServer.isOurs ? ["LD_LIBRARY_PATH", "XDG_RUNTIME_DIR"] : [])
        var found = ["JACK_NO_START_SERVER": "1"]
        for name in names { found[name] = unsafe getenv(name).map { unsafe String(cString: $0) } }
        return found
    }

    /// What the servers of this process are called.
    public static var nextName: String { "dicta-test-\(getpid())" }

    /// Also after `kill`: the same name, so that clients may come back; at another rate if one is given.
    public func start(rate: Int? = nil) -> Bool {
        self.rate = rate ?? self.rate
        guard unsafe setenv("JACK_DEFAULT_SERVER", name, 1) == 0, unsafe setenv("JACK_NO_START_SERVER", "1", 1) == 0 else {
            return false
        }
        if let pipewire {
            guard unsafe setenv("XDG_RUNTIME_DIR", pipewire.runtimeFolder, 1) == 0 else { return false }
            return pipewire.start(rate: self.rate) && answers()
        }
        // -S -t 5000: each cycle is whole, however late. Asynchronous, jackd begins the next cycle over a client that is late,
        // and the source then writes into a buffer that is still being read: no recorder could be exact.
        let mode = isSynchronous ? ["-S", "-t", "5000"] : []
        let words = ["-R"] + mode + ["-n", name, "-d", "dummy", "-r", "\(self.rate)", "-p", "\(period)"]
        process = Process("/usr/bin/jackd", words, environment: ["HOME": "/tmp"])
        return process != nil && answers()
    }

    private func answers() -> Bool {
        unsafe jack_set_error_function { _ in }
        unsafe jack_set_info_function { _ in }
        for _ in 0..<200 {
            if let probe = unsafe dicta_jack_client_open("dicta-probe", JackNoStartServer, nil) {
                return unsafe jack_client_close(probe) == 0
            }
            _ = usleep(50_000)
        }
        return false
    }

    /// Orderly, and by force after five seconds.
    public func stop() {
        pipewire?.stop()
        guard let process else { return }
        self.process = nil
        thaw(process.pid)
        _ = Glibc.kill(process.pid, SIGTERM)
        for _ in 0..<100 where !process.hasEnded { _ = usleep(50_000) }
        _ = Glibc.kill(process.pid, SIGKILL)
        _ = process.finish()
    }

    /// As a crash would: nothing is cleaned up but what would stand in the way of the next server of this name.
    public func kill() {
        pipewire?.kill()
        guard let process else { return }
        self.process = nil
        _ = Glibc.kill(process.pid, SIGKILL)
        _ = process.finish()
    }

    public func freeze() {
        pipewire?.freeze()
        guard let process else { return }
        _ = Glibc.kill(process.pid, SIGSTOP)
    }

    public func thaw() {
        pipewire?.thaw()
        guard let process else { return }
        thaw(process.pid)
    }

    private func thaw(_ pid: pid_t) { _ = Glibc.kill(pid, SIGCONT) }
}
