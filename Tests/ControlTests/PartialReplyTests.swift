// Tests of answers about several things, some done and some refused: both are told (C2).
import Dictation
import Testing

@testable import Control

@Suite struct PartialReplyTests {
    private let partly = Reply(
        items: [["name": .text("a")], ["name": .text("b"), "error": .text("no")]], failure: Failure(.storage, "1 of 2 failed"))

    @Test func whatWasDoneComesBeforeTheError() throws {
        let packets = try ControlServer.packets(of: .success(partly), to: "/dicta/delete")
        let messages = try packets.flatMap { try OSCPacket.decode($0) }
        #expect(messages.map(\.path) == ["/item", "/item", "/error"])
        var answers = Answers(to: "/dicta/delete")
        var reply: Reply?
        for packet in packets { reply = try answers.take(packet) ?? reply }
        #expect(reply == partly)
    }

    /// The command may well have been carried out: an answer that cannot be read is no packet that the engine refused.
    @Test func anAnswerThatCannotBeReadIsToldAsOne() throws {
        let odd = try OSCMessage("/reply", [.string("/dicta/x"), .string("key")]).encode()
        let bare = try OSCMessage("/error", [.string("/dicta/x")]).encode()
        for packet in [odd, bare, Array("no OSC".utf8), Array(odd.dropLast(4))] {
            var answers = Answers(to: "/dicta/x")
            #expect {
                _ = try answers.take(packet)
            } throws: { error in
                "\(error)".hasPrefix("the engine's answer cannot be read") && (error as? ControlError)?.code == .broken
            }
        }
    }

    @Test func anErrorAloneIsARefusal() throws {
        var answers = Answers(to: "/dicta/delete")
        let packets = try ControlServer.packets(of: .failure(Failure(.storage, "no")), to: "/dicta/delete")
        #expect(throws: ControlError.refused(Failure(.storage, "no"))) { try answers.take(packets[0]) }
    }
}
