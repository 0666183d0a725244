// Tests of encoding and decoding OSC, without sockets.
import Dictation
import TestSupport
import Testing

@testable import Control

@Suite("OSC: messages and bundles, right and wrong")
struct OSCCodecTests {
    static let samples: [OSCMessage] = [
        OSCMessage("/dicta/ping"),
        OSCMessage("/dicta/rec", [.string("name"), .string("Grüße 日本"), .string("preroll"), .string("2s")]),
        OSCMessage("/a", [.int32(-5), .int64(.min), .float(1.5), .double(-.infinity), .flag(true), .flag(false)]),
        OSCMessage("/b/c", [.blob([1, 2, 3]), .blob([9]), .symbol("s"), .null, .impulse, .character(65)]),
        OSCMessage("/time", [.timeTag(0x0123_4567_89ab_cdef), .midi(0x90_3c_7f_01), .string("")]),
    ]

    @Test("every type comes back as it went", arguments: samples)
    func roundTrip(message: OSCMessage) throws {
        let packet = try message.encode()
        #expect(packet.count.isMultiple(of: 4))
        #expect(try OSCMessage(decoding: packet) == message)
        #expect(try OSCPacket.decode(packet) == [message])
    }

    @Test("the bytes are those of the standard")
    func bytes() throws {
        let packet = try OSCMessage("/a", [.int32(1), .string("x"), .double(1)]).encode()
        let wanted: [UInt8] =
            Array("/a\0\0,isd\0\0\0\0".utf8) + [0, 0, 0, 1] + Array("x\0\0\0".utf8) + [0x3f, 0xf0, 0, 0, 0, 0, 0, 0]
        #expect(packet == wanted)
    }

