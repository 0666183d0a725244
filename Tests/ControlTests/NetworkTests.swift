// Tests of OSC over UDP and TCP. The server is called on the clients' thread.
import Dictation
import Glibc
import System
import TestSupport
import Testing

@testable import Control

@Suite("ControlServer over UDP and TCP: loopback, lists, limits (C1 C2)")
struct NetworkTests {
    let folder = TempFolder()
    var path: String { folder.file("x.sock") }

    private static func echo(_ request: Request, _ ticket: Ticket) -> Result<Reply, Failure>? {
        .success(Reply(["did": .text(request.name)]))
    }

    private func server(udp: String? = "0", tcp: String? = "0", allow: String? = nil) throws -> ControlServer {
        var server = try ControlServer(engine: "x", path: path)
        try server.open(try NetworkOptions(udp: udp, tcp: tcp, allow: allow))
        return server
    }

    /// All answers that have come.
    private func all(_ client: InternetClient) throws -> [OSCMessage] {
        var answers: [OSCMessage] = []
        while true {
            let more = try client.receive(within: 50)
            guard !more.isEmpty else { return answers }
            answers += more
        }
    }

    /// Waits until the kernel has delivered the packets, and serves them.
    private func serve(_ server: inout ControlServer, turns: Int = 3) throws {
        for _ in 0..<turns {
            let descriptors = server.descriptors
            _ = try? Poll.wait(descriptors, milliseconds: 20)
            try server.flush()
            try server.serve(Self.echo)
        }
    }

    @Test("both families on one port, told in a file beside the socket that goes with it")
    func urls() throws {
        var server = try server()
        #expect(server.urls.map { $0.prefix(7) } == ["osc.uni", "osc.udp", "osc.udp", "osc.tcp", "osc.tcp"])
        #expect(server.urls[1].hasPrefix("osc.udp://127.0.0.1:") && server.urls[2].hasPrefix("osc.udp://[::1]:"))
        #expect(server.urls[1].split(separator: ":").last == server.urls[2].split(separator: ":").last)
        let told = Process.python(
            "import json,sys; o=json.load(open(sys.argv[1])); print(o['engine'], *o['urls'])", [path + ".json"])
        #expect(told.output == "x " + server.urls.joined(separator: " ") + "\n")
        #expect(Files.mode(path + ".json") == 0o600)
        try server.close()
        #expect(!Files.exists(path + ".json") && !Files.exists(path + ".json.new"))
    }

