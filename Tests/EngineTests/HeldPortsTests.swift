// What is remembered of connections that hold the engine up.
import Dictation
import Testing

@testable import Engine

@Suite struct HeldPortsTests {
    private let left = PortConnection(port: "in_l", other: "room1:from_slave_1")
    private let right = PortConnection(port: "in_r", other: "room1:from_slave_2")

    /// Neither while the worker looks for the reason, nor afterwards, has anybody taken the connection away.
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

    /// Each costs half a second of the take.
    @Test func triesThatFailComeEverMoreSeldom() {
        var held = HeldPorts()
        var found: [Int32] = []
        for _ in 0..<7 {
            held.begin([left])
            held.end(held: [left])
            found.append((held.timeout + 500) / 1000)
        }
        #expect(found == [3, 6, 12, 24, 48, 60, 60])
    }

    @Test func whileXrunsPourInNothingIsTried() {
        var held = HeldPorts()
        held.begin([left])
        held.end(held: [left])
        let found = [240, 480, 485].map { held.isHopeless(xruns: $0) }
        #expect(found == [true, true, false])
    }
}
