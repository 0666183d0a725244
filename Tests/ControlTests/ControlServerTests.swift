// Tests of the control server. The server is called on the client's thread, so nothing depends on timing.
import Dictation
import Glibc
import System
import TestSupport
import Testing

@testable import Control

@Suite("ControlServer: the socket, its rights, its answers (C1 C2)")
struct ControlServerTests {
    let folder = TempFolder()
    var path: String { folder.file("run/x.sock") }

    private static func echo(_ request: Request, _ ticket: Ticket) -> Result<Reply, Failure>? {
        .success(Reply(["did": .text(request.name)]))
    }

    @Test("socket 0600 in a folder 0700, gone after close, and only once")
    func rights() throws {
        var server = try ControlServer(engine: "x", path: path)
        #expect(Files.mode(path) == 0o600)
        #expect(Files.mode(folder.file("run")) == 0o700)
        try server.close()
        #expect(!Files.exists(path))
        try server.close()
    }

    @Test("a server that is let go takes its socket along, but never another's")
    func letGo() throws {
        do { _ = try ControlServer(engine: "x", path: path) }
        #expect(!Files.exists(path))
        var server = try ControlServer(engine: "x", path: path)
        #expect(Files.remove(path))
        #expect(folder.write("mine", to: "run/x.sock"))
        try server.close()
        #expect(Files.read(path) == "mine")
    }

    @Test("a dead socket is replaced, a live one refused, another file left alone")
    func takesOver() throws {
        do {
            _ = try ControlServer(engine: "x", path: path)
            // The owner of this socket died without removing it.
            let dead = try UnixSocket(path: path)
            try dead.bind(try SocketAddress(path: path), path: path)
        }
        #expect(Files.exists(path))
        let server = try ControlServer(engine: "x", path: path)
        #expect(throws: ControlError.alreadyRuns(engine: "x", path: path)) { _ = try ControlServer(engine: "x", path: path) }
        #expect(Files.exists(server.path))
        let other = folder.file("run/y.sock")
        #expect(folder.write("a file", to: "run/y.sock"))
        #expect(throws: ControlError.notASocket(other)) { _ = try ControlServer(engine: "y", path: other) }
        #expect(Files.read(other) == "a file")
    }

