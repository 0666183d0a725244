// Tests of subscriptions, with a clock and sockets of the test.
import Dictation
import System
import Testing

@testable import Control

@Suite("Subscriptions: on change, at the rate, never a queue (C3)")
struct SubscriptionsTests {
    private let one = Sender(address: SocketAddress(bytes: [1, 0, 1]))
    private let two = Sender(address: SocketAddress(bytes: [1, 0, 2]))
    fileprivate static let millisecond: UInt64 = 1_000_000

    @Test(
        "no lease and no rate ends the engine (issue 12 no. 5)", arguments: [1e300, .infinity, .nan, -1, 0, 192_153_584_101_141])
    func anyLease(number: Double) throws {
        var subscriptions = Subscriptions()
        for now in [0, UInt64.max / 2] {
            _ = try subscriptions.subscribe(one, to: "*", rate: number, lease: number, now: now)
        }
    }

    /// A state with one number in it.
    private final class World {
        var subscriptions = Subscriptions()
        var number: Int64 = 0
        var live: Set<Topic> = []
        /// Milliseconds until the state is worth another look.
        var pause: UInt64 = 0
        var delivery = Delivery.sent
        var sent: [(Sender, StateMessage)] = []
        var reads = 0

        func isLive(_ topic: Topic) -> UInt64? { live.contains(topic) ? pause * SubscriptionsTests.millisecond : nil }

        func run(at milliseconds: UInt64, news: Bool = false) throws {
            if news { subscriptions.noteNews() }
            try subscriptions.publish(now: milliseconds * SubscriptionsTests.millisecond, isLive: isLive) { topic in
                reads += 1
                return Fields(topic.fields.map { Field($0, .int(number)) })
            } send: { sender, packet in
                guard delivery == .sent, let message = try? OSCMessage(decoding: packet), let state = StateMessage(message) else {
                    return delivery
                }
                sent.append((sender, state))
                return .sent
            }
        }

        var wake: UInt64? { subscriptions.wake(isLive: isLive).map { $0 / SubscriptionsTests.millisecond } }

        func take() -> [(Sender, StateMessage)] {
            defer { sent = [] }
            return sent
        }
    }

    @Test("first all that was asked for, in the order of the table, then what changes")
    func snapshot() throws {
        let world = World()
        _ = try world.subscriptions.subscribe(one, to: "*", rate: 100, lease: 30, now: 0)
        try world.run(at: 1000)
        let first = world.take()
        #expect(first.map(\.1.topic) == Topic.states.map(\.rawValue))
        #expect(first.map(\.1.fields.all.count) == Topic.states.map(\.fields.count))
        try world.run(at: 2000, news: true)
        #expect(world.take().isEmpty, "nothing changed")
        world.number = 1
        try world.run(at: 3000)
        #expect(world.take().isEmpty, "nobody said that anything happened")
        try world.run(at: 3010, news: true)
        #expect(world.take().count == Topic.states.count)
    }

    @Test("no more often than the rate, and then the newest only")
    func coalesced() throws {
        let world = World()
        world.live = [.meters]
        _ = try world.subscriptions.subscribe(one, to: "meters", rate: 10, lease: 3000, now: 0)
        _ = try world.subscriptions.subscribe(two, to: "meters", rate: 100, lease: 3000, now: 0)
        for time in 10_000..<12_000 {
            world.number += 1
            try world.run(at: UInt64(time), news: true)
        }
        let sent = world.take()
        #expect((20...21).contains(sent.filter { $0.0 == one }.count))
        #expect((199...201).contains(sent.filter { $0.0 == two }.count))
        #expect(world.reads <= 401, "a topic is read once a turn at most")
    }

    @Test("what changes as often as it is asked for, and not quite on time, comes as often")
    func beating() throws {
        let world = World()
        world.live = [.meters]
        _ = try world.subscriptions.subscribe(one, to: "meters", rate: 30, lease: 3000, now: 0)
        var changes = 0
        // Meters at 30 Hz, early or late by a period of JACK; the subscriptions run only when the loop would wake.
        for time in 10_000..<20_000 {
            while Double(changes) * 100 / 3 + Double(changes * 7 % 11) - 5 <= Double(time - 10_000) { changes += 1 }
            world.number = Int64(changes)
            if let wake = world.wake, wake <= time { try world.run(at: UInt64(time)) }
        }
        let count = world.take().count
        #expect((285...301).contains(count), "\(count) of \(changes)")
        #expect(world.reads < 1300, "\(world.reads)")
    }

