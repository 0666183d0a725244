// Tests of the loss and return of sources (R5). No JACK.
import Dictation
import System
import Testing

@testable import Engine

@Suite struct SourceWatchTests {
    private static let mic = [PortConnection(port: "in_l", other: "mic:1"), PortConnection(port: "in_r", other: "mic:2")]
    private static let spare = [PortConnection(port: "in_l", other: "spare:1"), PortConnection(port: "in_r", other: "spare:1")]
    private let start = Moment.now

    private func look(
        _ watch: inout SourceWatch, _ feeding: [PortConnection], owed: [PortConnection] = mic, fallback: [PortConnection] = [],
        isSilent: Bool = false, gone: Set<String> = [], at milliseconds: Int = 0
    ) -> SourceWatch.State {
        watch.look(
            feeding: Set(feeding), owed: owed, fallback: Set(fallback), isSilent: isSilent,
            now: start.later(milliseconds: milliseconds), exists: { !gone.contains($0) })
        return watch.state
    }

    @Test("A port that is gone is a loss, told a little later; one that a person disconnects is none")
    func loss() {
        var watch = SourceWatch()
        // A connection of an earlier run is not missed.
        #expect(look(&watch, [], gone: ["mic:1", "mic:2"]) == .none && watch.gone.isEmpty && !watch.isPending)
        #expect(look(&watch, Self.mic) == .connected)
        // The connection goes first, the port a moment later.
        #expect(look(&watch, [Self.mic[1]], at: 10) == .connected && !watch.isPending)
        #expect(look(&watch, [Self.mic[1]], gone: ["mic:1"], at: 20) == .connected && watch.isPending)
        #expect(look(&watch, [], gone: ["mic:1", "mic:2"], at: 30) == .connected)
        #expect(look(&watch, [], gone: ["mic:1", "mic:2"], at: 230) == .lost && !watch.isPending)
        #expect(watch.gone == Self.mic && watch.bare([]) == ["in_l", "in_r"])
        // Back, before its connection is made again: no loss is told, and none is forgotten either.
        #expect(look(&watch, [], at: 300) == .none)
        #expect(look(&watch, Self.mic, at: 310) == .connected)
        #expect(look(&watch, [], owed: [], at: 400) == .none)
        #expect(look(&watch, [], owed: [], gone: ["mic:1"], at: 900) == .none)
    }

    @Test("One side alone is lost as well, and a fallback fills it")
    func oneSide() {
        var watch = SourceWatch()
        _ = look(&watch, Self.mic)
        _ = look(&watch, [Self.mic[1]], gone: ["mic:1"])
        #expect(look(&watch, [Self.mic[1]], gone: ["mic:1"], at: 300) == .lost)
        #expect(watch.bare([Self.mic[1]]) == ["in_l"])
        let both = [Self.spare[0], Self.mic[1]]
        #expect(look(&watch, both, fallback: [Self.spare[0]], gone: ["mic:1"], at: 400) == .fallback)
        // The fallback is lost too, then the port is back.
        #expect(look(&watch, [Self.mic[1]], gone: ["mic:1", "spare:1"], at: 500) == .fallback)
        #expect(look(&watch, [Self.mic[1]], gone: ["mic:1", "spare:1"], at: 800) == .lost)
        #expect(look(&watch, Self.mic, at: 900) == .connected && watch.gone.isEmpty)
    }

    @Test("Silence is told while something is connected")
    func silent() {
        var watch = SourceWatch()
        #expect(look(&watch, Self.mic, isSilent: true) == .silent)
        #expect(look(&watch, Self.mic) == .connected)
        #expect(look(&watch, [], owed: [], isSilent: true) == .none)
    }

    @Test("Silence counts after sound only, and anew after each sound")
    func silence() {
        var silence = SilenceWatch()
        silence.look(peak: 0, at: 48_000)
        silence.look(peak: 0, at: 960_000)
        #expect(silence.frames == 0)
        silence.look(peak: 1e-9, at: 1_000_000)
        silence.look(peak: 0, at: 1_480_000)
        #expect(silence.frames == 480_000)
        silence.look(peak: 0.5, at: 1_500_000)
        #expect(silence.frames == 0)
        silence.look(peak: 0, at: 100)
        #expect(silence.frames == 0)
        // The meters still hold the sound of the last source.
        silence.reset(until: 9_000_000)
        silence.look(peak: 0.5, at: 8_999_999)
        silence.look(peak: 0, at: 9_500_000)
        #expect(silence.frames == 0)
        silence.look(peak: 0.5, at: 9_500_001)
        silence.look(peak: 0, at: 9_500_003)
        #expect(silence.frames == 2)
    }
}
