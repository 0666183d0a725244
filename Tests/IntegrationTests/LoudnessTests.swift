// Tests loudness while recording: the topic, and the figures of takes (F16).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct LoudnessTests {
        /// A stereo tone of 997 Hz at that amplitude has this loudness.
        private static func loudness(_ amplitude: Double) -> Double { 20 * log10(amplitude) }

        /// Receives the topic until `isEnough`, for half a minute at most; gives the last state.
        private func states(_ client: OscClient, until isEnough: (Fields) -> Bool) throws -> Fields {
            for _ in 0..<1500 {
                try client.receive(within: 20)
                guard let message = client.last["/dicta/state/loudness"], let state = StateMessage(message) else { continue }
                #expect(state.fields.all.map(\.key) == Topic.loudness.fields)
                if isEnough(state.fields) { return state.fields }
            }
            Issue.record("no such state: \(client.last["/dicta/state/loudness"].map { "\($0)" } ?? "none")")
            return [:]
        }

        private func isNear(_ fields: Fields, _ keys: [String], _ wanted: Double) -> Bool {
            keys.allSatisfy { abs(fields.double($0) - wanted) <= 0.1 }
        }

        private static let all = ["momentary_lufs", "short_term_lufs", "integrated_lufs"]

        @Test("The topic tells the loudness of a known tone, of the inputs and of a take, with and without its own measurement")
        func topic() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 997, amplitude: 0.1), engine: OscTests.ways)
            let client = try OscClient(try OscTests.urls(fixture.engine)[1])
            #expect(try client.ask("/dicta/subscribe", [.string("loudness"), .float(20), .int32(300)])?.code == 0)
            let wanted = Self.loudness(0.1)
            let inputs = try states(client) { $0.text("loudness_source") == "inputs" && isNear($0, Self.all, wanted) }
            #expect(inputs.double("loudness_seconds") >= 3 && inputs.text("loudness_name").isEmpty)
            for (name, setting) in [("plain", "off"), ("kept", "on")] {
                try fixture.engine.ask("set", "rec-loudness", setting)
                try fixture.engine.ask("rec", "name", name)
                let take = try states(client) { $0.text("loudness_name") == name && isNear($0, Self.all, wanted) }
                #expect(take.text("loudness_source") == "take" && take.double("loudness_seconds") < 30)
                try fixture.engine.ask("stop")
            }
            #expect(try client.ask("/dicta/unsubscribe", [.string("loudness")])?.code == 0)
        }

        @Test("With rec-loudness the figures are kept with the take, no frame is lost, and an edited recording shows none")
        func kept() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 997, amplitude: 0.25))
            let engine = fixture.engine
            try engine.ask("rec", "name", "without")
            fixture.probe.waitFor(frame: fixture.soon)
            #expect(try engine.ask("stop")["loudness_lufs"] == nil)
            #expect(try engine.ask("info", "name", "without")["loudness_lufs"] == nil)
            try engine.ask("set", "rec-loudness", "on")
            let stop = try fixture.take("with", at: fixture.soon, frames: 5 * 48_000)
            #expect(stop.int("frames") == 5 * 48_000 && stop.int("lost_frames") == 0 && stop.int("missed_frames") == 0)
            let wanted = Self.loudness(0.25)
            let info = try engine.ask("info", "name", "with")
            for fields in [stop, info] {
                #expect(isNear(fields, ["loudness_lufs", "max_momentary_lufs", "max_short_term_lufs"], wanted))
                // A tone that begins in the middle of its wave has a true peak above that of the wave.
                #expect((wanted - 0.1...wanted + 2).contains(fields.double("true_peak_db")), "\(fields)")
                #expect(abs(fields.double("loudness_range_lu")) <= 0.1, "\(fields)")
            }
            let library = try Library(folder: engine.library)
            let figures = try #require(try library.recording("with").segments.first?.loudness)
            #expect(abs(figures.integrated - wanted) <= 0.1, "\(figures)")
            try engine.ask("cut", "name", "with", "from", "1s", "until", "2s")
            #expect(try engine.ask("info", "name", "with")["loudness_lufs"] == nil)
            #expect(try library.recording("with").segments.first?.loudness == figures, "figures of the file stay")
            try engine.ask("undo", "name", "with")
            #expect(try engine.ask("info", "name", "with").double("loudness_lufs") == figures.integrated)
        }

        @Test("A take that measures its loudness has every frame, also while somebody watches")
        func everyFrame() throws {
            let fixture = try EngineFixture(engine: OscTests.ways)
            try fixture.engine.ask("set", "rec-loudness", "on")
            let client = try OscClient(try OscTests.urls(fixture.engine)[1])
            #expect(try client.ask("/dicta/subscribe", [.string("loudness"), .float(40), .int32(300)])?.code == 0)
            let start = fixture.soon
            let stop = try fixture.take("code", at: start, frames: EngineFixture.longTake * 48_000, "bits", "float")
            #expect(stop.int("lost_frames") == 0 && stop.int("missed_frames") == 0)
            let samples = try EngineFixture.samples(stop.text("path"))
            #expect(samples.count == EngineFixture.longTake * 48_000)
            let report = FrameReport(samples, .fine)
            #expect(report.isClean && report.silent == 0 && report.first == UInt32(fixture.probe.number(of: start)), "\(report)")
            #expect(stop["loudness_lufs"] != nil)
        }

        @Test("A mono take has the loudness of its file, and each part of a split take has its own")
        func parts() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 997, amplitude: 0.25))
            try fixture.engine.ask("set", "rec-loudness", "on")
            let mono = try fixture.take("mono", at: fixture.soon, frames: 96_000, "channels", "1")
            // One channel has half the power of two.
            #expect(abs(mono.double("loudness_lufs") - Self.loudness(0.25) + 3.01) <= 0.1, "\(mono)")
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "part", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 48_000)
            try fixture.engine.ask("split")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 48_000)
            try fixture.engine.ask("stop")
            for name in ["part", "part (2)"] {
                let info = try fixture.engine.ask("info", "name", name)
                #expect(isNear(info, ["loudness_lufs"], Self.loudness(0.25)), "\(name): \(info)")
            }
        }

        @Test("An engine analyses a recording as an operation, and refuses a running take (W8)")
        func analyse() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 997, amplitude: 0.25))
            let tone = SparseWave.sine(997, amplitude: 0.25, frames: 4 * 48_000)
            #expect(SparseWave.make(fixture.engine.library + "/tone.wav", tone))
            let found = try fixture.engine.ask("analyse", "name", "tone")
            #expect(isNear(found, ["loudness_lufs"], Self.loudness(0.25)) && found["stale"] == .flag(false), "\(found)")
            #expect(found.int("losses") == 0 && found.int("clipped_stretches") == 0)
            let kept = try fixture.engine.ask("analyse", "name", "tone", "as", "json")
            #expect(kept.text("document").contains("\"integrated\"") && kept.text("made") == found.text("made"))
            try fixture.engine.ask("cut", "name", "tone", "from", "1s", "until", "2s")
            #expect(try fixture.engine.ask("analyse", "name", "tone")["stale"] == .flag(true))
            try fixture.engine.ask("rec", "name", "now")
            #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.ask("analyse", "name", "now") }
            try fixture.engine.ask("stop")
            #expect(try fixture.engine.ask("analyse", "name", "now")["loudness_lufs"] != nil)
        }
    }
}
