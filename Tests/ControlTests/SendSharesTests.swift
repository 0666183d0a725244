// Tests of the shares of the send buffer, with a clock and counts of the test.
import System
import Testing

@testable import Control

@Suite("SendShares: a client that reads nothing takes its share of the send buffer, and no more")
struct SendSharesTests {
    private static func client(_ number: UInt8) -> Sender { Sender(address: SocketAddress(bytes: [1, 0, number])) }
    private let deaf = client(1)
    private let reader = client(2)
    private let millisecond: UInt64 = 1_000_000

    /// A socket whose buffer has 8000 bytes: 2000 for each receiver.
    private struct Line {
        var shares = SendShares(buffer: 8000)
        var unread: [Sender: Int] = [:]
        /// The time of the last packet of each receiver, and the longest time without one.
        var last: [Sender: UInt64] = [:]
        var longest: [Sender: UInt64] = [:]
        var sum: Int { unread.values.reduce(0, +) }

        /// Sends a packet if that is allowed and the buffer has room.
        mutating func send(_ bytes: Int = 100, to receiver: Sender, at now: UInt64) -> Bool {
            let before = sum
            guard shares.allows(receiver, bytes: bytes, sum: before, now: now), before + bytes <= 8000 else { return false }
            unread[receiver, default: 0] += bytes
            shares.note(receiver, bytes: bytes, from: before, to: sum, now: now)
            longest[receiver] = max(longest[receiver] ?? 0, now - (last[receiver] ?? 0))
            last[receiver] = now
            return true
        }

        /// The receiver reads all its packets.
        mutating func read(_ receiver: Sender) { unread[receiver] = 0 }

        /// True when a client that has not been there before gets an answer.
        mutating func answersANewClient(at now: UInt64) -> Bool { send(to: client(255), at: now) }
    }

    /// A receiver that reads nothing gets its share, then a probe now and then, at any rate and size of packets. Another that
    /// reads gets its packets, first or last in a burst, and also when it reads late.
    @Test(
        arguments: [
            // Milliseconds between the packets of the deaf one and of the reader, and between two times of reading.
            (1, 1, 1), (20, 20, 10), (20, 20, 50), (250, 20, 10), (20, 250, 10), (1, 50, 200), (1, 50, 400), (250, 50, 200),
        ] as [(UInt64, UInt64, UInt64)], [100, 450])
    func oneThatReadsNothing(_ every: (deaf: UInt64, reader: UInt64, reads: UInt64), bytes: Int) {
        for readerIsFirst in [true, false] {
            var line = Line()
            for time in 1...UInt64(40_000) {
                let now = time * millisecond
                if readerIsFirst, time % every.reader == 0 { _ = line.send(to: reader, at: now) }
                if time % every.deaf == 0 { _ = line.send(bytes, to: deaf, at: now) }
                if !readerIsFirst, time % every.reader == 0 { _ = line.send(to: reader, at: now) }
                if time % every.reads == every.reads / 2 { line.read(reader) }
            }
            let taken = line.unread[deaf] ?? 0
            #expect((500...4500).contains(taken), "\(taken) bytes")
            let longest = line.longest[reader] ?? 0
            #expect(longest < ControlLimits.waitingTime, "\(longest / millisecond) ms")
            let isAnswered = line.answersANewClient(at: 40_001 * millisecond)
            #expect(isAnswered)
        }
    }

    /// After it has read, a receiver is like any other again at once.
    @Test func oneThatReadsAgain() {
        var line = Line()
        for time in 0..<UInt64(2000) { _ = line.send(to: deaf, at: time * millisecond) }
        let isFull = !line.send(to: deaf, at: 2_000 * millisecond)
        line.read(deaf)
        let sent = (0..<UInt64(10)).filter { line.send(to: deaf, at: (2_001 + $0) * millisecond) }
        #expect(isFull && sent.count == 10)
    }

    /// After it has read, a receiver is like any other again, also while another still reads nothing.
    @Test func oneThatReadsAgainBesideOneThatDoesNot() {
        var line = Line()
        for time in 0..<UInt64(5000) {
            _ = line.send(to: deaf, at: time * millisecond)
            _ = line.send(to: reader, at: time * millisecond)
        }
        let sent = (0..<UInt64(10)).filter { time in
            line.read(reader)
            return line.send(to: reader, at: (5_001 + time) * millisecond)
        }
        #expect(sent.count == 10)
    }

    /// Sixteen receivers may read nothing, and a new client gets its answers.
    @Test(arguments: [3, 8, 16]) func manyThatReadNothing(count: UInt8) {
        var line = Line()
        for time in 0..<UInt64(40_000) where time % 20 == 0 {
            for number in 0..<count { _ = line.send(to: Self.client(number), at: time * millisecond) }
        }
        let isAnswered = line.answersANewClient(at: 40_001 * millisecond)
        #expect(isAnswered, "\(line.sum) bytes")
        #expect((0..<count).allSatisfy { line.unread[Self.client($0)] ?? 0 <= 4000 })
    }
}
