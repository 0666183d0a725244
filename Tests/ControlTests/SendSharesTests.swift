// Tests of the shares of the send buffer, with a clock and counts of the test.
import System
import Testing

@testable import Control

@Suite("SendShares: a client that reads nothing takes its share of the send buffer, and no more")
struct SendSharesTests {
    private let deaf = Sender(address: SocketAddress(bytes: [1, 0, 1]))
    private let reader = Sender(address: SocketAddress(bytes: [1, 0, 2]))
    private let millisecond: UInt64 = 1_000_000

    /// A socket whose buffer has 8000 bytes: 1000 for each receiver.
    private struct Line {
        var shares = SendShares(buffer: 8000)
        var unread: [Sender: Int] = [:]
        var sum: Int { unread.values.reduce(0, +) }

        /// Sends a packet of 100 bytes if that is allowed.
        mutating func send(to receiver: Sender, at now: UInt64) -> Bool {
            let before = sum
            guard shares.allows(receiver, sum: before, now: now) else { return false }
            unread[receiver, default: 0] += 100
            shares.note(receiver, bytes: 100, from: before, to: sum, now: now)
            return true
        }

        /// The receiver reads all its packets.
        mutating func read(_ receiver: Sender) { unread[receiver] = 0 }
    }

    /// A receiver that reads nothing gets its share, then a probe now and then. Another that reads all gets every packet but those
    /// of two windows.
    @Test func oneThatReadsNothing() {
        var line = Line()
        var lost = 0
        for round in 0..<UInt64(60_000) {
            let now = round * millisecond
            _ = line.send(to: deaf, at: now)
            if !line.send(to: reader, at: now) { lost += 1 }
            line.read(reader)
        }
        let taken = line.unread[deaf] ?? 0
        #expect((1000...2500).contains(taken), "\(taken) bytes")
        #expect(lost <= 1000, "\(lost) of 60000")
    }

    /// A receiver that reads late is not taken for one that reads nothing: it gets packets often enough to keep its answers. The
    /// other one does not gain by it.
    @Test(arguments: [20, 200, 400] as [UInt64]) func oneThatReadsLate(pause: UInt64) {
        var line = Line()
        var last: UInt64 = 0
        var longest: UInt64 = 0
        for now in (0..<UInt64(60_000)).map({ $0 * millisecond }) {
            _ = line.send(to: deaf, at: now)
            if now / millisecond % 50 == 0, line.send(to: reader, at: now) {
                longest = max(longest, now - last)
                last = now
            }
            if now / millisecond % pause == pause / 2 { line.read(reader) }
        }
        let taken = line.unread[deaf] ?? 0
        #expect((1000...2500).contains(taken), "\(taken) bytes")
        #expect(longest < ControlLimits.waitingTime, "\(longest / millisecond) ms")
    }

    /// After it has read, a receiver is like any other again.
    @Test func oneThatReadsAgain() {
        var line = Line()
        for round in 0..<UInt64(2000) { _ = line.send(to: deaf, at: round * millisecond) }
        let isFull = !line.send(to: deaf, at: 2_000 * millisecond)
        line.read(deaf)
        let sent = (0..<UInt64(10)).filter { line.send(to: deaf, at: (2_001 + $0) * millisecond) }
        #expect(isFull && sent.count == 10)
    }

    /// After it has read, a receiver is like any other again at once, also while another still reads nothing.
    @Test func oneThatReadsAgainBesideOneThatDoesNot() {
        var line = Line()
        for round in 0..<UInt64(5000) {
            _ = line.send(to: deaf, at: round * millisecond)
            _ = line.send(to: reader, at: round * millisecond)
        }
        line.read(reader)
        let sent = (0..<UInt64(10)).filter { line.send(to: reader, at: (5_001 + $0) * millisecond) }
        #expect(sent.count == 10)
    }

    /// Eight receivers that read nothing are needed to fill the buffer.
    @Test func manyThatReadNothing() {
        var line = Line()
        let all = (3..<10).map { Sender(address: SocketAddress(bytes: [1, 0, UInt8($0)])) }
        for round in 0..<UInt64(5000) { for one in all { _ = line.send(to: one, at: round * millisecond) } }
        #expect(line.sum < 8000 + 7 * 1000, "\(line.sum) bytes")
        #expect(all.allSatisfy { line.unread[$0] ?? 0 < 2000 })
    }
}
