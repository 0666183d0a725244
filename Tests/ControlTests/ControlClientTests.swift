// Tests of the client of the control socket, against a stand-in engine on its own thread.
import Dictation
import Glibc
import System
import TestSupport
import Testing

@testable import Control

@Suite("ControlClient: asking, and what can come instead of an answer")
struct ControlClientTests {
    let folder = TempFolder()
    var path: String { folder.file("x.sock") }

    private func ask(_ name: String, _ arguments: [Value] = [], timeout: Double? = 10) throws -> Reply {
        var client = try ControlClient(engine: "x", path: path)
        return try client.ask(try CommandTable.command(named: name).check(arguments: arguments), timeout: timeout)
    }

    @Test("fields and items come as the engine gave them")
    func answers() throws {
        let fields: Fields = ["a": .int(.max), "b": .double(-.infinity), "c": .text("ä"), "d": .flag(true), "e": .flag(false)]
        let items = (0..<3000).map { Fields([Field("name", .text("recording \($0)"))]) }
        let engine = try StubEngine(path: path) { request, _ in
            .success(Reply(fields, items: request.verb == .library(.ls) ? items : []))
        }
        defer { engine.stop() }
        #expect(try ask("status") == Reply(fields))
        #expect(try ask("ls") == Reply(fields, items: items))
        #expect(try ask("ping").fields["engine"] == .text("dicta"))
    }

    @Test("a refusal is thrown with the engine's words")
    func refusals() throws {
        let engine = try StubEngine(path: path) { _, _ in .failure(Failure(.wrongState, "nothing records")) }
        defer { engine.stop() }
        let error = ControlError.refused(Failure(.wrongState, "nothing records"))
        #expect(throws: error) { try ask("pause") }
        #expect(error.code == .wrongState)
        #expect(error.description == "nothing records")
    }

    @Test("no engine: no folder, no socket, a dead socket")
    func noEngine() throws {
        #expect(throws: ControlError.noEngine(engine: "x", path: path)) { try ask("status") }
        do { try UnixSocket(path: path).bind(try SocketAddress(path: path), path: path) }
        #expect(Files.exists(path))
        #expect(throws: ControlError.noEngine(engine: "x", path: path)) { try ask("status") }
        #expect(throws: ControlError.self) { _ = try ControlClient(engine: "x", path: folder.file("no/x.sock")) }
    }

    @Test("silence ends in a timeout, and the end of the engine is noticed without one")
    func silence() throws {
        let engine = try StubEngine(path: path) { _, _ in nil }
        #expect(throws: ControlError.timeout(engine: "x", seconds: 0.05)) { try ask("stop", timeout: 0.05) }
        var client = try ControlClient(engine: "x", path: path)
        engine.stop()
        // Sending fails at once: the kernel knows that no process has the socket.
        #expect(throws: ControlError.engineGone(engine: "x")) {
            try client.ask(try CommandTable.request(.recording(.stop)), timeout: nil)
        }
    }

    @Test("an engine that dies with the request in its hands is noticed")
    func death() throws {
        let text = """
            import socket, sys
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.bind(sys.argv[1])
            open(sys.argv[2], 'w').close()
            s.recv(1000)
            """
        let engine = try #require(Process("/usr/bin/python3", ["-c", text, path, folder.file("ready")]))
        Pause.until { Files.exists(folder.file("ready")) }
        #expect(throws: ControlError.engineGone(engine: "x")) { try ask("stop", timeout: nil) }
        #expect(engine.finish().code == 0)
    }

    @Test("a client of a socket that is removed, or has a newer one in its place, is told so", arguments: [false, true])
    func removed(hasNewer: Bool) throws {
        let engine = try StubEngine(path: path) { _, _ in nil }
        defer { engine.stop() }
        var client = try ControlClient(engine: "x", path: path)
        let newer = try UnixSocket(path: path)
        #expect(Files.remove(path))
        if hasNewer { try newer.bind(try SocketAddress(path: path), path: path) }
        let error = try #require(throws: ControlError.self) {
            try client.ask(try CommandTable.request(.recording(.stop)), timeout: 30)
        }
        #expect(error == .engineGone(engine: "x"))
        #expect(error.description.contains("its socket was removed") && error.description.contains("'dicta status'"))
        #expect(newer.descriptor >= 0)
    }

    @Test("nobody but the engine can answer")
    func strangers() throws {
        let text = """
            import socket, sys
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.bind(sys.argv[1])
            open(sys.argv[2], 'w').close()
            message, client = s.recvfrom(1000)
            other = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            try:
                other.sendto(b'/reply\\0\\0,s\\0\\0/dicta/status\\0\\0\\0', client)
            except PermissionError:
                s.sendto(b'/error\\0\\0,sis\\0\\0\\0\\0/dicta/status\\0\\0\\0\\0\\0\\0\\1kept out\\0\\0\\0\\0', client)
            """
        let engine = try #require(Process("/usr/bin/python3", ["-c", text, path, folder.file("ready")]))
        Pause.until { Files.exists(folder.file("ready")) }
        #expect(throws: ControlError.refused(Failure(.refused, "kept out"))) { try ask("status") }
        #expect(engine.finish().errors.isEmpty)
    }
}
