// A network of several machines: the central one. One thread: the test's.
import Glibc
import System
import TestSupport

/// The central machine: a network with a JACK server in it, to which machines are joined by cables.
public final class Bridge {
    /// Network of the central machine.
    public let network: Namespace
    /// Name of the JACK server of the central machine.
    public let server: String
    private var process: Process?
    private var programs: [Process] = []
    private var machines = 0

    /// Starts the network and its server. Nil when one of these steps fails.
    public init?(period: Int = 1024) {
        server = JackServer.nextName + "-central"
        _ = Leftovers.registryIsClean
        guard let network = Namespace("central") else { return nil }
        self.network = network
        let words = ["-R", "-n", server, "-d", "dummy", "-r", "48000", "-p", "\(period)"]
        process = network.start("/usr/bin/jackd", words, environment: environment.merging(["HOME": "/tmp"]) { $1 })
        guard waitFor("system:playback_1") else { return nil }
    }

    deinit {
        for program in programs {
            _ = kill(program.pid, SIGKILL)
            _ = program.finish()
        }
        process?.end(by: SIGTERM, within: 3)
        Leftovers.remove(of: server)
    }

    /// Environment of programs that are clients of the central server.
    public var environment: [String: String] { ["JACK_DEFAULT_SERVER": server, "JACK_NO_START_SERVER": "1"] }

    /// Makes another machine with a network cable to this one.
    public func makeMachine(_ name: String) -> RemoteMachine? {
        machines += 1
        guard let far = Namespace(name), network.isJoined(to: far, network: machines) else { return nil }
        return RemoteMachine(name, far, cable: machines, central: self)
    }

    /// Loads the manager of NetJACK2. It asks by multicast, even where machines come by themselves.
    public func startManager() -> Bool {
        routeMulticast()
            && Bridge.run("/usr/bin/jack_load", ["netmanager"], environment).code == 0
    }

    func routeMulticast() -> Bool { network.ip("route", "replace", "224.0.0.0/4", "dev", "at1") }

    /// Starts a client of the server, which runs until the bridge ends.
    public func startClient(_ program: String, _ words: [String]) -> Bool {
        guard let program = network.start(program, words, environment: environment) else { return false }
        programs.append(program)
        return true
    }

    /// Names of all ports of the central server.
    public var ports: [String] { Bridge.ports(environment) }

    /// Lists ports. The server is named by the environment: the option -s of the JACK programs writes past its buffer.
    static func ports(_ environment: [String: String]) -> [String] {
        run("/usr/bin/jack_lsp", [], environment).output.split(separator: "\n").map(String.init)
    }

    /// Runs a client of a server for three seconds at most: libjack can wait for ever for a server that comes or goes.
    static func run(_ program: String, _ words: [String], _ environment: [String: String]) -> Finished {
        Process.run("/usr/bin/timeout", ["--kill-after=1", "3", program] + words, environment: environment)
    }

    /// Waits up to half a minute until a port is there, or is gone.
    public func waitFor(_ port: String, isThere: Bool = true) -> Bool {
        Bridge.wait { ports.contains(port) == isThere }
    }

    /// Waits until something is true: half a minute at most, since machines of a network that share a busy processor are slow.
    static func wait(until isTrue: () -> Bool) -> Bool { Pause.until(30, isTrue) }

    /// Connects two ports of the central server; false when the server refuses.
    public func connect(_ from: String, _ to: String) -> Bool {
        Bridge.run("/usr/bin/jack_connect", [from, to], environment).code == 0
    }
}