    @Test("a rate of its own for each topic; the newest request counts")
    func rates() throws {
        let world = World()
        world.live = [.meters, .position]
        _ = try world.subscriptions.subscribe(one, to: "meters", rate: 100, lease: 3000, now: 0)
        _ = try world.subscriptions.subscribe(one, to: "position", rate: 5, lease: 3000, now: 0)
        for time in 1000..<2000 {
            world.number += 1
            try world.run(at: UInt64(time))
        }
        let counts = Dictionary(grouping: world.take(), by: \.1.topic).mapValues(\.count)
        #expect((99...101).contains(counts["meters"] ?? 0) && (5...6).contains(counts["position"] ?? 0))
    }

    @Test("who does not read gets the newest later, and nothing is kept")
    func full() throws {
        let world = World()
        _ = try world.subscriptions.subscribe(one, to: "rate", rate: 100, lease: 30, now: 0)
        try world.run(at: 1000)
        _ = world.take()
        world.delivery = .full
        for time in 0..<100 {
            world.number += 1
            try world.run(at: 1010 + UInt64(time) * 10, news: true)
        }
        #expect(world.subscriptions.skipped == 100)
        #expect(world.wake != nil, "it is tried again without news")
        world.delivery = .sent
        try world.run(at: 3000)
        #expect(world.take().map(\.1.fields.all.first?.value) == [.int(100)])
    }

    @Test("what is looked at seldom is still told at once when there is news")
    func seldom() throws {
        let world = World()
        (world.live, world.pause) = ([.transport], 1000)
        _ = try world.subscriptions.subscribe(one, to: "transport", rate: 50, lease: 30, now: 0)
        try world.run(at: 1500)
        #expect(world.take().count == 1 && world.wake == 2000)
        for (time, news, count) in [(1600, false, 0), (1700, true, 1), (1710, true, 0), (1720, false, 1), (2700, false, 1)] {
            world.number += 1
            try world.run(at: UInt64(time), news: news)
            #expect(world.take().count == count, "\(time)")
        }
    }

    @Test("gone, unsubscribed, and over")
    func ends() throws {
        let world = World()
        _ = try world.subscriptions.subscribe(one, to: "rate", rate: 100, lease: 5, now: 0)
        _ = try world.subscriptions.subscribe(two, to: "rate,loop", rate: 100, lease: 1, now: 0)
        #expect(try world.subscriptions.unsubscribe(two, from: "r*") == [.rate])
        try world.run(at: 10)
        #expect(world.take().map(\.1.topic).sorted() == ["loop", "rate"])
        #expect(world.wake == 1000, "when the first lease is over")
        try world.run(at: 1000)
        #expect(world.subscriptions.count == 1)
        world.delivery = .gone
        world.number = 1
        try world.run(at: 2000, news: true)
        #expect(world.subscriptions.isEmpty && world.wake == nil)
        #expect(try world.subscriptions.unsubscribe(one, from: "*").isEmpty)
    }

    @Test("a renewal keeps it alive and sends all once more")
    func renewal() throws {
        let world = World()
        for time: UInt64 in [0, 900, 1800] {
            _ = try world.subscriptions.subscribe(one, to: "rate", rate: 20, lease: 1, now: time * Self.millisecond)
            try world.run(at: time + 10)
        }
        #expect(world.take().count == 3)
        try world.run(at: 2799)
        #expect(!world.subscriptions.isEmpty)
        try world.run(at: 2805)
        #expect(world.subscriptions.isEmpty)
    }

    @Test("the loop is woken for what changes by itself, and not for what does not")
    func wakes() throws {
        let world = World()
        #expect(world.wake == nil)
        _ = try world.subscriptions.subscribe(one, to: "rate", rate: 100, lease: 30, now: 0)
        try world.run(at: 1000)
        #expect(world.wake == 30_000)
        world.live = [.meters]
        _ = try world.subscriptions.subscribe(one, to: "meters", rate: 50, lease: 30, now: 0)
        try world.run(at: 2000)
        #expect(world.wake == 2020)
    }

