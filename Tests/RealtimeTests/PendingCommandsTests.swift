// Tests of commands that wait for their frame.
import Rings
import Testing

@testable import Realtime

@Suite struct PendingCommandsTests {
    @Test func waitsForTheFrameAndKeepsTheOrderOfEquals() {
        let order = run([(.play, 500), (.gain, 100), (.pause, 500), (.resetPeaks, RealtimeCommand.atOnce)])
        #expect(order.map(\.id) == [4, 2, 1, 3])
    }

    /// A cancel drops the commands before it and keeps those after it.
    @Test func cancelIsForWhatCameBefore() {
        let order = run([(.play, 500), (.gain, 900), (.cancel, RealtimeCommand.atOnce), (.pause, 10), (.locate, 10)])
        #expect(order.map(\.id) == [4, 5, 2])
    }

    /// The largest number of commands waits, and hundreds of immediate ones pass them within a period: none stays in the ring
    /// (no. 10).
    @Test func commandsForFarFramesDoNotHoldUpThoseThatHoldAtOnce() {
        let box = LinkBox()
        var pending = PendingCommands()
        let most = RealtimeLink.mostHeld
        for index in 0..<most { box.send(RealtimeCommand(.play, at: 1_000_000, id: UInt32(index + 1))) }
        for index in 0..<200 { box.send(RealtimeCommand(.gain, id: UInt32(1000 + index))) }
        var done: [UInt32] = []
        unsafe pending.receive(from: box.pointer.pointee, at: 0)
        while pending.nextFrame(before: 1) != nil {
            done.append(pending.removeFirst().id)
            unsafe box.pointer.pointee.finishCommands(1)
            unsafe pending.receive(from: box.pointer.pointee, at: 0)
        }
        #expect(done == (0..<200).map { UInt32(1000 + $0) })
        #expect(unsafe box.pointer.pointee.unfinishedCommands == most)
        box.send(RealtimeCommand(.cancel))
        unsafe pending.receive(from: box.pointer.pointee, at: 0)
        #expect(unsafe box.pointer.pointee.unfinishedCommands == 0)
    }

    /// Each command that a cancel drops is reported with its number and the first frame of the period, and no other command.
    @Test func cancelledCommandsAreReported() {
        let box = LinkBox()
        var pending = PendingCommands()
        let commands: [(RealtimeCommand.Kind, Int64)] = [
            (.play, 500), (.locate, RealtimeCommand.atOnce), (.gain, 900), (.pause, 800), (.cancel, RealtimeCommand.atOnce),
            (.pause, 700),
        ]
        for (index, command) in commands.enumerated() {
            box.send(RealtimeCommand(command.0, at: command.1, id: UInt32(index + 1)))
        }
        box.send(RealtimeCommand(.pause, at: 600))
        box.send(RealtimeCommand(.cancel))
        unsafe pending.receive(from: box.pointer.pointee, at: 256)
        var events: [RealtimeEvent] = []
        while let event = unsafe box.pointer.pointee.events.pop() { events.append(event) }
        #expect(events.map(\.id) == [1, 4, 6])
        #expect(events.allSatisfy { $0.kind == .cancelled && $0.frame == 256 })
    }

    private func run(_ commands: [(RealtimeCommand.Kind, Int64)]) -> [RealtimeCommand] {
        let box = LinkBox()
        var pending = PendingCommands()
        for (index, command) in commands.enumerated() {
            box.send(RealtimeCommand(command.0, at: command.1, id: UInt32(index + 1)))
        }
        unsafe pending.receive(from: box.pointer.pointee, at: 0)
        var order: [RealtimeCommand] = []
        while pending.nextFrame(before: 1000) != nil { order.append(pending.removeFirst()) }
        return order
    }
}
