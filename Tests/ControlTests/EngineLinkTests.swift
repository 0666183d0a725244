// Tests of a lasting connection with several requests under way.
import Dictation
import Glibc
import TestSupport
import Testing

@testable import Control

@Suite("EngineLink: answers in any order")
struct EngineLinkTests {
    private let folder = TempFolder()

    private func toggle(_ what: String) throws -> Request { try CommandTable.request(.toggle(.toggle), [.what: .text(what)]) }

    /// Takes what has come until there are so many answers: the ticket and the field `did`, or the words of the refusal.
    private func answers(
        _ link: EngineLink, _ server: inout ControlServer, _ count: Int
    ) throws -> [(ticket: Int, words: String)] {
        var all: [(ticket: Int, words: String)] = []
        for _ in 0..<500 where all.count < count {
            // A long answer does not fit into the queue of the socket at once.
            try server.flush()
            for case .answer(let ticket, let answer) in try link.receive() {
                switch answer {
                case .success(let reply):
                    all.append((ticket, reply.items.map { $0.text("n") }.joined() + reply.fields.text("did")))
                case .failure(let failure): all.append((ticket, failure.words))
                }
            }
            usleep(2000)
        }
        return all
    }

    @Test("a second request of an address goes out at once, and each answer finds its own")
    func outOfOrder() throws {
        let path = folder.file("run/x.sock")
        var server = try ControlServer(engine: "x", path: path)
        let link = try EngineLink(engine: "x", path: path)
        for (ticket, what) in ["rec", "play", "loop", "rec"].enumerated() { try link.ask(try toggle(what), ticket: 10 + ticket) }
        try link.ask(try CommandTable.request(.recording(.stop)), ticket: 20)
        var held: [(ticket: Ticket, words: String)] = []
        for _ in 0..<500 where held.count < 5 {
            try server.serve { request, ticket in
                held.append((ticket, request.text(.what) ?? request.name))
                return nil
            }
            usleep(2000)
        }
        #expect(held.map(\.words) == ["rec", "play", "loop", "rec", "stop"])
        #expect(link.tickets == [10, 11, 12, 13, 20])
        // The newest first; one is refused, one has items, which come in packets of their own.
        for (index, item) in held.enumerated().reversed() {
            let items = (0..<(index == 2 ? 3000 : 0)).map { _ in ["n": .text("1")] as Fields }
            let reply = Reply(["did": .text("\(item.words) \(index)")], items: items)
            try server.answer(item.ticket, index == 1 ? .failure(Failure(.refused, "no \(index)")) : .success(reply))
        }
        let all = try answers(link, &server, 5)
        #expect(all.map(\.ticket).sorted() == [10, 11, 12, 13, 20] && link.tickets.isEmpty)
        let words = Dictionary(all.map { ($0.ticket, $0.words) }) { first, _ in first }
        #expect(words[10] == "rec 0" && words[11] == "no 1" && words[13] == "rec 3" && words[20] == "stop 4")
        #expect(words[12]?.hasSuffix("loop 2") == true && words[12]?.count == 3006)
        try server.close()
    }

    @Test("a request that cannot be sent leaves nothing behind")
    func unsendable() throws {
        let path = folder.file("run/x.sock")
        var server = try ControlServer(engine: "x", path: path)
        let link = try EngineLink(engine: "x", path: path)
        let long = try CommandTable.request(.marker(.mark), [.name: .text(String(repeating: "x", count: 1 << 20))])
        #expect(throws: ControlError.self) { try link.ask(long, ticket: 1) }
        #expect(link.tickets.isEmpty && link.deadline == nil)
        try server.close()
    }

    @Test("a number stands in the answer of each kind, of a pattern too, and a wrong one is refused")
    func numbers() throws {
        let path = folder.file("run/x.sock")
        var server = try ControlServer(engine: "x", path: path)
        var client = try RawClient(to: path)
        func ask(_ address: String, _ arguments: [OSCArgument]) throws -> [OSCMessage] {
            try client.send(address, arguments)
            try server.serve { _, _ in .success(Reply(["a": .int(1)], items: [["b": .int(2)]])) }
            var found: [OSCMessage] = []
            while case let next = try client.receive(), !next.isEmpty { found += next }
            return found
        }
        let tail: [OSCArgument] = [.string("ticket"), .int32(7)]
        let found = try ask("/dicta/{pause,status}", [.string("--ticket"), .int32(7)])
        #expect(found.count == 4 && found.allSatisfy { $0.arguments.suffix(2).elementsEqual(tail) }, "\(found)")
        let refused = try ask("/dicta/nothing", [.string("--ticket"), .int32(7)])
        #expect(refused.first?.path == "/error" && refused.first?.arguments.count == 5, "\(refused)")
        let wrong = try ask("/dicta/status", [.string("--ticket"), .string("x")])
        #expect(wrong.first?.path == "/error" && wrong.first?.arguments.count == 3, "\(wrong)")
        try server.close()
    }
}