    @Test("a live socket without our lock is refused too, and one whose file was lost still counts as running")
    func otherOwners() throws {
        do { _ = try ControlServer(engine: "x", path: path) }
        let stranger = try UnixSocket(path: path)
        try stranger.bind(try SocketAddress(path: path), path: path)
        #expect(throws: ControlError.alreadyRuns(engine: "x", path: path)) { _ = try ControlServer(engine: "x", path: path) }
        #expect(stranger.descriptor >= 0)
        let lost = folder.file("run/lost.sock")
        let server = try ControlServer(engine: "lost", path: lost)
        #expect(Files.remove(lost))
        #expect(throws: ControlError.ending(engine: "lost", path: lost, pid: getpid())) {
            _ = try ControlServer(engine: "lost", path: lost)
        }
        #expect(server.engine == "lost")
    }

    @Test("a path that is kept between two engines of a process is nobody else's")
    func keptPaths() throws {
        var server = try ControlServer(engine: "x", path: path)
        try server.close(keepsPath: true)
        #expect(!Files.exists(path) && ControlPath.isHeld(path))
        server = try ControlServer(engine: "x", path: path)
        #expect(Files.exists(path))
        try server.close(keepsPath: true)
        #expect(ControlPath.isHeld(path))
        ControlPath.letGo()
        #expect(!ControlPath.isHeld(path))
        server = try ControlServer(engine: "x", path: path)
        // A lock whose file was removed keeps nobody away: a new one is taken.
        try server.close(keepsPath: true)
        #expect(Files.remove(path + ".lock"))
        server = try ControlServer(engine: "x", path: path)
        #expect(ControlPath.isHeld(path))
        try server.close()
        #expect(!ControlPath.isHeld(path))
    }

    @Test("a lock does not tell a process that has ended, nor one that it cannot have")
    func holders() throws {
        do { _ = try ControlServer(engine: "x", path: path) }
        #expect(ControlPath.holder(of: path) == getpid())
        let ended = try #require(Process("/bin/true", []))
        let pid = ended.pid
        _ = ended.finish()
        for text in ["\(pid)\n", "-1\n", "0\n", "x", ""] {
            #expect(folder.write(text, to: "run/x.sock.lock"))
            #expect(ControlPath.holder(of: path) == nil, "\(text)")
        }
    }

    @Test("a name that is gone is made anew, with its folder and lock; another's is left alone")
    func keepsName() throws {
        var server = try ControlServer(engine: "x", path: path)
        let isBoundTwice = try server.keepName()
        #expect(!isBoundTwice)
        for name in ["run/x.sock", "run"] {
            var watcher = try ControlClient(engine: "x", path: path)
            let isQuiet = try watcher.messages(within: 0).isEmpty
            #expect(isQuiet)
            #expect(Files.remove(path))
            if name == "run" {
                #expect(Files.remove(path + ".lock"))
                let isEmpty = unsafe rmdir(folder.file("run")) == 0
                #expect(isEmpty)
            }
            let isBound = try server.keepName()
            #expect(isBound)
            // A client of the old socket would wait for ever.
            #expect(throws: ControlError.engineGone(engine: "x")) { _ = try watcher.messages(within: 0) }
            #expect(Files.mode(path) == 0o600 && ControlPath.isHeld(path) && ControlPath.holder(of: path) == getpid())
            var client = try RawClient(to: path)
            try client.send("/dicta/status")
            try server.serve(Self.echo)
            #expect(try client.receive().map(\.path) == ["/reply"])
        }
        // Another file, a dead socket, and an engine without a mark, which came after the folder was cleaned.
        #expect(Files.remove(path))
        #expect(folder.write("mine", to: "run/x.sock"))
        #expect(throws: ControlError.notASocket(path)) { _ = try server.keepName() }
        #expect(Files.read(path) == "mine" && Files.remove(path))
        do {
            let dead = try UnixSocket(path: path)
            try dead.bind(try SocketAddress(path: path), path: path)
        }
        let hasReplaced = try server.keepName()
        #expect(hasReplaced)
        #expect(Files.remove(path) && Files.remove(path + ".lock"))
        let other = try #require(try SocketLock.take(path))
        let hasTaken = try server.keepName()
        #expect(!hasTaken && !Files.exists(path))
        File.close(other)
    }

    /// Before, the second engine had the path, and the first one went on out of reach.
    @Test("an engine whose socket and lock file are removed keeps its path")
    func keepsPath() throws {
        var server = try ControlServer(engine: "x", path: path)
        for round in 0..<2 {
            #expect(Files.remove(path) && Files.remove(path + ".lock"))
            #expect(ControlPath.isHeld(path) && ControlPath.holder(of: path) == getpid())
            if round == 0 {
                #expect(throws: ControlError.ending(engine: "x", path: path, pid: getpid())) {
                    _ = try ControlServer(engine: "x", path: path)
                }
            }
            let isBack = try server.keepName()
            #expect(isBack)
            #expect(throws: ControlError.alreadyRuns(engine: "x", path: path)) { _ = try ControlServer(engine: "x", path: path) }
        }
        try server.close()
        #expect(Files.remove(path + ".lock") && !ControlPath.isHeld(path) && ControlPath.holder(of: path) == nil)
        // The same names in another folder are those of other engines.
        let elsewhere = TempFolder()
        let one = try ControlServer(engine: "x", path: path)
        let other = try ControlServer(engine: "x", path: elsewhere.file("run/x.sock"))
        let names = [one.engine, other.engine]
        #expect(names == ["x", "x"])
    }

    @Test("folders in which others may write, and paths too long, are refused")
    func badPlaces() throws {
        #expect(Files.makeFolder(folder.file("open"), 0o700))
        #expect(Files.setMode(folder.file("open"), 0o777))
        let error = try #require(throws: ControlError.self) {
            _ = try ControlServer(engine: "x", path: folder.file("open/x.sock"))
        }
        guard case .unsafeFolder = error else { throw error }
        #expect(throws: ControlError.self) { _ = try ControlClient(engine: "x", path: folder.file("open/x.sock")) }
        let long = folder.file(String(repeating: "x", count: 108))
        #expect(throws: ControlError.pathTooLong(long)) { _ = try ControlServer(engine: "x", path: long) }
        #expect(throws: ControlError.self) { _ = try ControlServer(engine: "x", path: folder.file("no/such/x.sock")) }
    }

    @Test("the usual place follows the environment, and names stay names")
    func places() throws {
        #expect(try ControlPath.standard(engine: "a", runtimeFolder: "/r") == "/r/dicta/a.sock")
        let without = try ControlPath.standard(engine: "a", runtimeFolder: nil)
        #expect(without == "/run/user/\(geteuid())/dicta/a.sock" || without == "/tmp/dicta-\(geteuid())/a.sock")
        #expect(try ControlPath.standard(engine: "a", runtimeFolder: "relative") == without)
        for name in ["", ".", "..", "a/b", "-a", "a b", "a\n", "ä", String(repeating: "a", count: 49)] {
            #expect(throws: ControlError.badEngineName(name)) { try ControlPath.standard(engine: name, runtimeFolder: "/r") }
        }
    }

    @Test("every message is answered: done, refused by the table, unknown, or no OSC at all")
    func answers() throws {
        var server = try ControlServer(engine: "x", path: path)
        var client = try RawClient(to: path)
        func failure(_ code: FailureCode, of path: String, _ answer: [OSCMessage]) {
            #expect(answer.first?.path == "/error")
            #expect(answer.first?.arguments.prefix(2) == [.string(path), .int32(code.rawValue)])
        }
        try client.send("/dicta/status")
        try server.serve(Self.echo)
        let wanted = OSCMessage("/reply", [.string("/dicta/status"), .string("did"), .string("status")])
        #expect(try client.receive() == [wanted])
        for (path, arguments, code) in [
            ("/dicta/stats", [], FailureCode.unknownCommand), ("/", [], .unknownCommand), ("/dicta/start", [], .unknownCommand),
            ("/dicta/locate", [], .badArgument), ("/dicta/locate", [.blob([1])], .badArgument),
            ("/dicta/gain", [.string("left")], .badArgument), ("/dicta/rec", [.int32(1), .int32(2)], .badArgument),
            ("/dicta/rec", [.string("at-frame"), .int32(-1)], .badArgument), ("/dicta/stop", [.null], .badArgument),
        ] as [(String, [OSCArgument], FailureCode)] {
            try client.send(path, arguments)
            try server.serve(Self.echo)
            failure(code, of: path, try client.receive())
        }
        #expect(client.send([1, 2, 3]) == nil)
        try server.serve(Self.echo)
        failure(.usage, of: "/", try client.receive())
        #expect(client.send([]) == nil)
        try server.serve(Self.echo)
        failure(.usage, of: "/", try client.receive())
        #expect(try client.receive().isEmpty, "one answer each")
    }

    @Test("an answer is not answered, so that two engines cannot talk for ever")
    func answersToAnswers() throws {
        var server = try ControlServer(engine: "x", path: path)
        var client = try RawClient(to: path)
        for path in ["/reply", "/error", "/item", "/dicta/state/meters"] { try client.send(path, [.string("/dicta/ping")]) }
        try client.send("/dicta/status")
        try server.serve(Self.echo)
        #expect(try client.receive().map(\.arguments.first) == [.string("/dicta/status")])
        #expect(try client.receive().isEmpty)
    }

    @Test("the table tells its arguments: of all commands, or of one")
    func table() throws {
        var server = try ControlServer(engine: "x", path: path)
        var client = try RawClient(to: path)
        try client.send("/dicta/commands", [.string("rate")])
        try server.serve(Self.echo)
        let rate = try client.receive()
        #expect(rate.map(\.path) == ["/item", "/reply"])
        let fields = try Reply.fields(try #require(rate.first))
        #expect(fields["argument"] == .text("factor") && fields["lowest"] == .double(0.5) && fields["highest"] == .double(2))
        try client.send("/dicta/commands/arguments")
        try server.serve(Self.echo)
        let items = try answer(to: &client, of: &server).count { $0.path == "/item" }
        let engine = CommandTable.all.filter(\.needsEngine)
        #expect(items == engine.count + engine.reduce(0) { $0 + $1.parameters.count })
        try client.send("/dicta/commands", [.string("nope")])
        try server.serve(Self.echo)
        #expect(try client.receive().first?.arguments[1] == .int32(FailureCode.notFound.rawValue))
    }

    /// All messages of an answer, which can be longer than the client's buffer.
    private func answer(to client: inout RawClient, of server: inout ControlServer) throws -> [OSCMessage] {
        var all: [OSCMessage] = []
        while true {
            try server.flush()
            let messages = try client.receive()
            guard !messages.isEmpty else { return all }
            all += messages
        }
    }

    @Test("ping, version and commands need no engine")
    func ownAnswers() throws {
        var server = try ControlServer(engine: "x", path: path)
        var client = try RawClient(to: path)
        for verb in ["ping", "version", "commands"] {
            try client.send("/dicta/" + verb)
            try server.serve { request, _ in .failure(Failure(.broken, request.name)) }
            let last = try answer(to: &client, of: &server).last
            #expect(last?.path == "/reply")
        }
        try client.send("/dicta/commands")
        try server.serve(Self.echo)
        let items = try answer(to: &client, of: &server).filter { $0.path == "/item" }
        #expect(items.count == CommandTable.all.filter(\.needsEngine).count)
    }

    @Test("a bundle of more messages than a turn of the loop can answer is refused whole")
    func hugeBundle() throws {
        let ping = try OSCMessage("/dicta/ping").encode()
        let sender = Sender(address: SocketAddress(bytes: [1, 0, 1]))
        func parse(_ messages: Int) -> [ReceivedMessage] {
            RequestParser.parse(Packet(bytes: OSCPacket.bundle(Array(repeating: ping, count: messages)), sender: sender))
        }
        #expect(parse(ControlLimits.messages).count == ControlLimits.messages)
        let refused = parse(ControlLimits.messages + 1)
        guard case .failure(let failure)? = refused.first?.request else {
            Issue.record("\(refused)")
            return
        }
        #expect(refused.count == 1 && failure.code == .refused)
    }

    @Test("a bundle is done in order, each message with its own answer")
    func bundles() throws {
        var server = try ControlServer(engine: "x", path: path)
        var client = try RawClient(to: path)
        let messages = ["/dicta/pause", "/dicta/nonsense", "/dicta/resume"].map { OSCMessage($0) }
        #expect(client.send(OSCPacket.bundle(try messages.map { message throws in try message.encode() })) == nil)
        var done: [String] = []
        try server.serve { request, _ in
            done.append(request.name)
            return .success(Reply())
        }
        #expect(done == ["pause", "resume"])
        let answers = try [client.receive(), client.receive(), client.receive()]
        #expect(answers.map { $0.first?.path } == ["/reply", "/error", "/reply"])
    }

    @Test("an answer may come later, after others")
    func tickets() throws {
        var server = try ControlServer(engine: "x", path: path)
        var first = try RawClient(to: path)
        var second = try RawClient(to: path)
        var kept: [Ticket] = []
        try first.send("/dicta/stop")
        try second.send("/dicta/status")
        try server.serve { request, ticket in
            guard request.verb == .recording(.stop) else { return .success(Reply()) }
            kept.append(ticket)
            return nil
        }
        #expect(try first.receive().isEmpty)
        #expect(try second.receive().first?.path == "/reply")
        try server.answer(try #require(kept.first), .success(Reply(["path": .text("/x.wav")])))
        let wanted = OSCMessage("/reply", [.string("/dicta/stop"), .string("path"), .string("/x.wav")])
        #expect(try first.receive() == [wanted])
    }

    @Test("a packet too large is refused with words, and the next one is taken")
    func oversized() throws {
        var server = try ControlServer(engine: "x", path: path)
        var client = try RawClient(to: path)
        #expect(client.send([UInt8](repeating: 0x2f, count: ControlLimits.packet + 400)) == nil)
        try client.send("/dicta/status")
        try server.serve(Self.echo)
        #expect(try client.receive().first?.path == "/error")
        #expect(try client.receive().first?.path == "/reply")
        #expect(server.counters.refused == 1)
    }

    @Test("a short answer is one packet, of a long one the text goes ahead in parts")
    func largeAnswers() throws {
        var server = try ControlServer(engine: "x", path: path)
        var client = try RawClient(to: path)
        for (size, answer) in [(10_000, "/reply"), (ControlLimits.packet, "/more")] {
            try client.send("/dicta/status")
            try server.serve { _, _ in .success(Reply(["text": .text(String(repeating: "x", count: size))])) }
            #expect(try client.receive().first?.path == answer)
        }
    }

    @Test("a list longer than the sender's queue waits, goes on when there is room, and comes whole and in order")
    func longLists() throws {
        var server = try ControlServer(engine: "x", path: path)
        var client = try RawClient(to: path)
        let long = "/" + String(repeating: "x", count: 900)
        let items: [Fields] = (0..<5000).map { number in
            ["name": .text("recording \(number)"), "bytes": .int(Int64(number)), "path": .text(long)]
        }
        try client.send("/dicta/ls")
        try server.serve { _, _ in .success(Reply(["count": .int(5000)], items: items)) }
        #expect(server.retryTimeout == ControlLimits.retry, "five megabytes are more than a socket holds")
        var messages: [OSCMessage] = []
        for _ in 0..<10_000 where messages.last?.path != "/reply" {
            messages += try client.receive()
            try server.flush()
        }
        #expect(messages.count == 5001)
        for (number, message) in messages.dropLast().enumerated() {
            #expect(message.arguments[4] == .int64(Int64(number)))
        }
        #expect(server.retryTimeout == -1)
        #expect(server.counters.dropped == 0)
    }

    @Test("who has no name is obeyed and not answered; who is gone is counted")
    func unanswerable() throws {
        var server = try ControlServer(engine: "x", path: path)
        let oscsend = Process.run("/usr/bin/oscsend", ["osc.unix://" + path, "/dicta/locate", "s", "1:30"])
        #expect(oscsend.code == 0)
        var place: TimeSpan?
        try server.serve { request, _ in
            place = request.time(.at)
            return .success(Reply())
        }
        #expect(place == .seconds(90))
        #expect(server.counters.unanswerable == 1)
        do { try RawClient(to: path).send("/dicta/status") }
        try server.serve(Self.echo)
        #expect(server.counters.unanswerable == 2)
    }

    @Test("descriptors that somebody sends along are not kept")
    func descriptors() throws {
        var server = try ControlServer(engine: "x", path: path)
        let text = """
            import socket, sys, os, array
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.connect(sys.argv[1])
            f = open(sys.argv[2], 'w')
            fds = array.array('i', [f.fileno()])
            s.sendmsg([b'/dicta/status\\0\\0\\0,\\0\\0\\0'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, fds)])
            """
        #expect(Process.python(text, [path, folder.file("sent along")]).errors.isEmpty)
        var seen = 0
        try server.serve { _, _ in
            seen += 1
            return .success(Reply())
        }
        #expect(seen == 1)
        #expect(!Files.openTargets().contains(folder.file("sent along")))
    }

    @Test("another user is refused, even where the file system would let it in", .enabled(if: geteuid() == 0))
    func otherUser() throws {
        let open = TempFolder()
        #expect(Files.setMode(open.path, 0o711))
        let path = open.file("x.sock")
        var server = try ControlServer(engine: "x", path: path)
        let text = """
            import socket, sys
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.bind('')
            try:
                s.connect(sys.argv[1])
            except PermissionError:
                sys.exit(13)
            s.send(b'/dicta/quit\\0,\\0\\0\\0')
            """
        let words = ["--reuid", "nobody", "--clear-groups", "/usr/bin/python3", "-c", text, path]
        #expect(Process.run("/usr/bin/setpriv", words).code == 13, "mode 0600 keeps it out")
        #expect(Files.setMode(path, 0o666))
        #expect(Process.run("/usr/bin/setpriv", words).code == 0)
        var done = 0
        try server.serve { _, _ in
            done += 1
            return .success(Reply())
        }
        #expect(done == 0)
        #expect(server.counters.refused == 1)
    }
}
