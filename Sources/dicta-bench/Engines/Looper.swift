// sooperlooper, another program of the graph that speaks OSC. Main thread only.
import Control
import System

/// A sooperlooper that waits for commands.
final class Looper {
    /// Name of the program.
    static let name = "sooperlooper"

    private let child: Child
    private let client: PingClient
    private let packet: [UInt8]

    /// Starts sooperlooper and waits until it answers; nil if it is not installed.
    init?(folder: String) throws(BenchError) {
        guard let program = Environment.program(Self.name, isOurs: false) else { return nil }
        // The port was free just now: sooperlooper silently takes the next one if its port is taken.
        let port = try PingClient(to: 9).port
        child = try Child(
            program, ["-q", "-p", "\(port)", "-j", "bench-looper", "-l", "1"], log: folder + "/sooperlooper.log")
        client = try PingClient(to: port)
        packet = try PingClient.message("/ping", [.string("osc.udp://127.0.0.1:\(client.port)/"), .string("/pong")])
        for _ in 0..<100 where child.ended == nil {
            try client.send(packet)
            try Interruption.sleep(seconds: 0.1)
            if client.drain() > 0 {
                // Pings sent before it listened are answered late or never.
                try Interruption.sleep(seconds: 0.5)
                _ = client.drain()
                return
            }
        }
        throw .noStart(program: program, log: child.said)
    }

    /// Sends one ping and waits for its answer.
    func ping() throws(BenchError) {
        try client.send(packet)
        guard let answer = client.receive(), answer.starts(with: "/pong".utf8) else {
            throw .unfit("sooperlooper does not answer")
        }
    }

    /// Ends sooperlooper.
    func stop() throws(BenchError) {
        guard try child.stop(SignalNumber.terminate) else {
            throw .unfit("sooperlooper had to be killed; its log:\n\(child.said)")
        }
    }
}
