// Tests of rings between two threads; run under ThreadSanitizer too, in debug and release.
import Dispatch
import Rings
import Testing

@Suite struct RingTests {
    @Test func keepsOrderAndRefusesWhenFull() {
        let ring = RingBox(capacity: 3)
        #expect(ring.pop() == nil)
        for value in 1...3 { #expect(ring.push(value)) }
        #expect(!ring.push(4))
        #expect(ring.writableCount == 0)
        #expect(ring.pop() == 1)
        #expect(ring.push(4))
        #expect([ring.pop(), ring.pop(), ring.pop(), ring.pop()] == [2, 3, 4, nil])
    }

    @Test func writesAcrossTheSeamAndKeepsHistory() {
        let box = RingBox(capacity: 7)
        var next = 0
        var wrong = 0
        for step in 0..<50 {
            let count = 1 + step % 5
            let base = next
            box.ring.write(count) { base + $0 }
            next += count
            // Each element between tail and head can be read.
            for position in box.ring.readPosition..<box.ring.publishedPosition {
                if box.ring[position] != position { wrong += 1 }
            }
            box.ring.release(to: max(box.ring.readPosition, next - 2))
        }
        let first = unsafe box.ring.contiguous(from: box.ring.readPosition, count: 2).first
        let tail = box.ring.readPosition
        #expect(first == tail)
        #expect(wrong == 0)
    }

    /// A million elements pass between two threads, at capacities that reach every seam of the ring.
    @Test(arguments: [1, 2, 13, 1024]) func twoThreadsLoseNothing(capacity: Int) async {
        let box = RingBox(capacity: capacity)
        let total = capacity < 16 ? 2_000 * capacity : 200_000
        let producer = DispatchQueue(label: "producer")
        producer.async {
            var sent = 0
            while sent < total {
                let room = box.ring.writableCount
                if room > 1 {
                    let count = min(room, total - sent)
                    let base = sent
                    box.write(count, from: base)
                    sent += count
                } else if box.push(sent) {
                    sent += 1
                }
            }
        }
        var expected = 0
        var wrong = 0
        while expected < total {
            if let value = box.pop() {
                if value != expected { wrong += 1 }
                expected += 1
            }
        }
        producer.sync {}
        #expect(wrong == 0)
        #expect(box.pop() == nil)
    }
}

/// A ring that two threads can hold. The annotations of the callback specialise the generic ring in debug too, and only then
/// does ThreadSanitizer see its loads and stores (unspecialised they happen inside the runtime).
final class RingBox: Sendable {
    let ring: Ring<Int>

    init(capacity: Int) { ring = Ring(capacity: capacity, filledWith: 0) }

    @_noLocks @_noAllocation
    func pop() -> Int? { ring.pop() }

    @_noLocks @_noAllocation
    func push(_ value: Int) -> Bool { ring.push(value) }

    @_noLocks @_noAllocation
    func write(_ count: Int, from base: Int) { ring.write(count) { base + $0 } }

    var writableCount: Int { ring.writableCount }
}