    @Test("every truncation is an error", arguments: samples)
    func truncations(message: OSCMessage) throws {
        let packet = try message.encode()
        for count in 0..<packet.count {
            #expect(throws: ControlError.self, "\(count) of \(packet.count)") {
                try OSCPacket.decode(Array(packet.prefix(count)))
            }
        }
        for extra in 1...9 {
            #expect(throws: ControlError.self) { try OSCPacket.decode(packet + Array(repeating: 0, count: extra)) }
        }
    }

    @Test("every truncation of a bundle is an error, but the one between its elements")
    func bundleTruncations() throws {
        let packets = try Self.samples.map { message throws in try message.encode() }
        let bundle = OSCPacket.bundle(packets)
        #expect(try OSCPacket.decode(bundle) == Self.samples)
        var borders = [16]
        for packet in packets { borders.append(borders[borders.count - 1] + 4 + packet.count) }
        for count in 0..<bundle.count where !borders.contains(count) {
            #expect(throws: ControlError.self, "\(count)") { try OSCPacket.decode(Array(bundle.prefix(count))) }
        }
    }

    @Test("no change of bytes crashes or gets past the limits")
    func mutations() throws {
        var dice = Dice()
        func random(_ limit: Int) -> Int { dice.next(below: limit) }
        let packets = try Self.samples.map { message throws in try message.encode() }
        let seeds = packets + [OSCPacket.bundle(packets), OSCPacket.bundle([OSCPacket.bundle(packets)])]
        var read = 0
        for _ in 0..<30_000 {
            var packet = seeds[random(seeds.count)]
            for _ in 0...random(4) { packet[random(packet.count)] = UInt8(random(256)) }
            if random(3) == 0 { packet.removeLast(random(packet.count)) }
            do throws(ControlError) {
                for message in try OSCPacket.decode(packet) {
                    // The comparison is by bytes: a combining mark after the slash makes one character of both.
                    #expect(message.path.utf8.first == UInt8(ascii: "/"))
                    read += 1
                }
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
        #expect(read > 1000, "the changes must leave some packets readable, else nothing was tried")
    }

    @Test("what is no message is refused, with words")
    func refusals() throws {
        let bad: [[UInt8]] = [
            [], [0], Array("hello".utf8), Array("dicta\0\0\0,\0\0\0".utf8), Array("/a\0\0".utf8), Array("/a\0\0x\0\0\0".utf8),
            Array("/a\0\0,q\0\0".utf8), Array("/a\0\0,i\0\0".utf8), [0x2f, 0xff, 0, 0, 0x2c, 0, 0, 0],
            Array("/a\0\0,s\0\0".utf8) + [0xff, 0xfe, 0, 0], Array("/a\0\0,b\0\0".utf8) + [0xff, 0xff, 0xff, 0xff],
            Array("/a\0\0,b\0\0".utf8) + [0x7f, 0xff, 0xff, 0xfc, 0, 0, 0, 0],
        ]
        for packet in bad {
            let error = try #require(throws: ControlError.self, "\(packet)") { try OSCPacket.decode(packet) }
            guard case .malformed = error else {
                Issue.record("\(packet): \(error)")
                continue
            }
            #expect(error.code == .usage)
        }
    }

    @Test("sizes beyond the limit are refused both ways")
    func oversized() throws {
        let large = ControlLimits.packet + 4
        #expect(throws: ControlError.tooLarge(bytes: large)) { try OSCPacket.decode([UInt8](repeating: 0x2f, count: large)) }
        let text = String(repeating: "x", count: ControlLimits.packet)
        #expect(throws: ControlError.self) { try OSCMessage("/a", [.string(text)]).encode() }
        // Lengths just past the limit, of texts and blobs: for some, liblo writes past its buffer, as AddressSanitizer shows.
        for length in ControlLimits.packet...ControlLimits.packet + 12 {
            let arguments = [
                OSCArgument.string(String(repeating: "x", count: length)), .blob([UInt8](repeating: 1, count: length)),
            ]
            for argument in arguments {
                #expect(throws: ControlError.tooLarge(bytes: argument.encodedSize)) { try OSCMessage("/a", [argument]).encode() }
            }
        }
        let fits = OSCMessage("/a", [.string(String(text.dropLast(16)))])
        #expect(try OSCMessage(decoding: fits.encode()) == fits)
    }

    @Test("texts that C would cut, addresses without a slash and blobs of nothing are not sent")
    func unencodable() {
        let cut = [OSCMessage("/a", [.string("a\0b")]), OSCMessage("/a", [.blob([])])]
        for message in cut + ["/a\0b", "a", ""].map({ OSCMessage($0) }) {
            #expect(throws: ControlError.self) { try message.encode() }
        }
    }

    @Test("a bundle runs now or when its time has passed, later when that is to come, and is refused for more than a day")
    func bundleTimes() throws {
        let ping = try OSCMessage("/dicta/ping").encode()
        var bundle = OSCPacket.bundle([ping, ping])
        #expect(try OSCPacket.decode(bundle).count == 2)
        bundle.replaceSubrange(8..<16, with: [0x80, 0, 0, 0, 0, 0, 0, 0])
        #expect(try OSCPacket.timed(bundle).map(\.time) == [nil, nil], "1968 has passed")
        let soon = TimeTag(TimeTag.now.value + 5 << 32)
        let later = TimeTag(soon.value + 5 << 32)
        let inner = OSCPacket.bundle([ping], at: later)
        let early = OSCPacket.bundle([ping], at: TimeTag(soon.value - 1 << 32))
        let timed = try OSCPacket.timed(OSCPacket.bundle([ping, inner, early, OSCPacket.bundle([ping])], at: soon))
        #expect(timed.map(\.time) == [soon, later, soon, soon], "nothing comes before the bundle that it is in")
        #expect(later.seconds(since: soon) == 5 && soon.seconds(since: later) == -5)
        bundle.replaceSubrange(8..<16, with: [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])
        #expect(throws: ControlError.futureBundle) { try OSCPacket.decode(bundle) }
        #expect(try OSCPacket.decode(OSCPacket.bundle([])).isEmpty)
    }

    @Test("bundles in bundles keep their order, and have a floor")
    func nesting() throws {
        let (a, b, c) = (OSCMessage("/a"), OSCMessage("/b"), OSCMessage("/c"))
        let inner = OSCPacket.bundle([try b.encode()])
        #expect(try OSCPacket.decode(OSCPacket.bundle([try a.encode(), inner, try c.encode()])) == [a, b, c])
        var deep = try a.encode()
        for _ in 0..<ControlLimits.bundleDepth { deep = OSCPacket.bundle([deep]) }
        #expect(try OSCPacket.decode(deep) == [a])
        #expect(throws: ControlError.self) { try OSCPacket.decode(OSCPacket.bundle([deep])) }
    }

    @Test("a request survives the way over the wire, times in frames and silence included")
    func requests() throws {
        let rec = try CommandTable.command(named: "rec").check(arguments: [
            .text("name"), .text("x"), .text("preroll"), .text("4800f"), .text("for"), .text("1h"), .text("wait"), .flag(true),
        ])
        let gain = try CommandTable.command(named: "gain").check(arguments: [.text("left"), .text("-inf")])
        let play = try CommandTable.command(named: "play").check(arguments: [.text("name")])
        for request in [rec, gain, play] {
            let message = try OSCMessage(decoding: request.message.encode())
            #expect(try request.command.check(arguments: message.arguments.map { try #require($0.value) }) == request)
        }
    }
}
