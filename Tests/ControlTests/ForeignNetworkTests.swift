// Tests of other programs' OSC over UDP and TCP.
import Dictation
import Glibc
import System
import TestSupport
import Testing

@testable import Control

@Suite("Other OSC programs over UDP and TCP: liblo from Python, oscsend, oscdump (C1 C3)")
struct ForeignNetworkTests {
    let folder = TempFolder()

    private func server() throws -> ControlServer {
        var server = try ControlServer(engine: "x", path: folder.file("x.sock"))
        try server.open(try NetworkOptions(udp: "0", tcp: "0", allow: nil))
        return server
    }

    /// Serves as long as the program runs.
    private func serve(
        _ server: inout ControlServer, while program: Process, _ perform: (Request, Ticket) -> Result<Reply, Failure>?
    ) throws -> Finished {
        for _ in 0..<2000 where !program.hasEnded {
            let descriptors = server.descriptors
            _ = try? Poll.wait(descriptors, milliseconds: 5)
            try server.flush()
            try server.serve(perform)
        }
        if !program.hasEnded { _ = kill(program.pid, SIGKILL) }
        return program.finish()
    }

    @Test("liblo asks over UDP and over TCP, and reads the answers", arguments: [1, 3])
    func asks(way: Int) throws {
        var server = try server()
        let text = """
            import liblo, sys
            own = liblo.Server(proto=liblo.TCP if 'tcp' in sys.argv[1] else liblo.UDP)
            got = []
            own.add_method(None, None, lambda path, args, types: got.append((path, types, args)))
            for message in [('/dicta/locate', ('f', 12.5)), ('/dicta/loop/a',), ('/dicta/gain', -6.0, ('i', -3)), ('/nope',)]:
                own.send(sys.argv[1], *message)
            own.send(sys.argv[1], liblo.Bundle(liblo.Message('/dicta/pause'), liblo.Message('/dicta/resume')))
            while len(got) < 6:
                if not own.recv(5000): break
            for path, types, args in got: print(path, types, *args[:3])
            """
        let program = try #require(Process("/usr/bin/python3", ["-c", text, server.urls[way]]))
        let run = try serve(&server, while: program) { request, _ in .success(Reply(["did": .text(request.name)])) }
        #expect(run.errors.isEmpty)
        let wanted = """
            /reply sss /dicta/locate did locate
            /reply sss /dicta/loop/a did loop
            /reply sss /dicta/gain did gain
            /error sis /nope 4 unknown command '/nope'; 'dicta help' lists all commands
            /reply sss /dicta/pause did pause
            /reply sss /dicta/resume did resume
            """
        // liblo hands on messages that came in one piece over TCP with the last one first; other tests check the order.
        #expect(run.output.split(separator: "\n").sorted() == wanted.split(separator: "\n").sorted())
    }

    @Test("oscsend is obeyed over both", arguments: [1, 3])
    func oscsend(way: Int) throws {
        var server = try server()
        var done: [Request] = []
        for words in [["/dicta/rate", "f", "0.5"], ["/dicta/rec", "ss", "name", "idea"], ["/dicta/cue", "T"]] {
            let program = try #require(Process("/usr/bin/oscsend", [server.urls[way]] + words))
            let run = try serve(&server, while: program) { request, _ in
                done.append(request)
                return .success(Reply())
            }
            #expect(run.code == 0)
            try server.serve { request, _ in
                done.append(request)
                return .success(Reply())
            }
        }
        #expect(done.map(\.name) == ["rate", "rec", "cue"])
        #expect(done.last?.text(.state) == "on" && done.first?.double(.factor) == 0.5)
    }

    @Test("oscdump shows the state that is sent to its port")
    func oscdump() throws {
        var server = try server()
        // Takes a port that is free now.
        let port = try InternetSocket(.datagram, at: InternetAddress(host: [127, 0, 0, 1], port: 0)).address.port
        let program = try #require(Process("/usr/bin/stdbuf", ["-oL", "/usr/bin/oscdump", "\(port)"]))
        let local = Sender(address: try SocketAddress(path: folder.file("none")))
        let receiver = try server.receiver(at: "osc.udp://localhost:\(port)/", askedBy: local)
        let message = OSCMessage(Topic.rate.address, [.string("play_rate"), .double(0.5), .string("bypass"), .flag(false)])
        // Until the program listens, messages are lost.
        for _ in 0..<20 {
            _ = server.offer(try message.encode(), to: receiver)
            try server.serve { _, _ in nil }
            _ = usleep(50_000)
        }
        _ = kill(program.pid, SIGKILL)
        let run = program.finish()
        let line = run.output.split(separator: "\n").first.map(String.init) ?? ""
        #expect(line.hasSuffix(#"/dicta/state/rate sdsF "play_rate" 0.500000 "bypass" #F"#), "\(run)")
    }
}
