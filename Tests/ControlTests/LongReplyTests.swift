// Tests of answers with texts that no packet can hold: they come in parts (C2).
import Dictation
import TestSupport
import Testing

@testable import Control

@Suite struct LongReplyTests {
    private func roundTrip(_ reply: Reply, number: Int32? = nil) throws -> (Reply?, packets: [[UInt8]]) {
        let packets = try ControlServer.packets(of: .success(reply), to: "/dicta/info", number: number)
        var answers = Answers(to: "/dicta/info", number: number)
        var whole: Reply?
        for packet in packets {
            let messages = try Answers.messages(packet)
            #expect(whole == nil && answers.areAnswered(by: messages))
            whole = try answers.take(packet)
        }
        return (whole, packets)
    }

    @Test(arguments: [nil, 7] as [Int32?]) func longTextsComeWhole(number: Int32?) throws {
        let paths = (0..<5000).map { "/home/someone/Recordings/a recording with a name~\($0).wav" }
        let reply = Reply(
            ["name": .text("many"), "segment_paths": .list(paths), "frames": .int(5), "note": .text("short")],
            items: [
                ["name": .text("one"), "note": .text(String(repeating: "ä€😀\u{0301}", count: 30_000))],
                ["name": .text("two"), "note": .text("no line, no part")],
                ["name": .text(""), "note": .text(String(repeating: "\n", count: 200_000))],
            ])
        let (whole, packets) = try roundTrip(reply, number: number)
        #expect(whole == reply)
        // Every route takes them, UDP too.
        #expect(packets.allSatisfy { $0.count <= ControlLimits.bundle + 1000 })
        let parts = try packets.flatMap { try OSCPacket.decode($0) }.filter { $0.path == "/more" }.compactMap {
            message -> String? in
            if case .string(let text) = message.arguments[2], message.arguments[1] == .string("segment_paths") {
                text
            } else {
                nil
            }
        }
        #expect(parts.count > 10 && parts.dropLast().allSatisfy { $0.hasSuffix("\n") })
    }

    /// Many texts of medium length are together as long as one.
    @Test func manyTextsTogetherComeWhole() throws {
        var fields = Fields()
        for key in 0..<200 { fields.append("field.key\(key)", .text(String(repeating: "x", count: 4096))) }
        let (whole, packets) = try roundTrip(Reply(fields))
        #expect(whole == Reply(fields) && packets.allSatisfy { $0.count <= ControlLimits.bundle + 1000 })
    }

    @Test(arguments: 0..<50) func anyTextsComeWhole(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let letters = ["a", "\n", "é", "𝄞", " ", "\r\n", "\u{202e}"]
        func text() -> String {
            let piece = (0..<20).map { _ in letters.randomElement(using: &dice) ?? "" }.joined()
            return String(repeating: piece, count: dice.next(below: 6000))
        }
        func fields() -> Fields {
            Fields((0..<dice.next(below: 5)).map { Field("k\($0)", dice.next(below: 3) == 0 ? .int(Int64($0)) : .text(text())) })
        }
        let reply = Reply(fields(), items: (0..<dice.next(below: 4)).map { _ in fields() })
        #expect(try roundTrip(reply).0 == reply)
    }

    @Test func aPartThatCannotBeReadIsToldAsOne() throws {
        let odd = try OSCMessage("/more", [.string("/dicta/info"), .string("key"), .int32(1)]).encode()
        var answers = Answers(to: "/dicta/info")
        #expect(throws: ControlError.self) { try answers.take(odd) }
    }

    @Test func fieldsWithoutRoomAreLeftOutWhole() {
        let fields: Fields = [
            "name": .text("x"), "long": .text(String(repeating: "y", count: 900)), "number": .int(7),
            "longer": .text(String(repeating: "z", count: 2000)),
        ]
        #expect(fields.fitting(bytes: 5000).leftOut.isEmpty && fields.fitting(bytes: 5000).fields == fields)
        #expect(fields.fitting(bytes: 1000).leftOut == ["longer"])
        let least = fields.fitting(bytes: 20)
        #expect(least.leftOut == ["long", "longer"] && least.fields == ["name": .text("x"), "number": .int(7)])
        #expect(fields.fitting(bytes: 0).fields == [:])
    }
}
