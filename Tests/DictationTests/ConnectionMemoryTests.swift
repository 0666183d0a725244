// Tests of remembered connections, and of forgotten ones.
import Dictation
import Testing

@Suite struct ConnectionMemoryTests {
    private let one = PortConnection(port: "in_l", other: "synth:out_1")
    private let two = PortConnection(port: "in_r", other: "synth:out_2")
    private let far = PortConnection(port: "out_l", other: "system:playback_1")

    @Test func whatSomebodyTakesAwayIsForgotten() {
        var memory = ConnectionMemory()
        _ = memory.look([one, two], appeared: []) { _ in true }
        #expect(memory.look([two], appeared: []) { _ in true } == [] && memory.isInDoubt)
        memory.settle { _ in true }
        #expect(memory.kept == [two])
    }

    /// A program that ends gives up its connections first, and its ports a little later.
    @Test func whatGoesWithItsProgramComesBackWithIt() {
        var memory = ConnectionMemory()
        _ = memory.look([one, two, far], appeared: []) { _ in true }
        _ = memory.look([far], appeared: []) { _ in true }
        memory.settle { !$0.hasPrefix("synth") }
        #expect(memory.kept.count == 3)
        #expect(memory.look([far], appeared: []) { !$0.hasPrefix("synth") } == [])
        let back: Set = ["synth:out_1", "synth:out_2"]
        #expect(Set(memory.look([far], appeared: back) { _ in true }) == [one, two])
    }

    /// The program ends and starts between two looks, so its ports were never seen gone.
    @Test func aProgramThatIsStartedAnewAtOnceIsConnectedAgain() {
        var memory = ConnectionMemory()
        _ = memory.look([one], appeared: []) { _ in true }
        #expect(memory.look([], appeared: ["synth:out_1"]) { _ in true } == [one])
        memory.settle { _ in true }
        #expect(memory.kept == [one])
    }

    @Test func inAnotherGraphAllThatCanBeIsMadeAgain() throws {
        var memory = ConnectionMemory()
        _ = memory.look([one, far], appeared: []) { _ in true }
        memory = try ConnectionMemory(parsing: memory.printed)
        memory.beginGraph()
        #expect(memory.look([], appeared: []) { $0.hasPrefix("system") } == [far])
        #expect(Set(memory.kept) == [one, far])
        // The other connections come back once their port comes.
        #expect(memory.look([far], appeared: ["synth:out_1"]) { _ in true } == [one])
    }

    /// The program comes back as `room-01` while the server still has the ports of `room`.
    @Test func whatComesBackWithAnotherNumberTakesItsPlace() throws {
        let old = PortConnection(port: "in_l", other: "room:out")
        let new = PortConnection(port: "in_l", other: "room-01:out")
        var memory = ConnectionMemory()
        _ = memory.look([old], appeared: []) { _ in true }
        #expect(memory.look([old], appeared: [new.other], recent: [new.other]) { _ in true } == [])
        let gone: (String) -> Bool = { $0 != old.other }
        let recent = ["room-x:out", "broom:out", "room-01:out_2", new.other, "room-01:in"]
        #expect(memory.look([], appeared: [], recent: recent, exists: gone) == [new])
        // A program that appeared long ago may be a different one.
        #expect(memory.look([], appeared: [], recent: [], exists: gone) == [])
        _ = memory.look([new], appeared: [], recent: recent, exists: gone)
        #expect(memory.kept == [new])
        // The program comes back under its first name.
        let again: (String) -> Bool = { $0 != new.other }
        #expect(memory.look([], appeared: [old.other], recent: [old.other], exists: again) == [old])
    }

    /// Two programs may share a name: the one that stays is not taken for the one that has ended.
    @Test func twoOfAKindAreTwo() {
        let first = PortConnection(port: "in_l", other: "synth:out")
        let second = PortConnection(port: "in_l", other: "synth-01:out")
        var memory = ConnectionMemory()
        _ = memory.look([first, second], appeared: []) { _ in true }
        #expect(memory.look([second], appeared: [], recent: [second.other]) { $0 != first.other } == [])
        #expect(Set(memory.kept) == [first, second])
    }

    @Test(arguments: ["", "[]", "{\"schema\":2}", "{\"connections\":[{}]}", "{\"connections\":[{\"port\":1,\"other\":\"a\"}]}"])
    func whatIsNoneIsRefused(text: String) {
        #expect(throws: RecordingError.self) { try ConnectionMemory(parsing: Array(text.utf8)) }
    }
}
