// Tests of splitting a TCP stream into packets, without sockets.
import System
import TestSupport
import Testing

@testable import Control

@Suite("TCP framing: sizes in front and SLIP, told apart by the first byte (C1)")
struct StreamReaderTests {
    private func sized(_ packet: [UInt8]) -> [UInt8] { UInt32(packet.count).bytes(.big) + packet }

    private func all(_ bytes: [UInt8], piece: Int) -> [StreamReader.Item] {
        var reader = StreamReader()
        var items: [StreamReader.Item] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            reader.add(bytes[start..<min(bytes.count, start + piece)])
            while let item = reader.take() { items.append(item) }
        }
        return items
    }

    private let packets: [[UInt8]] = [
        Array("/a\0\0,\0\0\0".utf8), [0xc0, 0xdb, 0xdc, 0xdd], Array(repeating: 0xc0, count: 40), Array("#bundle\0".utf8),
    ]

    @Test("both framings, in pieces of any size", arguments: [1, 2, 3, 7, 64, 100_000])
    func pieces(piece: Int) {
        let wanted = packets.map { StreamReader.Item.packet($0) }
        #expect(all(packets.flatMap(sized), piece: piece) == wanted)
        var slip = StreamReader()
        slip.add([StreamReader.end])
        #expect(slip.framing == .slip)
        #expect(all(packets.flatMap { slip.framed($0) }, piece: piece) == wanted)
        // One END between two packets is enough, and the first may be missing.
        #expect(all(Array("/a\0\0".utf8) + [0xc0] + Array("/b\0\0".utf8) + [0xc0], piece: piece).count == 2)
    }

    @Test("long streams stay in bounds, and come whole")
    func long() {
        var reader = StreamReader()
        let packet = [UInt8](repeating: 0x2f, count: 1000)
        var count = 0
        for _ in 0..<2000 {
            reader.add(sized(packet)[...])
            while case .packet(let found)? = reader.take() { count += found == packet ? 1 : 0 }
        }
        #expect(count == 2000)
    }

    @Test("too large: of SLIP the rest is read on, of sizes not; what is no OSC is told so")
    func refusals() {
        let large = ControlLimits.packet + 4
        #expect(all(sized([UInt8](repeating: 1, count: large)), piece: 4096).first == .tooLarge(large))
        let slip = [0xc0] + [UInt8](repeating: 0x2f, count: large) + [0xc0] + Array("/b\0\0".utf8) + [0xc0]
        let items = all(slip, piece: 5000)
        #expect(items.count == 2 && items.last == .packet(Array("/b\0\0".utf8)))
        #expect(items.first == .tooLarge(ControlLimits.packet + 1))
        #expect(all(Array("GET / HTTP/1.1\r\n".utf8), piece: 100) == [.garbage])
        #expect(all([], piece: 1).isEmpty)
    }

    @Test("no bytes crash it, or make more packets than there were bytes")
    func random() {
        var generator = Mutator(Dice())
        for _ in 0..<2000 {
            let bytes = (0..<generator.random(300)).map { _ in
                [0, 0, 0xc0, 0xdb, 0x2f, UInt8(generator.random(256))][generator.random(6)]
            }
            #expect(all(bytes, piece: 1 + generator.random(50)).count <= bytes.count)
        }
    }
}
