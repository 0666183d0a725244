// Tests of OSC address patterns, without sockets.
import Dictation
import System
import Testing

@testable import Control

@Suite("Address patterns of OSC 1.0: one message for several commands (C1 C2, issue 12 no. 26)")
struct AddressPatternTests {
    private func dispatch(_ path: String, _ arguments: [OSCArgument] = []) throws -> [Dispatched] {
        let bytes = try OSCMessage(path, arguments).encode()
        let sender = Sender(address: SocketAddress(bytes: [1, 0, 1]))
        return Dispatcher(engine: "x").dispatch(in: Packet(bytes: bytes, sender: sender))
    }

    /// Prints `PATH` for each command done, `PATH!` for each refused.
    private func paths(_ path: String, _ arguments: [OSCArgument] = []) throws -> [String] {
        try dispatch(path, arguments).map { order in
            switch order {
            case .perform(_, let ticket), .answered(let ticket, .success): ticket.path
            case .answered(let ticket, .failure): ticket.path + "!"
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
            guard case .answered(_, .failure(let failure))? = try dispatch(pattern).first else {
                Issue.record("\(pattern) was done")
                continue
            }
            #expect(failure.code == .badArgument && failure.words.contains("16"), "\(failure)")
        }
    }

    @Test("many patterns in one packet are no way round the number of messages")
    func amplification() throws {
        let packets = try (0..<40).map { _ in try OSCMessage("/dicta/{ping,version,status,meters,info,mark,marks,next}").encode()
        }
        let sender = Sender(address: SocketAddress(bytes: [1, 0, 1]))
        let orders = Dispatcher(engine: "x").dispatch(in: Packet(bytes: OSCPacket.bundle(packets), sender: sender))
        guard orders.count == 1, case .answered(_, .failure) = orders[0] else {
            Issue.record("\(orders.count) orders")
            return
        }
    }
}