    @Test("there is a most of them, and a wrong topic changes nothing")
    func limits() throws {
        let world = World()
        for number in 0..<ControlLimits.subscribers {
            let sender = Sender(address: SocketAddress(bytes: [1, 0, UInt8(number >> 8), UInt8(number & 255)]))
            _ = try world.subscriptions.subscribe(sender, to: "rate", rate: 1, lease: 1, now: 0)
        }
        #expect(throws: ControlError.tooManySubscribers(most: ControlLimits.subscribers)) {
            _ = try world.subscriptions.subscribe(one, to: "rate", rate: 1, lease: 1, now: 0)
        }
        #expect(throws: ControlError.noTopic("x")) {
            _ = try world.subscriptions.subscribe(two, to: "x", rate: 1, lease: 1, now: 0)
        }
        #expect(world.subscriptions.count == ControlLimits.subscribers)
    }

    @Test("surfaces leave places for the owner, and a subscriber can always renew (C16, issue 39 no. 7)")
    func reserve() throws {
        let world = World()
        func surface(_ number: UInt64) -> Sender { Sender(address: SocketAddress(bytes: [1, 0, 1]), route: .tcp(number)) }
        for number in 0..<UInt64(ControlLimits.subscribersOfSurfaces) {
            _ = try world.subscriptions.subscribe(surface(number), to: "rate", rate: 1, lease: 1, now: 0)
        }
        #expect(throws: ControlError.tooManySubscribers(most: ControlLimits.subscribersOfSurfaces)) {
            _ = try world.subscriptions.subscribe(surface(.max), to: "rate", rate: 1, lease: 1, now: 0)
        }
        _ = try world.subscriptions.subscribe(surface(0), to: "gains", rate: 1, lease: 1, now: 0)
        for number in ControlLimits.subscribersOfSurfaces..<ControlLimits.subscribers {
            let sender = Sender(address: SocketAddress(bytes: [1, 0, UInt8(number >> 8), UInt8(number & 255)]))
            _ = try world.subscriptions.subscribe(sender, to: "rate", rate: 1, lease: 1, now: 0)
        }
    }

    @Test("a subscriber without the right to texts gets none in a topic, and all fields in their order (C18)")
    func withoutTexts() throws {
        var subscriptions = Subscriptions()
        _ = try subscriptions.subscribe(one, to: "transport,questions", rate: 100, lease: 30, now: 0, mayRead: false)
        _ = try subscriptions.subscribe(two, to: "transport,questions", rate: 100, lease: 30, now: 0)
        var error = "the disk of '/home/anna' is full"
        var sent: [Sender: [StateMessage]] = [:]
        func run(at now: UInt64) throws {
            subscriptions.noteNews()
            try subscriptions.publish(now: now * Self.millisecond, isLive: { _ in nil }) { topic in
                Fields(topic.fields.map { Field($0, .text($0 == "record_error" ? error : $0)) })
            } send: { sender, packet in
                if let message = try? OSCMessage(decoding: packet), let state = StateMessage(message) {
                    sent[sender, default: []].append(state)
                }
                return .sent
            }
        }
        try run(at: 1000)
        for (sender, isWhole) in [(one, false), (two, true)] {
            let states = try #require(sent[sender])
            #expect(states.map(\.topic) == ["transport", "questions"])
            #expect(states.map { $0.fields.all.map(\.key) } == [Topic.transport.fields, Topic.questions.fields])
            #expect(states[0].fields.text("record_error") == (isWhole ? error : ""))
            #expect(states[0].fields.text("record_name") == "record_name")
            #expect(states[1].fields.text("question_text") == (isWhole ? "question_text" : ""))
        }
        // A trouble without a path is no text of the user.
        error = "the server is gone"
        try run(at: 2000)
        #expect(sent[one]?.last?.fields.text("record_error") == error)
    }

    @Test("the ports of one host have one share of the places (C16)")
    func hosts() throws {
        var subscriptions = Subscriptions()
        func places(_ host: [UInt8], _ ports: Range<UInt16>, _ route: (UInt16) -> Sender.Route) -> Int {
            ports.count { port in
                let sender = Sender(address: InternetAddress(host: host, port: port).socketAddress, route: route(port))
                return (try? subscriptions.subscribe(sender, to: "rate", rate: 1, lease: 1, now: 0)) != nil
            }
        }
        let first = places([10, 0, 0, 1], 1..<500) { _ in .udp(0) } + places([10, 0, 0, 1], 500..<1000) { .tcp(UInt64($0)) }
        #expect(first < 400)
        #expect(places([10, 0, 0, 2], 1..<100) { _ in .udp(0) } == 99)
        // The addresses of one network of IPv6 are one host's.
        let six = (0..<250).map { UInt8($0) }.reduce(0) { sum, last in
            sum + places([0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, last, 0, 0, 0, 0, 0, 0, 1], 1..<3) { _ in .udp(1) }
        }
        #expect(six < 400)
    }
}
