// One thread: the test's.
import Glibc
import TestSupport

/// Another machine with a JACK server of its own, and a cable to the central one.
public final class RemoteMachine {
    public let name: String
    public let network: Namespace
    /// Name of its server.
    public let server: String
    /// The central machine, as it is seen from here.
    public let central: String
    private let cable: Int
    private let bridge: Bridge
    private var process: Process?
    private var programs: [Process] = []

    init(_ name: String, _ network: Namespace, cable: Int, central: Bridge) {
        self.name = name
        self.network = network
        self.cable = cable
        self.central = "10.77.\(cable).1"
        bridge = central
        server = JackServer.nextName + "-" + name
    }

    /// In order if it can: a server that is killed keeps its place among the eight that a machine has.
    deinit {
        thaw()
        let all = programs + [process].compactMap(\.self)
        for program in all {
            _ = Glibc.kill(program.pid, SIGTERM)
            for _ in 0..<60 where !program.hasEnded { Pause.milliseconds(50) }
        }
        kill()
    }

    public var environment: [String: String] { ["JACK_DEFAULT_SERVER": server, "JACK_NO_START_SERVER": "1"] }

    /// NetJACK2: the server of the machine goes by the clock of the central one. Its ports there are `from_slave_1` ...
    public func startNet(waitsFor port: String? = nil) -> Bool {
        start(["net", "-n", name, "-l", "5", "-C", "2", "-P", "2", "-a", central])
            && bridge.waitFor(port ?? "\(name):from_slave_2") && waitFor("system:playback_2")
    }

    /// A clock of its own; `zita-j2n` here and `zita-n2j` there carry the sound. Its ports there are `out_1`, `out_2`.
    public func startZita() -> Bool {
        guard start(["dummy", "-r", "48000", "-p", "1024"]), waitFor("system:playback_1"),
            bridge.startClient("/usr/bin/zita-n2j", ["--jname", name, "--buff", "40", central, "6000"]),
            let sender = network.start(
                "/usr/bin/zita-j2n", ["--jname", "send", "--chan", "2", central, "6000"], environment: environment)
        else { return false }
        programs.append(sender)
        return waitFor("send:in_2") && bridge.waitFor("\(name):out_2")
    }

    private func start(_ driver: [String]) -> Bool {
        let words = ["-R", "-S", "-t", "5000", "-n", server, "-d"] + driver
        process = network.start("/usr/bin/jackd", words, environment: environment.merging(["HOME": "/tmp"]) { $1 })
        return process != nil
    }

    /// A client of the machine's server that runs as long as the machine does.
    public func startClient(_ program: String) -> Bool {
        guard let client = network.start(program, [], environment: environment) else { return false }
        programs.append(client)
        return true
    }

    /// As if somebody had pulled the plug.
    public func kill() {
        for program in programs + [process].compactMap(\.self) {
            _ = Glibc.kill(program.pid, SIGKILL)
            _ = program.finish()
        }
        programs = []
        process = nil
        Leftovers.remove(of: server)
    }

    public func freeze() { _ = Glibc.kill(process?.pid ?? 0, process == nil ? 0 : SIGSTOP) }
    public func thaw() { _ = Glibc.kill(process?.pid ?? 0, process == nil ? 0 : SIGCONT) }

    /// The cable is pulled out, and put back.
    public func cut(milliseconds: UInt32) -> Bool {
        guard network.ip("link", "set", "to\(cable)", "down") else { return false }
        Pause.milliseconds(milliseconds)
        return network.ip("link", "set", "to\(cable)", "up")
    }

    /// The central machine's end of the cable is down, and up again: there nothing can be sent meanwhile.
    public func cutAtTheCentre(milliseconds: UInt32) -> Bool {
        guard bridge.network.ip("link", "set", "at\(cable)", "down") else { return false }
        Pause.milliseconds(milliseconds)
        // The route for multicast went with it.
        return bridge.network.ip("link", "set", "at\(cable)", "up") && bridge.routeMulticast()
    }

    /// So many percent of what the machine sends are lost on the way.
    public func lose(percent: Int) -> Bool {
        bridge.network.filter(
            """
            table inet dicta {
                chain in {
                    type filter hook input priority 0;
                    iifname "at\(cable)" meta l4proto udp numgen random mod 100 < \(percent) drop
                }
            }

            """)
    }

    public func loseNothing() -> Bool { bridge.network.filter("flush ruleset\n") }

    /// A machine without current refuses nothing: who sends to it hears nothing at all.
    public func staySilent() -> Bool {
        network.filter(
            """
            table inet dicta {
                chain out {
                    type filter hook output priority 0;
                    icmp type destination-unreachable drop
                }
            }

            """)
    }

    /// Within ten seconds.
    public func waitFor(_ port: String) -> Bool {
        for _ in 0..<100 {
            if Bridge.ports(environment).contains(port) { return true }
            _ = usleep(100_000)
        }
        return false
    }

    public func connect(_ from: String, _ to: String) -> Bool {
        Process.run("/usr/bin/jack_connect", [from, to], environment: environment).code == 0
    }

    /// A client of the test in the machine. All of one test have to be of one server.
    public func probe(_ name: String = "probe", sends signal: Signal) -> Probe? {
        Bridge.talk(to: server)
        return Probe(name, sends: signal)
    }
}

extension Bridge {
    public func probe(_ name: String = "probe", sends signal: Signal) -> Probe? {
        Bridge.talk(to: server)
        return Probe(name, sends: signal)
    }

    static func talk(to server: String) {
        _ = unsafe setenv("JACK_DEFAULT_SERVER", server, 1)
        _ = unsafe setenv("JACK_NO_START_SERVER", "1", 1)
    }
}
