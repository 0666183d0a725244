// Test of random packets to the control server, for ten seconds or as long as DICTA_SOAK says.
import Dictation
import Glibc
import System
import TestSupport
import Testing

@testable import Control

@Suite("The OSC entrance under random packets (C2)")
struct EntranceFuzzTests {
    private static var seconds: Double { unsafe getenv("DICTA_SOAK") != nil ? 600 : QuickRun.isOn ? 2 : 10 }

    /// Right packets of every command, by name, by place and in bundles, to be changed.
    private static func seeds() throws -> [[UInt8]] {
        var seeds: [[UInt8]] = []
        for command in CommandTable.all where command.needsEngine {
            seeds.append(try OSCMessage(command.address).encode())
            var arguments: [OSCArgument] = []
            for parameter in command.parameters {
                let number = OSCArgument.float(Float(parameter.limits?.lowerBound ?? 1))
                arguments.append(parameter.type == .text ? .string(parameter.choices.first ?? "x") : number)
                seeds.append(try OSCMessage(command.address, arguments).encode())
                seeds.append(try OSCMessage(command.address, [.string("--" + parameter.name), .string("1s")]).encode())
                seeds.append(try OSCMessage(command.address + "/" + parameter.name, [.int32(1)]).encode())
            }
        }
        let odd: [OSCArgument] = [.blob([1, 2]), .timeTag(5), .null, .impulse, .character(65), .midi(7)]
        seeds.append(try OSCMessage("/dicta/x", odd).encode())
        let some = Array(seeds.prefix(5))
        let later = TimeTag(TimeTag.now.value + 1 << 33)
        return seeds + [OSCPacket.bundle(some), OSCPacket.bundle([OSCPacket.bundle(some)], at: later)]
    }

    @Test("whatever comes is a request or a refusal, in a time that does not depend on what it is")
    func parser() throws {
        var mutator = Mutator(Dice())
        let seeds = try Self.seeds()
        let sender = Sender(address: SocketAddress(bytes: [1, 0, 1]))
        // The table is made at its first use, here, before the time counts.
        for seed in seeds { _ = RequestParser.parse(Packet(bytes: seed, sender: sender)) }
        let end = Moment.now.nanoseconds + UInt64(Self.seconds * 1e9)
        var (count, performed, slowest) = (0, 0, UInt64(0))
        // A busy machine needs longer for the least number of packets, here and below.
        while Moment.now.nanoseconds < end || count <= 500 {
            let packet = mutator.mutated(seeds[mutator.random(seeds.count)], with: seeds[mutator.random(seeds.count)])
            let start = Moment.now.nanoseconds
            for message in RequestParser.parse(Packet(bytes: packet, sender: sender)) {
                let ticket = message.ticket
                switch message.request {
                case .success(let request):
                    performed += 1
                    // An answer to a surface must be a well-formed message.
                    let again = try OSCMessage(decoding: try request.message.encode())
                    #expect(again.path == request.command.address && ticket.path.hasPrefix("/dicta/"))
                    if let text = request.text(.topics) { _ = try? Topics.named(text) }
                    if let url = request.text(.url) { _ = try? ReturnURL(url) }
                case .failure(let failure):
                    #expect(!failure.words.isEmpty && failure.words.utf8.count < 2000 + ticket.path.utf8.count)
                }
            }
            slowest = max(slowest, Moment.now.nanoseconds - start)
            count += 1
        }
        let words = "\(count) packets in \(Self.seconds) s, \(performed) requests in them, slowest \(slowest / 1000) us"
        print("MEASURED osc fuzz: \(words)")
        #expect(count > 500 && performed > count / 100)
    }

    @Test("the server lives through it over all its ways, and answers a right question after it")
    func server() throws {
        let folder = TempFolder()
        var server = try ControlServer(engine: "x", path: folder.file("x.sock"))
        try server.open(try NetworkOptions(udp: "0", tcp: "0", allow: nil))
        var mutator = Mutator(Dice())
        let seeds = try Self.seeds()
        let udp = try InternetClient(server.urls[1])
        var tcp = try InternetClient(server.urls[3])
        let end = Moment.now.nanoseconds + UInt64(Self.seconds * 1e9)
        var count = 0
        while Moment.now.nanoseconds < end || count <= 100 {
            let packet = mutator.mutated(seeds[mutator.random(seeds.count)], with: seeds[mutator.random(seeds.count)])
            _ = udp.sendRaw(packet)
            var framed = UInt32(packet.count).bytes(.big) + packet
            if mutator.random(2) == 0 { framed = mutator.mutated(framed, with: packet) }
            if tcp.isClosed { tcp = try InternetClient(server.urls[3]) }
            _ = tcp.sendRaw(framed)
            for _ in 0..<2 { try server.serve { _, _ in .success(Reply()) } }
            _ = try udp.receive()
            do { _ = try tcp.receive() } catch { continue }
            count += 1
        }
        let last = try InternetClient(server.urls[1])
        try last.sendMessage("/dicta/status")
        var answers: [OSCMessage] = []
        for _ in 0..<50 where answers.isEmpty {
            try server.serve { _, _ in .success(Reply()) }
            answers = try last.receive(within: 20)
        }
        #expect(answers.map(\.path) == ["/reply"])
        #expect(server.network.connections.count <= ControlLimits.connections && count > 100)
    }
}