    @Test("a port that is taken is an error with words, and nothing stays behind")
    func taken() throws {
        let first = try server(tcp: nil)
        let port = try InternetClient.address(first.urls[1]).port
        let other = folder.file("y.sock")
        var second = try ControlServer(engine: "y", path: other)
        let error = try #require(throws: ControlError.self) {
            try second.open(try NetworkOptions(udp: "\(port)", tcp: nil, allow: nil))
        }
        guard case .network("bind", _, EADDRINUSE) = error else { throw error }
        #expect(error.description.contains("127.0.0.1:\(port)"))
        #expect(first.urls.count == 3)
    }

    @Test("each way answers on its own, in both families", arguments: 1...4)
    func answers(way: Int) throws {
        var server = try server()
        let client = try InternetClient(server.urls[way])
        try client.sendMessage("/dicta/status")
        try client.sendMessage("/dicta/nope")
        try client.sendMessage("/dicta/ping")
        try serve(&server)
        let answers = try all(client)
        #expect(answers.map(\.path) == ["/reply", "/error", "/reply"])
        #expect(answers.map(\.arguments.first) == ["/dicta/status", "/dicta/nope", "/dicta/ping"].map { .string($0) })
    }

    @Test("SLIP is answered as SLIP, packets in one segment one by one, an answer after the other side said its last word")
    func slip() throws {
        var server = try server(udp: nil)
        let client = try InternetClient(server.urls[1])
        for _ in 0..<100 { try client.sendMessage("/dicta/status", [], slip: true) }
        #expect(shutdown(client.descriptor, Int32(SHUT_WR)) == 0)
        try serve(&server, turns: 5)
        #expect(try all(client).count == 100)
        #expect(client.isClosed && server.network.connections.isEmpty)
    }

    @Test("all packets of a peer that has ended its output are answered without a pause, and its connection is closed at once")
    func lastPackets() throws {
        var server = try server(udp: nil)
        let client = try InternetClient(server.urls[1])
        for _ in 0..<300 { try client.sendMessage("/dicta/status", [], slip: true) }
        #expect(shutdown(client.descriptor, Int32(SHUT_WR)) == 0)
        try serve(&server)
        for _ in 0..<100 where server.retryTimeout == 0 { try server.serve(Self.echo) }
        #expect(server.network.connections.isEmpty)
        #expect(try all(client).count == 300)
    }

    @Test("who is not on the list is not heard: UDP is dropped unread, TCP closed unread")
    func lists() throws {
        var server = try server(udp: "127.0.0.1:0", tcp: "127.0.0.1:0", allow: "127.0.0.2/31,10.0.0.0/8")
        for (source, isHeard) in [("127.0.0.1", false), ("127.0.0.2", true), ("127.0.0.3", true), ("127.0.0.4", false)] {
            let udp = try InternetClient(server.urls[1], from: source)
            try udp.sendMessage("/dicta/status")
            let tcp = try InternetClient(server.urls[2], from: source)
            _ = tcp.sendRaw([0, 0, 0, 0])
            try serve(&server)
            #expect(try udp.receive(within: 20).isEmpty != isHeard, "\(source)")
            #expect(try tcp.receive(within: 20).isEmpty != isHeard, "\(source)")
            #expect(tcp.isClosed != isHeard)
        }
        #expect(server.counters.refused == 2)
    }

    @Test("too large, cut off, empty, and no OSC at all: an error or the end, and the next one is served")
    func broken() throws {
        var server = try server()
        let udp = try InternetClient(server.urls[1])
        let packet = try OSCMessage("/dicta/rate", [.float(1)]).encode()
        for bytes in [[], [1], Array(packet.dropLast()), Array(packet.dropLast(4)), [UInt8](repeating: 0x2f, count: 65_000)] {
            #expect(udp.sendRaw(bytes) == bytes.count)
            try serve(&server)
            #expect(try udp.receive(within: 50).map(\.path) == ["/error"], "\(bytes.count) bytes")
        }
        let sized = try InternetClient(server.urls[3])
        #expect(sized.sendRaw([0, 0x20, 0, 0, 1, 2, 3]) == 7)
        try serve(&server)
        #expect(try sized.receive(within: 50).map(\.path) == ["/error"])
        #expect(sized.isClosed, "where the next packet begins is not known")
        let slip = try InternetClient(server.urls[3])
        #expect(slip.sendRaw([0xc0] + [UInt8](repeating: 1, count: ControlLimits.packet + 9) + [0xc0]) > 0)
        try serve(&server, turns: 5)
        try slip.sendMessage("/dicta/status", slip: true)
        try serve(&server)
        #expect(try slip.receive(within: 50).map(\.path) == ["/error", "/reply"])
        let web = try InternetClient(server.urls[3])
        #expect(web.sendRaw(Array("GET / HTTP/1.1\r\n\r\n".utf8)) > 0)
        try serve(&server)
        #expect(web.isClosed)
    }

    /// Connects as many clients as the server keeps.
    private func fill(_ server: inout ControlServer, speaking: Bool) throws -> [InternetClient] {
        var clients: [InternetClient] = []
        for _ in 0..<ControlLimits.connections {
            let client = try InternetClient(server.urls[1])
            if speaking { try client.sendMessage("/dicta/status") }
            clients.append(client)
            try server.serve(Self.echo)
        }
        try serve(&server)
        return clients
    }

    @Test("no more connections than there may be; one that ends makes room")
    func connections() throws {
        var server = try server(udp: nil)
        var clients = try fill(&server, speaking: true)
        #expect(server.network.connections.count == ControlLimits.connections)
        let late = try InternetClient(server.urls[1])
        try serve(&server)
        #expect(late.isClosed)
        clients.removeFirst()
        try serve(&server)
        let next = try InternetClient(server.urls[1])
        try next.sendMessage("/dicta/status")
        try serve(&server)
        #expect(try next.receive(within: 50).count == 1)
    }

    @Test("64 silent connections lock nobody out: the oldest makes room (issue 12 no. 4)")
    func silentOnesMakeRoom() throws {
        var server = try server(udp: nil)
        let silent = try fill(&server, speaking: false)
        // Half a packet does not count as sending.
        _ = silent[0].sendRaw([0, 0])
        try serve(&server)
        let late = try InternetClient(server.urls[1])
        try late.sendMessage("/dicta/status")
        try serve(&server)
        #expect(try late.receive(within: 50).count == 1)
        #expect(silent[0].isClosed && !silent[1].isClosed)
    }

    @Test("who has never sent anything is ended after a minute; who has, and who is sent state, stays (issue 12 no. 4)")
    func silenceEnds() throws {
        var server = try server(udp: nil)
        let silent = try InternetClient(server.urls[1])
        let other = try InternetClient(server.urls[1])
        try other.sendMessage("/dicta/status")
        try serve(&server)
        #expect(server.network.connections.count == 2)
        #expect(server.retryTimeout == 1000)
        let later = Moment.now.nanoseconds + ControlLimits.silence + 1_000_000_000
        server.network.removeClosed(now: later)
        #expect(server.network.connections.count == 1 && silent.isClosed && !other.isClosed)
    }

    @Test("of those who have spoken the quietest makes room, but not one that subscribed or waits for an answer (issue 12 no. 4)")
    func subscribersStay() throws {
        var server = try server(udp: nil)
        let clients = try fill(&server, speaking: true)
        for client in clients { #expect(try client.receive(within: 50).count == 1) }
        // The second client waits for an answer that comes later.
        try clients[1].sendMessage("/dicta/stop")
        for _ in 0..<3 {
            let descriptors = server.descriptors
            _ = try? Poll.wait(descriptors, milliseconds: 20)
            try server.serve { request, ticket in request.verb == .recording(.stop) ? nil : Self.echo(request, ticket) }
        }
        let first = try #require(server.network.connections.first?.sender)
        let newcomer = try InternetClient(server.urls[1])
        try server.network.accept(now: Moment.now.nanoseconds + ControlLimits.idle + 1_000_000_000) { $0 == first }
        #expect(server.network.connections.count == ControlLimits.connections)
        #expect(!clients[0].isClosed && !clients[1].isClosed && clients[2].isClosed && !newcomer.isClosed)
    }

    @Test("a packet that is too large is answered, whatever of it still comes (issue 12 no. 26)")
    func largeIsAnswered() throws {
        var server = try server(udp: nil)
        let client = try InternetClient(server.urls[1])
        // The packet is more than the server reads at once: closing with unread bytes, the kernel would take the answer back.
        let bytes = [0, 0x10, 0, 0] + [UInt8](repeating: 0x2f, count: 400_000)
        var sent = 0
        for _ in 0..<20 where sent < bytes.count {
            sent += max(0, client.sendRaw(Array(bytes[sent...])))
            try serve(&server, turns: 1)
        }
        try serve(&server)
        #expect(try client.receive(within: 50).map(\.path) == ["/error"])
        #expect(client.hasEndedInOrder)
        #expect(server.takeRefusals().map { $0.contains("more than 131072 bytes") } == [true])
    }

    @Test("packets without a message cost a bounded part of a turn (C16)", arguments: [true, false])
    func emptyPackets(isOwn: Bool) throws {
        var server = try server(udp: nil)
        let empty = OSCPacket.bundle([])
        if isOwn {
            let client = try RawClient(to: path)
            for _ in 0..<10 where client.send(empty) != nil { Issue.record("the queue of the socket is shorter") }
            _ = try server.next(.all)
        } else {
            let client = try InternetClient(server.urls[1])
            for _ in 0..<500 { try client.sendPacket(empty) }
            for _ in 0..<5 {
                _ = try? Poll.wait(server.descriptors, milliseconds: 20)
                try server.receive()
            }
            _ = try server.next(.all)
            withExtendedLifetime(client) {}
        }
        #expect(server.counters.received > 0 && server.counters.received <= 8, "\(server.counters)")
    }

    @Test("who is turned away is told to the log, once a minute, with how many (issue 12 no. 26)")
    func refusalsAreTold() throws {
        var server = try server(udp: "127.0.0.1:0", tcp: nil, allow: "127.0.0.2")
        let stranger = try InternetClient(server.urls[1], from: "127.0.0.1")
        try stranger.sendMessage("/dicta/status")
        try serve(&server)
        let first = server.takeRefusals()
        #expect(first.count == 1 && first[0].contains("127.0.0.1:") && first[0].contains("osc-allow"), "\(first)")
        for _ in 0..<3 { try stranger.sendMessage("/dicta/status") }
        try serve(&server)
        #expect(server.takeRefusals().isEmpty)
        let later = server.network.refusals.take(now: Moment.now.nanoseconds + ControlLimits.refusalPause)
        #expect(later.count == 1 && later[0].contains("the last of 3"), "\(later)")
        #expect(server.network.refusals.take(now: Moment.now.nanoseconds + 2 * ControlLimits.refusalPause).isEmpty)
    }

    @Test("[::] with a list of IPv4 lets them in (issue 12 no. 26)", arguments: [true, false])
    func everyAddress(isUDP: Bool) throws {
        var server = try server(udp: isUDP ? "[::]:0" : nil, tcp: isUDP ? nil : "[::]:0", allow: "127.0.0.0/8,::1")
        #expect(server.urls.count == 3)
        let port = try InternetClient.address(server.urls[1]).port
        for host in ["127.0.0.1", "[::1]"] {
            let client = try InternetClient("osc.\(isUDP ? "udp" : "tcp")://\(host):\(port)/")
            try client.sendMessage("/dicta/status")
            try serve(&server)
            #expect(try client.receive(within: 50).count == 1, "\(host)")
        }
    }

    @Test("who sends and does not read is not read any more, costs a bounded amount, and holds nobody up")
    func unread() throws {
        var server = try server(udp: nil)
        let deaf = try InternetClient(server.urls[1])
        let request = try OSCMessage("/dicta/commands", [.string("arguments"), .flag(true)]).encode()
        let bytes = UInt32(request.count).bytes(.big) + request
        // A message is taken while the unread answers are within the limit, and that last one is answered.
        let most = ControlLimits.unread + (try answerSize(request, by: &server))
        var taken = 0
        for _ in 0..<400 {
            for _ in 0..<20 where deaf.sendRaw(bytes) == bytes.count { taken += 1 }
            try server.flush()
            try server.serve(Self.echo)
            #expect((server.network.connections.first?.unread ?? 0) <= most)
        }
        #expect(taken > 100)
        let other = try InternetClient(server.urls[1])
        try other.sendMessage("/dicta/status")
        try serve(&server)
        #expect(try other.receive(within: 50).count == 1)
        let sender = try #require(server.network.connections.first?.sender)
        #expect(server.offer([1], to: sender) == .full)
        #expect(try #require(server.network.connections.first).isStalled(now: Moment.now.nanoseconds + ControlLimits.stalled + 1))
    }

    /// Bytes of all answers to a request on a connection of its own, with those that tell their lengths.
    private func answerSize(_ request: [UInt8], by server: inout ControlServer) throws -> Int {
        let client = try InternetClient(server.urls[1])
        try #require(client.sendRaw(UInt32(request.count).bytes(.big) + request) == request.count + 4)
        var answers: [OSCMessage] = []
        for _ in 0..<20 {
            try serve(&server, turns: 1)
            answers += try client.receive(within: 10)
        }
        try #require(!answers.isEmpty)
        return try answers.reduce(0) { $0 + 4 + (try $1.encode().count) }
    }

    @Test("the owner's message comes next, however many others wait, and no sender gets two turns before another has one")
    func order() throws {
        var server = try server()
        let crowd = try (0..<8).map { _ in try InternetClient(server.urls[3]) }
        let ping = try OSCMessage("/dicta/ping").encode()
        for client in crowd { try client.sendPacket(OSCPacket.bundle(Array(repeating: ping, count: 200))) }
        for _ in 0..<10 {
            _ = try? Poll.wait(server.descriptors, milliseconds: 20)
            try server.receive()
        }
        var order: [Sender] = []
        for _ in 0..<80 { order.append(try #require(try server.next(.all)).ticket.sender) }
        for sender in Set(order) { #expect(order.count { $0 == sender } == 10, "\(order)") }
        #expect(Set(order).count == 8)
        var owner = try RawClient(to: path)
        for round in 0..<40 {
            try owner.send("/dicta/status")
            // After a number of messages of the owner, another sender has its turn.
            var message = try #require(try server.next(.all))
            if message.ticket.sender.authority != .owner { message = try #require(try server.next(.all)) }
            #expect(message.ticket.sender.authority == .owner, "round \(round)")
            try server.answer(message.ticket, .success(Reply()))
            #expect(try owner.receive().first?.path == "/reply")
        }
        // Nothing of the rest is lost.
        var rest = 0
        while try server.next(.all) != nil { rest += 1 }
        #expect(rest + 80 >= 1600 - 4 && rest + 80 <= 1600)
    }

    @Test("what a connection sent before it was closed is done")
    func lastWords() throws {
        var server = try server(udp: nil)
        do {
            let client = try InternetClient(server.urls[1])
            let ping = try OSCMessage("/dicta/status").encode()
            try client.sendPacket(OSCPacket.bundle(Array(repeating: ping, count: 100)))
            Pause.milliseconds(50)
            for _ in 0..<5 { try server.receive() }
            let first = try #require(try server.next(.all))
            try server.answer(first.ticket, .success(Reply()))
        }
        var done = 1
        for _ in 0..<20 {
            Pause.milliseconds(5)
            try server.receive()
            while let message = try server.next(.all) {
                done += 1
                try server.answer(message.ticket, .success(Reply()))
            }
        }
        #expect(done == 100 && server.network.connections.isEmpty && server.retryTimeout == -1)
    }

    @Test("state goes to another machine though only TCP is open, and where no way leads there, the answer says so")
    func faraway() throws {
        var server = try server(udp: nil, allow: "127.0.0.0/8,192.0.2.0/24,fd00::/8")
        let sender = Sender(address: SocketAddress(bytes: [1, 0, 1]))
        let near = try server.receiver(at: "osc.udp://127.0.0.1:9/", askedBy: sender)
        let packet = try OSCMessage("/x").encode()
        for url in ["osc.udp://192.0.2.7:9000/", "osc.udp://[fd00::7]:9000/"] {
            do throws(ControlError) {
                // A way there is a way for all messages, past a firewall or not.
                let far = try server.receiver(at: url, askedBy: sender)
                #expect(far.route != near.route && server.offer(packet, to: far) == .sent, "\(url)")
            } catch {
                #expect("\(error)".contains("no way to it"), "\(error)")
            }
        }
        // The sockets that only send answer nobody.
        #expect(server.urls.count == 3 && server.network.udp.allSatisfy { !$0.listens })
    }

    @Test("a UDP port that nobody listens at is noticed; the others still get theirs")
    func refused() throws {
        var server = try server(tcp: nil)
        let packet = try OSCMessage("/x").encode()
        // Made first: the kernel may give a port that has become free to the next socket.
        let alive = try InternetClient(server.urls[1])
        let living = try Self.sender(of: alive)
        var dead: [Sender] = []
        for _ in 0..<20 {
            let client = try InternetClient(server.urls[1])
            try client.sendMessage("/dicta/status")
            try serve(&server, turns: 1)
            _ = try client.receive(within: 50)
            dead.append(try Self.sender(of: client))
        }
        for _ in 0..<3 {
            for sender in dead { _ = server.offer(packet, to: sender) }
            #expect(server.offer(packet, to: living) == .sent)
            try serve(&server, turns: 2)
        }
        #expect(Set(dead).isSubset(of: server.takeGone()))
        for _ in 0..<3 { #expect(try alive.receive(within: 50).count == 1) }
    }

    private static func sender(of client: InternetClient) throws -> Sender {
        Sender(address: try client.socket.internetAddress().socketAddress, route: .udp(0))
    }

    @Test("state goes to a URL: over UDP without listening there, to a socket only for who came through ours")
    func returns() throws {
        var server = try server(udp: nil, tcp: nil)
        let stranger = Sender(address: InternetAddress(host: [127, 0, 0, 1], port: 5).socketAddress, route: .udp(0))
        let local = Sender(address: try SocketAddress(path: "/x"))
        let receiver = try server.receiver(at: "osc.udp://127.0.0.1:9/", askedBy: local)
        #expect(receiver.description == "osc.udp://127.0.0.1:9/" && server.urls.count == 1)
        #expect(try server.receiver(at: "osc.unix:///x", askedBy: local) == local)
        #expect(throws: ControlError.self) { _ = try server.receiver(at: "osc.unix:///x", askedBy: stranger) }
        #expect(throws: ControlError.self) { _ = try server.receiver(at: "osc.udp://192.0.2.1:9/", askedBy: local) }
        // The socket that only sends takes no commands.
        let own = try #require(server.network.udp.first).socket.address
        let client = try InternetClient("osc.udp://\(own)/")
        try client.sendMessage("/dicta/status")
        try serve(&server)
        #expect(try client.receive(within: 20).isEmpty)
    }

    @Test("an answer that no UDP packet holds comes in several")
    func large() throws {
        var server = try server()
        let client = try InternetClient(server.urls[1])
        try client.sendMessage("/dicta/info")
        let descriptors = server.descriptors
        _ = try? Poll.wait(descriptors, milliseconds: 50)
        try server.serve { _, _ in .success(Reply(["text": .text(String(repeating: "x", count: 66_000))])) }
        var paths: [String] = []
        while paths.last != "/reply", case let messages = try client.receive(within: 50), !messages.isEmpty {
            paths += messages.map(\.path)
        }
        #expect(paths.first == "/more" && paths.last == "/reply", "\(paths)")
    }
}
