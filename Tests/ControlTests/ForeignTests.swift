// Tests of other programs' OSC on the control socket, both ways.
import Dictation
import Glibc
import System
import TestSupport
import Testing

@testable import Control

@Suite("Other OSC programs: liblo from Python, plain sockets (C1)")
struct ForeignTests {
    let folder = TempFolder()
    var path: String { folder.file("x.sock") }

    @Test("liblo's messages and bundles are obeyed, in every type it may choose")
    func obeyed() throws {
        var server = try ControlServer(engine: "x", path: path)
        let text = """
            import liblo, sys
            to = liblo.Address('osc.unix://' + sys.argv[1])
            for argument in ['12.5s', ('f', 12.5), ('d', 12.5), '00:00:12.500']:
                liblo.send(to, '/dicta/locate', argument)
            for argument in [('i', 12), ('h', 12), ('s', '12')]:
                liblo.send(to, '/dicta/locate', argument)
            liblo.send(to, '/dicta/rec', 'name', 'x', 'wait', True, 'bits', 24, 'channels', 1.0)
            liblo.send(to, liblo.Bundle(liblo.Message('/dicta/pause'), liblo.Message('/dicta/resume')))
            """
        let run = Process.python(text, [path])
        #expect(run.code == 0 && run.errors.isEmpty)
        var places: [TimeSpan] = []
        var others: [Request] = []
        try server.serve { request, _ in
            if let place = request.time(.at) { places.append(place) } else { others.append(request) }
            return .success(Reply())
        }
        #expect(places == Array(repeating: .seconds(12.5), count: 4) + Array(repeating: .seconds(12), count: 3))
        #expect(others.map(\.name) == ["rec", "pause", "resume"])
        #expect(others.first?.text(.bits) == "24")
        #expect(others.first?.int(.channels) == 1)
        #expect(others.first?.flag(.wait) == true)
    }

    @Test("liblo reads our replies, items and errors")
    func read() throws {
        let client = folder.file("client.sock")
        let text = """
            import liblo, sys
            server = liblo.Server(sys.argv[1], liblo.UNIX)
            done = []
            def show(path, args, types):
                print(path, types, *args)
                done.append(path)
            server.add_method(None, None, show)
            open(sys.argv[2], 'w').close()
            while len(done) < 4:
                server.recv()
            """
        let program = try #require(Process("/usr/bin/python3", ["-c", text, client, folder.file("ready")]))
        Pause.until { Files.exists(folder.file("ready")) }
        var server = try ControlServer(engine: "x", path: path)
        let ticket = Ticket(sender: Sender(address: try SocketAddress(path: client)), path: "/dicta/ls")
        let fields: Fields = ["count": .int(2), "left_db": .double(-3.5), "on": .flag(true)]
        try server.answer(ticket, .success(Reply(fields, items: [["name": .text("ä")], ["name": .text("b")]])))
        try server.answer(ticket, .failure(Failure(.storage, "no")))
        let run = program.finish()
        #expect(run.errors.isEmpty)
        #expect(
            run.output == """
                /item sss /dicta/ls name ä
                /item sss /dicta/ls name b
                /reply sshsdsT /dicta/ls count 2 left_db -3.5 on True
                /error sis /dicta/ls 9 no

                """)
    }

    @Test("a plain socket with a name gets its answers")
    func plain() throws {
        let engine = try StubEngine(engine: "x", path: path) { request, _ in .success(Reply(["did": .text(request.name)])) }
        defer { engine.stop() }
        let text = """
            import socket, sys
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.settimeout(10)
            s.bind(sys.argv[2])
            s.connect(sys.argv[1])
            for packet in [b'/dicta/stop\\0,\\0\\0\\0', b'/dicta/stop\\0', b'\\xff' * 65536]:
                s.send(packet)
                print(s.recv(65536))
            """
        let run = Process.python(text, [path, folder.file("client.sock")])
        #expect(run.errors.isEmpty)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first == #"b'/reply\x00\x00,sss\x00\x00\x00\x00/dicta/stop\x00did\x00stop\x00\x00\x00\x00'"#)
        for line in lines.dropFirst() { #expect(line.hasPrefix(#"b'/error\x00\x00,sis"#)) }
    }
}
