// First inputs of the fuzz targets for control messages. One thread; no I/O.
import Control
import Dictation

extension Surfaces {
    /// Valid messages of every command with named arguments and one per parameter, bundles, and both framings of a stream.
    static func packets() throws -> [(name: String, bytes: [UInt8])] {
        var packets: [(name: String, bytes: [UInt8])] = []
        for command in CommandTable.all where command.needsEngine {
            var arguments: [OSCArgument] = []
            for parameter in command.parameters {
                let number = OSCArgument.float(Float(parameter.limits?.lowerBound ?? 1))
                let value = parameter.type == .text ? OSCArgument.string(parameter.choices.first ?? "x") : number
                arguments += [.string(parameter.name), value]
                let branch = OSCMessage(command.address + "/" + parameter.name, [value])
                packets.append(("\(command.name)-\(parameter.name)", try branch.encode()))
            }
            packets.append((command.name, try OSCMessage(command.address, arguments).encode()))
        }
        let times: [OSCArgument] = [.string("end-10s"), .string("--until"), .string("@2"), .int64(7), .string("48000f")]
        packets.append(("odd", try OSCMessage("/dicta/locate", times).encode()))
        let kinds: [OSCArgument] = [.blob([1, 2]), .timeTag(5), .null, .impulse, .character(65), .midi(7), .symbol("s")]
        packets.append(("kinds", try OSCMessage("/dicta/rate", kinds).encode()))
        let some = packets.prefix(5).map(\.bytes)
        let bundle = OSCPacket.bundle([OSCPacket.bundle(some), some[0]], at: TimeTag(TimeTag.now.value + 3600 << 32))
        packets.append(("bundle", bundle))
        packets.append(("sized", (some + [bundle]).flatMap { [0, 0, UInt8($0.count >> 8), UInt8($0.count & 255)] + $0 }))
        packets.append(("slip", (some + [[0xdb, 0xdc, 0xdb, 0xdd]]).flatMap { [0xc0] + $0 + [0xc0] }))
        return packets
    }

    /// Keys, controllers, programs, machine control with several commands in one message, and lines of the key map.
    static var keys: [(name: String, bytes: [UInt8])] {
        let messages: [[UInt8]] = [
            [0x90, 1, 100], [0x80, 1, 64], [0x90, 2, 1], [0xb0, 3, 127], [0xb0, 3, 0], [0xc0, 5],
            [0xf0, 0x7f, 0x7f, 6, 2, 0xf7], [0xf0, 0x7f, 1, 6, 0x44, 6, 1, 0x61, 2, 3, 15, 0, 9, 0xf7],
            [0xf0, 0x7f, 1, 6, 0x0a, 0x42, 1, 9, 3, 0xf7],
        ]
        let lines = [
            "note 1 60 press: rec --name \"with the mayor\" --preroll 2s", "cc 16 127 toggle: rec | stop --what rec",
            "program 3 0 press: rate 0.8", "cc 1 64 hold: cue on | cue off", "locate @chorus",
        ]
        return [
            ("messages", messages.flatMap { [UInt8($0.count)] + $0 }),
            ("lines", lines.flatMap { [UInt8($0.utf8.count + 16)] + Array($0.utf8) }),
            ("both", [32] + Array("note 1 60 press:".utf8.prefix(16)) + [3, 0x90, 60, 9]),
        ]
    }
}
