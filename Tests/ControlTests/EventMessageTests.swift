// Tests of events as messages to subscribers, with a clock of the test (C12).
import Dictation
import System
import Testing

@testable import Control

@Suite("Events as messages: once, at once, whatever the rate (C12)")
struct EventMessageTests {
    private let one = Sender(address: SocketAddress(bytes: [1, 0, 1]))
    private let two = Sender(address: SocketAddress(bytes: [1, 0, 2]))

    /// The events that the senders got.
    private func told(
        _ subscriptions: inout Subscriptions, at seconds: UInt64 = 1, _ delivery: Delivery = .sent
    ) throws -> [(Sender, EventMessage)] {
        var got: [(Sender, EventMessage)] = []
        try subscriptions.tell(.marker, ["name": .text("here"), "frames": .int(5)], now: seconds * 1_000_000_000) {
            sender, packet in
            if let message = try? OSCMessage(decoding: packet), let event = EventMessage(message) { got.append((sender, event)) }
            return delivery
        }
        return got
    }

    @Test("each subscriber of events gets each of them, also at a low rate; others get none")
    func all() throws {
        var subscriptions = Subscriptions()
        _ = try subscriptions.subscribe(one, to: "events", rate: 0.1, lease: 30, now: 0)
        _ = try subscriptions.subscribe(two, to: "meters", rate: 100, lease: 30, now: 0)
        for _ in 0..<3 {
            let got = try told(&subscriptions)
            #expect(got.map(\.0) == [one] && got.first?.1.event == "marker")
            #expect(got.first?.1.fields == ["name": .text("here"), "frames": .int(5)])
        }
        #expect(try subscriptions.subscribe(two, to: "*", rate: 1, lease: 30, now: 0).contains(.events))
        #expect(Set(try told(&subscriptions).map(\.0)) == [one, two])
        _ = try subscriptions.unsubscribe(two, from: "events")
        #expect(try told(&subscriptions).map(\.0) == [one])
    }

    @Test("a subscriber of events alone has no state, and the loop is not woken for it before its lease ends")
    func quiet() throws {
        var subscriptions = Subscriptions()
        _ = try subscriptions.subscribe(one, to: "events", rate: 100, lease: 30, now: 0)
        var reads = 0
        try subscriptions.publish(now: 1_000_000_000, isLive: { _ in nil }) { _ in
            reads += 1
            return [:]
        } send: { _, _ in
            .sent
        }
        #expect(reads == 0 && subscriptions.wake(isLive: { _ in nil }) == 30_000_000_000)
        #expect(try told(&subscriptions, at: 31).isEmpty, "the lease has ended")
    }

    @Test("a full queue loses the event, and a receiver that is gone loses its subscription")
    func lost() throws {
        var subscriptions = Subscriptions()
        _ = try subscriptions.subscribe(one, to: "events", rate: 1, lease: 30, now: 0)
        _ = try told(&subscriptions, .full)
        #expect(subscriptions.skipped == 1 && subscriptions.has(one))
        _ = try told(&subscriptions, .gone)
        #expect(!subscriptions.has(one))
    }

    @Test("a message of another kind is no event, and an event is no state")
    func kinds() {
        #expect(EventMessage(OSCMessage("/dicta/state/rate", [])) == nil)
        #expect(EventMessage(OSCMessage("/dicta/event/x", [.int32(1)])) == nil)
        #expect(StateMessage(OSCMessage("/dicta/event/marker", [])) == nil)
        #expect(EventMessage(OSCMessage("/dicta/event/newer", [.string("a"), .flag(true)]))?.fields == ["a": .flag(true)])
    }
}
