// Tests of the memory of connections that hold the engine up.
import Dictation
import System
import Testing

@testable import Engine

@Suite struct HeldPortsTests {
    private let left = PortConnection(port: "in_l", other: "room1:from_slave_1")
    private let right = PortConnection(port: "in_r", other: "room1:from_slave_2")

    /// A connection that the engine itself disconnects counts as its own change, while the worker looks for the reason and
    /// after.
    @Test func whatTheEngineDisconnectsItselfIsKnown() {
        var held = HeldPorts()
        #expect(!held.contains(left.other) && held.isDue)
        held.begin([left, right])
        #expect(held.contains(left.other) && held.isBusy && !held.isDue && held.timeout == -1)
        held.end(held: [right])
        #expect(!held.contains(left.other) && held.contains(right.other) && held.ports == [right.other])
        #expect(!held.isBusy && !held.isDue && held.timeout > 1000)
        held.forget { $0 == right }
        #expect(held.ports.isEmpty && held.timeout == -1)
    }

    /// Each try costs half a second of the take, so failed tries get rarer.
    @Test func triesThatFailComeEverMoreSeldom() {
        var held = HeldPorts()
        for seconds: Int32 in [3, 6, 12, 24, 48, 60, 60] {
            held.begin([left])
            let start = Moment.now
            held.end(held: [left])
            let timeout = held.timeout
            // The pause counts from a moment behind `start`, and a busy machine may ask for its rest late.
            let passed = Int32(Moment.now.seconds(since: start) * 1000)
            #expect((timeout - 5...timeout + passed).contains(seconds * 1000), "\(timeout) ms after \(passed) ms")
        }
    }

    @Test func whileXrunsPourInNothingIsTried() {
        var held = HeldPorts()
        held.begin([left])
        held.end(held: [left])
        let found = [240, 480, 485].map { held.isHopeless(xruns: $0) }
        #expect(found == [true, true, false])
    }
}
