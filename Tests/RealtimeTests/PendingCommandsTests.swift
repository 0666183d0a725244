// Room: tests of Realtime.
import Rings
import Testing

@testable import Realtime

@Suite struct PendingCommandsTests {
    @Test func waitsForTheFrameAndKeepsTheOrderOfEquals() {
        let order = run([(.play, 500), (.gain, 100), (.pause, 500), (.resetPeaks, RealtimeCommand.atOnce)])
        #expect(order.map(\.id) == [4, 2, 1, 3])
    }

    /// What was sent before a cancel is forgotten, what comes with it is not.
    @Test func cancelIsForWhatCameBefore() {
        let order = run([(.play, 500), (.gain, 900), (.cancel, RealtimeCommand.atOnce), (.pause, 10), (.locate, 10)])
        #expect(order.map(\.id) == [4, 5, 2])
    }

    private func run(_ commands: [(RealtimeCommand.Kind, Int64)]) -> [RealtimeCommand] {
        let box = LinkBox()
        var pending = PendingCommands()
        for (index, command) in commands.enumerated() {
            box.send(RealtimeCommand(command.0, at: command.1, id: UInt32(index + 1)))
        }
        unsafe pending.receive(from: box.pointer.pointee)
        var order: [RealtimeCommand] = []
        while pending.nextFrame(before: 1000) != nil { order.append(pending.removeFirst()) }
        return order
    }
}
