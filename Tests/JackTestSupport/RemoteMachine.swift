// A network of several machines: one that is joined to the central one. One thread: the test's.
import Glibc
import TestSupport

/// Another machine with a JACK server of its own, and a cable to the central one.
public final class RemoteMachine {
    /// Name of the machine, which is also its client name at the central server.
    public let name: String
    /// Network of the machine.
    public let network: Namespace
    /// Name of the JACK server of this machine.
    public let server: String
    /// Address of the central machine, as seen from here.
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

    /// Ends the programs with SIGTERM first: a server that is killed keeps its place among the eight that a machine has.
    deinit {
        thaw()
        let all = programs + [process].compactMap(\.self)
        for program in all {
            _ = Glibc.kill(program.pid, SIGTERM)
            program.hasEnded(within: 3)
        }
        kill()
    }

    /// Environment of programs that are clients of this machine's server.
    public var environment: [String: String] { ["JACK_DEFAULT_SERVER": server, "JACK_NO_START_SERVER": "1"] }

    /// Starts NetJACK2: the server of this machine runs by the clock of the central one. Its ports there are
    /// `from_slave_1` and so on.
    public func startNet(waitsFor port: String? = nil) -> Bool {
        guard start(["net", "-n", name, "-l", "5", "-C", "2", "-P", "2", "-a", central]) else { return false }
        if bridge.waitFor(port ?? "\(name):from_slave_2"), waitFor("system:playback_2") { return true }
        print("the machine \(name) did not join the central one, which has \(bridge.ports):\n\(process?.saidSoFar ?? "")")
        return false
    }

    /// Starts a server with a clock of its own; `zita-j2n` here and `zita-n2j` there carry the sound. Its ports there are
    /// `out_1` and `out_2`.
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

    /// Starts a client of this machine's server, which runs as long as the machine does.
    public func startClient(_ program: String) -> Bool {
        guard let client = network.start(program, [], environment: environment) else { return false }
        programs.append(client)
        return true
    }

    /// Kills all programs, as if the plug were pulled.
    public func kill() {
        for program in programs + [process].compactMap(\.self) {
            _ = Glibc.kill(program.pid, SIGKILL)
            _ = program.finish()
        }
        programs = []
        process = nil
        Leftovers.remove(of: server)
    }

    /// Stops the server's process by SIGSTOP.
    public func freeze() { _ = Glibc.kill(process?.pid ?? 0, process == nil ? 0 : SIGSTOP) }
    /// Lets a frozen server run again.
    public func thaw() { _ = Glibc.kill(process?.pid ?? 0, process == nil ? 0 : SIGCONT) }

    /// Takes this end of the cable down, and up again after some time.
    public func cut(milliseconds: UInt32) -> Bool {
        guard network.ip("link", "set", "to\(cable)", "down") else { return false }
        Pause.milliseconds(milliseconds)
        return network.ip("link", "set", "to\(cable)", "up")
    }

    /// Takes the central machine's end of the cable down, and up again: meanwhile that machine can send nothing.
    public func cutAtTheCentre(milliseconds: UInt32) -> Bool {
        guard bridge.network.ip("link", "set", "at\(cable)", "down") else { return false }
        Pause.milliseconds(milliseconds)
        // The route for multicast went with it.
        return bridge.network.ip("link", "set", "at\(cable)", "up") && bridge.routeMulticast()
    }

    /// Drops a percentage (of 50 or less) of the UDP packets that this machine sends, at even distances. By chance two in a row would
    /// go too: NetJACK makes one period of two, without a trace, where the last packet of one and the first of the next are lost.
    public func lose(percent: Int) -> Bool {
        bridge.network.filter(
            """
            table inet dicta {
                chain in {
                    type filter hook input priority 0;
                    iifname "at\(cable)" meta l4proto udp numgen inc mod \(100 / percent) == 0 drop
                }
            }

            """)
    }

    /// Ends the loss of packets.
    public func loseNothing() -> Bool { bridge.network.filter("flush ruleset\n") }

    /// Sends no refusals any more, as a machine without power: programs that send to it hear nothing at all.
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

    /// Waits half a minute at most for a port.
    public func waitFor(_ port: String) -> Bool {
        Bridge.wait { Bridge.ports(environment).contains(port) }
    }

    /// Connects two ports of this machine's server; false when the server refuses.
    public func connect(_ from: String, _ to: String) -> Bool {
        Bridge.run("/usr/bin/jack_connect", [from, to], environment).code == 0
    }

    /// Makes a probe in this machine. All probes of one test have to be of one server.
    public func probe(_ name: String = "probe", sends signal: Signal) -> Probe? {
        Bridge.talk(to: server)
        return Probe(name, sends: signal)
    }
}

extension Bridge {
    /// Makes a probe at the central server. All probes of one test have to be of one server.
    public func probe(_ name: String = "probe", sends signal: Signal) -> Probe? {
        Bridge.talk(to: server)
        return Probe(name, sends: signal)
    }

    static func talk(to server: String) {
        _ = unsafe setenv("JACK_DEFAULT_SERVER", server, 1)
        _ = unsafe setenv("JACK_NO_START_SERVER", "1", 1)
    }
}
