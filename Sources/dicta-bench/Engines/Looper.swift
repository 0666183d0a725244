// The main thread. Another program of the graph that speaks OSC.
import Control
import Glibc

/// A sooperlooper that waits for commands.
final class Looper {
    private let child: Child
    private let client: PingClient
    private let packet: [UInt8]

    /// Starts it and waits until it answers; nil where it is not installed.
    init?(folder: String) throws(BenchError) {
        guard let program = Environment.program("sooperlooper", isOurs: false) else { return nil }
        // It is told its port, and takes the next free one where that is taken without saying so: one that was free just now.
        let port = try PingClient(to: 9).port
        child = try Child(
            program, ["-q", "-p", "\(port)", "-j", "bench-looper", "-l", "1"], log: folder + "/sooperlooper.log")
        client = try PingClient(to: port)
        packet = try PingClient.message("/ping", [.string("osc.udp://127.0.0.1:\(client.port)/"), .string("/pong")])
        for _ in 0..<100 where child.ended == nil {
            try client.send(packet)
            try Interruption.sleep(seconds: 0.1)
            if client.drain() > 0 {
                // Those before it listened are answered late or never.
                try Interruption.sleep(seconds: 0.5)
                _ = client.drain()
                return
            }
        }
        throw .noStart(program: program, log: child.said)
    }

    func ping() throws(BenchError) {
        try client.send(packet)
        guard let answer = client.receive(), answer.starts(with: "/pong".utf8) else {
            throw .unfit("sooperlooper does not answer")
        }
    }

    func stop() throws(BenchError) {
        guard try child.stop(SIGTERM) else { throw .unfit("sooperlooper had to be killed; its log:\n\(child.said)") }
    }
}
