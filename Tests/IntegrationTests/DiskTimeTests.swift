// Tests of the time left on the disk and of bit rates with a real engine (F15 F4 R6).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("Time left on the disk, and bit rates (F15)") struct DiskTimeTests {
        /// Bytes a second by which the engine divides the free space.
        private func told(_ engine: EngineProcess) throws -> Double {
            let status = try engine.ask("status")
            let free = status.double("disk_free_bytes")
            return free / status.double("disk_seconds_left")
        }

        @Test func theLastTakesOfTheFormatTellAlsoAfterARestart() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 440, amplitude: 0.25), settings: "rec-format = flac\n")
            let usual = try told(fixture.engine)
            let stopped = try fixture.take("one", at: fixture.soon, frames: 5 * 48_000)
            let taken = Double(stopped.int("bytes")) / stopped.double("seconds")
            #expect(usual > 2 * taken, "a sine packs better than speech: \(usual), \(taken)")
            #expect(abs(try told(fixture.engine) / taken - 1) < 0.1)
            let kilobits = stopped.int("bitrate")
            #expect(abs(Double(kilobits) * 125 / taken - 1) < 0.02, "\(stopped)")
            #expect(try fixture.engine.ask("info", "one").int("bitrate") == kilobits)
            #expect(try fixture.engine.reply("ls").items.first?.int("bitrate") == kilobits)
            // The format of the next take counts.
            try fixture.engine.ask("set", "key", "rec-format", "value", "wav")
            #expect(abs(try told(fixture.engine) / 384_000 - 1) < 0.01)
            try fixture.engine.ask("set", "key", "rec-format", "value", "flac")
            #expect(fixture.engine.quit()?.code == 0)
            try fixture.engine.restart()
            var after = 0.0
            // The library's thread tells of earlier takes soon after the start.
            try Pause.until {
                after = try told(fixture.engine)
                return abs(after / taken - 1) < 0.1
            }
            #expect(abs(after / taken - 1) < 0.1, "\(after) after a restart, \(taken)")
        }

        @Test func aRunningTakeHasABitRate() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 440, amplitude: 0.25))
            for (words, wanted) in [(["format", "mp3", "bitrate", "128"], 128...128), (["format", "wav"], 3072...3072)] {
                try fixture.engine.reply("rec", words)
                fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 2 * 48_000)
                let now = try fixture.engine.ask("status").int("bitrate")
                #expect(wanted.contains(now), "\(words): \(now)")
                let stopped = try fixture.engine.ask("stop", "what", "rec")
                #expect(wanted.contains(stopped.int("bitrate")), "\(stopped)")
                // The header of a short file is no part of it.
                let name = stopped.text("name")
                #expect(wanted.contains(try fixture.engine.ask("info", name).int("bitrate")))
                let listed = try fixture.engine.reply("ls").items.first { $0.text("name") == name }
                #expect(listed.map { wanted.contains($0.int("bitrate")) } == true, "\(listed?.all ?? [])")
            }
        }
    }
}
