// Tests of OSC address patterns, without sockets.
import Dictation
import System
import Testing

@testable import Control

@Suite("Address patterns of OSC 1.0: one message for several commands (C1 C2, issue 12 no. 26)")
struct AddressPatternTests {
    private func parse(_ path: String, _ arguments: [OSCArgument] = []) throws -> [ReceivedMessage] {
        let bytes = try OSCMessage(path, arguments).encode()
        let sender = Sender(address: SocketAddress(bytes: [1, 0, 1]))
        return RequestParser.parse(Packet(bytes: bytes, sender: sender))
    }

    /// Prints `PATH` for each request, `PATH!` for each refusal.
    private func paths(_ path: String, _ arguments: [OSCArgument] = []) throws -> [String] {
        try parse(path, arguments).map { message in
            switch message.request {
            case .success: message.ticket.path
            case .failure: message.ticket.path + "!"
            }
        }
    }

    @Test("a pattern does each command that it matches, and each is answered by its own address")
    func matches() throws {
        #expect(try paths("/dicta/p?ng") == ["/dicta/ping"])
        #expect(try Set(paths("/dicta/{ping,version}")) == ["/dicta/ping", "/dicta/version"])
        #expect(try Set(paths("/d*/ver[r-t]ion")) == ["/dicta/version"])
        #expect(try Set(paths("/dicta/gain/{left,right}", [.float(-6)])) == ["/dicta/gain/left", "/dicta/gain/right"])
        #expect(try paths("/dicta/loop/[ab]") == ["/dicta/loop/a", "/dicta/loop/b"])
        #expect(try paths("/dicta/rat[!x]", [.string("fast")]) == ["/dicta/rate!"], "checked like any other")
    }

    @Test("no pattern ends, sets, edits or deletes, and too broad a one does nothing at all")
    func breadth() throws {
        for pattern in [
            "/dicta/qu?t", "/dicta/{quit,delete}", "/dicta/set*", "/dicta/delet?", "/dicta/clea[n]", "/dicta/un*rk", "/*/q*",
            "/[", "/dicta/{",
            "/dicta/*/*/*/*", "/dicta/" + String(repeating: "*a", count: 200),
        ] {
            #expect(try paths(pattern) == [pattern + "!"], "\(pattern)")
        }
        for pattern in ["/dicta/*", "/*/*"] {
            guard case .failure(let failure)? = try parse(pattern).first?.request else {
                Issue.record("\(pattern) was done")
                continue
            }
            #expect(failure.code == .badArgument && failure.words.contains("16"), "\(failure)")
        }
    }

    @Test("rights come first: a pattern does nothing that its sender may not use, and says how to learn more (issue 39 no. 5)")
    func rights() throws {
        let local = Sender(address: SocketAddress(bytes: [1, 0, 1]))
        let surface = Sender(address: SocketAddress(bytes: [1, 0, 1]), route: .tcp(1))
        func paths(_ path: String, _ sender: Sender, _ may: Permissions) throws -> [ReceivedMessage] {
            RequestParser.parse(Packet(bytes: try OSCMessage(path, []).encode(), sender: sender), may)
        }
        let none = Permissions(surfaces: [])
        #expect(try paths("/dicta/{ping,stop}", local, none).map(\.ticket.path) == ["/dicta/stop", "/dicta/ping"])
        #expect(try paths("/dicta/{ping,stop}", surface, Permissions(surfaces: [.look])).map(\.ticket.path) == ["/dicta/ping"])
        for may in [none, Permissions(surfaces: [.sound])] {
            let messages = try paths("/dicta/{ping,st*p}", surface, may)
            guard messages.count == 1, case .failure(let failure) = messages[0].request else {
                Issue.record("\(messages)")
                continue
            }
            #expect(failure.words.contains("surfaces may use"), "\(failure)")
        }
    }

    @Test("a packet of patterns costs what it is long, whatever they are", arguments: [32, 33])
    func patterns(count: Int) throws {
        let packets = try (0..<count).map { try OSCMessage("/dicta/*?*?*?*?*?*?*?*?*?*?*?*?*?*?\($0 % 10)x").encode() }
        let messages = RequestParser.parse(
            Packet(bytes: OSCPacket.bundle(packets), sender: Sender(address: SocketAddress(bytes: [1, 0, 1]))))
        #expect(messages.count == (count == 32 ? 32 : 1))
        #expect(messages.allSatisfy { if case .failure = $0.request { true } else { false } })
    }

    @Test("many patterns in one packet are no way round the number of messages")
    func amplification() throws {
        let packets = try (0..<40).map { _ in try OSCMessage("/dicta/{ping,version,status,meters,info,mark,marks,next}").encode()
        }
        let sender = Sender(address: SocketAddress(bytes: [1, 0, 1]))
        let requests = RequestParser.parse(Packet(bytes: OSCPacket.bundle(packets), sender: sender))
        guard requests.count == 1, case .failure = requests[0].request else {
            Issue.record("\(requests.count) requests")
            return
        }
    }
}
