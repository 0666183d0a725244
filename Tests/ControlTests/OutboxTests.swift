// Tests of waiting answers, with a clock of the test.
import System
import Testing

@testable import Control

@Suite("Outbox: who does not read loses its answers, and nobody else")
struct OutboxTests {
    private let one = Sender(address: SocketAddress(bytes: [1, 0, 1]))
    private let two = Sender(address: SocketAddress(bytes: [1, 0, 2]))

    @Test("keeps the order of each sender, and does not let one hold up another")
    func order() {
        var outbox = Outbox()
        for number in 0..<4 {
            #expect(outbox.keep([UInt8(number)], for: number.isMultiple(of: 2) ? one : two, now: 0) == 0)
        }
        var sent: [UInt8] = []
        let dropped = outbox.flush(now: 1) { sender, bytes in
            guard sender == two else { return false }
            sent += bytes
            return true
        }
        #expect(dropped == 0)
        #expect(sent == [1, 3])
        #expect(outbox.holds(for: one) && !outbox.holds(for: two))
        let rest = outbox.flush(now: 2) { _, bytes in
            sent += bytes
            return true
        }
        #expect(rest == 0)
        #expect(sent == [1, 3, 0, 2])
        #expect(outbox.isEmpty)
    }

    @Test("tries a full sender once a flush")
    func tries() {
        var outbox = Outbox()
        for _ in 0..<5 { _ = outbox.keep([1], for: one, now: 0) }
        var tries = 0
        _ = outbox.flush(now: 1) { _, _ in
            tries += 1
            return false
        }
        #expect(tries == 1)
    }

    @Test("drops a sender that reads nothing for too long, and keeps the others")
    func late() {
        var outbox = Outbox()
        _ = outbox.keep([1], for: one, now: 0)
        _ = outbox.keep([1], for: one, now: ControlLimits.waitingTime)
        _ = outbox.keep([2], for: two, now: ControlLimits.waitingTime)
        #expect(outbox.flush(now: ControlLimits.waitingTime) { _, _ in false } == 0)
        #expect(outbox.flush(now: ControlLimits.waitingTime + 1) { _, _ in false } == 2)
        #expect(!outbox.holds(for: one) && outbox.holds(for: two))
    }

    @Test("keeps the answers of a receiver that reads slowly, however long the last one waits")
    func slow() {
        var outbox = Outbox()
        for number in 0..<5 { _ = outbox.keep([UInt8(number)], for: one, now: 0) }
        var sent: [UInt8] = []
        for round in 1...5 {
            var isFree = true
            let dropped = outbox.flush(now: UInt64(round) * ControlLimits.waitingTime) { _, bytes in
                defer { isFree = false }
                if isFree { sent += bytes }
                return isFree
            }
            #expect(dropped == 0)
        }
        #expect(sent == [0, 1, 2, 3, 4] && outbox.isEmpty)
    }

    @Test("is bounded in bytes")
    func bounded() {
        var outbox = Outbox()
        let packet = [UInt8](repeating: 0, count: 64 * 1024)
        var dropped = 0
        _ = outbox.keep([2], for: two, now: 0)
        for _ in 0..<(ControlLimits.waitingBytes / packet.count) { dropped += outbox.keep(packet, for: one, now: 0) }
        #expect(dropped == ControlLimits.waitingBytes / packet.count)
        #expect(outbox.holds(for: two) && !outbox.holds(for: one))
    }

    @Test("past the limit, the receiver that fills it loses its answers, and not the one whose answer came last")
    func filled() {
        var outbox = Outbox()
        let packet = [UInt8](repeating: 0, count: 64 * 1024)
        let count = ControlLimits.waitingBytes / packet.count
        for _ in 0..<count { #expect(outbox.keep(packet, for: one, now: 0) == 0) }
        #expect(outbox.keep([2], for: two, now: 0) == count)
        #expect(outbox.holds(for: two) && !outbox.holds(for: one))
    }
}
