// Tests of the topic `wave` and of the waveform of a running take (T1, C3).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct WaveTests {
        /// Columns that a subscriber has joined, by the frame at which they begin.
        private struct Joined {
            var columns: [Int64: WaveColumn] = [:]
            var messages = 0

            mutating func add(_ wave: WaveColumns) {
                messages += 1
                for (index, column) in wave.columns.enumerated() {
                    let frame = wave.firstFrame + Int64(index * wave.columnFrames)
                    #expect(frame.isMultiple(of: Int64(wave.columnFrames)))
                    if let known = columns[frame] { #expect(known == column, "the column at \(frame) has changed") }
                    columns[frame] = column
                }
            }

            /// True if no column of `size` frames is missing between the first and the last.
            func isWhole(_ size: Int64) -> Bool {
                let frames = columns.keys.sorted()
                return zip(frames, frames.dropFirst()).allSatisfy { $1 - $0 == size }
            }
        }

        /// Columns of frames, computed here; the last one only if it is whole.
        private static func columns(of frames: [SIMD2<Float>], size: Int) -> [WaveColumn] {
            stride(from: 0, to: frames.count - size + 1, by: size).map { first in
                var column = WaveColumn(low: .init(repeating: 9), high: .init(repeating: -9), loud: .zero)
                for frame in frames[first..<first + size] {
                    column.low = pointwiseMin(column.low, frame)
                    column.high = pointwiseMax(column.high, frame)
                    column.loud += frame * frame
                }
                column.loud = (column.loud / Float(size)).squareRoot()
                return column
            }
        }

        private static func differs(_ a: WaveColumn, _ b: WaveColumn) -> Bool {
            [a.low - b.low, a.high - b.high, a.loud - b.loud].contains { max(abs($0.x), abs($0.y)) > 0.0011 }
        }

        private func client(_ engine: EngineProcess, rate: Float) throws -> OscClient {
            let client = try OscClient(try OscTests.urls(engine)[1])
            let answer = try #require(try client.ask("/dicta/subscribe", [.string("wave"), .float(rate), .int32(120)]))
            #expect(answer.code == 0)
            return client
        }

        /// Receives until `isEnough`, for a minute at most.
        private func join(_ client: OscClient, _ source: WaveColumns.Source, until isEnough: (Joined) -> Bool) throws -> Joined {
            var joined = Joined()
            for _ in 0..<3000 where !isEnough(joined) {
                let before = client.counts["/dicta/state/wave"] ?? 0
                try client.receive(within: 20)
                guard (client.counts["/dicta/state/wave"] ?? 0) > before, let message = client.last["/dicta/state/wave"],
                    let state = StateMessage(message)
                else { continue }
                #expect(state.fields.all.map(\.key) == Topic.wave.fields)
                let wave = try #require(WaveColumns(state.fields), "\(state.fields)")
                if wave.source == source { joined.add(wave) }
            }
            return joined
        }

        /// A second of silence with one click in it, over and over.
        @Test("Each column of a take is that of the frames in its file, across a pause; a click is in its column (T1)")
        func columnsOfATake() throws {
            let fixture = try EngineFixture(sends: .bursts(every: 12_000), engine: OscTests.ways)
            let client = try client(fixture.engine, rate: 40)
            let start = fixture.soon
            _ = try fixture.engine.reply("rec", ["name", "x", "bits", "float", "at-frame", "\(start)"])
            var joined = try join(client, .take) { $0.columns.count > 45 }
            try fixture.engine.ask("pause")
            fixture.probe.waitFor(frame: fixture.soon)
            try fixture.engine.ask("resume")
            let rest = try join(client, .take) { $0.columns.count > 90 }
            joined.columns.merge(rest.columns) { $1 }
            let path = try fixture.engine.ask("stop").text("path")
            let size = WaveColumns.columnFrames(rate: 48_000)
            let wanted = Self.columns(of: try EngineFixture.samples(path), size: size)
            let wrong = joined.columns.filter { frame, column in
                let index = Int(frame) / size
                return !wanted.indices.contains(index) || Self.differs(column, wanted[index])
            }
            #expect(wrong.isEmpty, "\(wrong.count) of \(joined.columns.count): \(wrong.sorted { $0.key < $1.key }.prefix(3))")
            // No column is missing, and the signal has columns with a burst and columns without.
            let last = try #require(joined.columns.keys.max())
            #expect(joined.columns.count == Int(last) / size + 1)
            #expect(joined.columns.values.contains { $0.high.x < 0.001 } && joined.columns.values.contains { $0.high.x > 0.1 })
        }

        @Test("Two messages a second have every column, thirty a second come at most so often")
        func ratesOfSubscribers() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 997, amplitude: 0.5), engine: OscTests.ways)
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 48_000)
            let slow = try client(fixture.engine, rate: 2)
            let size = Int64(WaveColumns.columnFrames(rate: 48_000))
            var joined = Joined()
            // A message has columns of 1.25 s. On a busy machine the next one may come later than that: a run of six is enough.
            for _ in 0..<5 {
                // Messages come by the wall clock, columns by frames: a server that lost periods has fewer columns in the same time.
                joined = try join(slow, .inputs) { $0.messages >= 6 && $0.columns.count > 60 }
                if joined.isWhole(size) { break }
            }
            #expect(joined.messages >= 6 && joined.columns.count > 60, "\(joined.messages) \(joined.columns.count)")
            #expect(joined.isWhole(size), "\(joined.columns.keys.sorted())")
            for column in joined.columns.values {
                #expect(abs(column.high.x - 0.5) < 0.002 && abs(column.low.y + 0.5) < 0.002, "\(column)")
                #expect(abs(column.loud.x - 0.3535) < 0.01, "\(column)")
            }
            _ = try slow.ask("/dicta/unsubscribe")
            let quick = try client(fixture.engine, rate: 30)
            _ = try join(quick, .inputs) { $0.messages >= 5 }
            var counts: [Int] = []
            // An engine or a test that stands still for a moment has fewer; one stretch of two seconds in five is enough.
            while counts.count < 5, (counts.last ?? 0) < 40 {
                let start = ContinuousClock.now
                counts.append(try join(quick, .inputs) { _ in ContinuousClock.now - start >= .seconds(2) }.messages)
            }
            print("MEASURED wave: \(counts) messages in 2 s at 30 a second")
            #expect((counts.last ?? 0) >= 40 && counts.allSatisfy { $0 <= 66 }, "\(counts)")
        }

        @Test("During playback the columns are those of the recording around the playhead, in timeline frames")
        func columnsOfWhatPlays() throws {
            let fixture = try EngineFixture(sends: .bursts(every: 12_000), engine: OscTests.ways)
            let path = try fixture.take("x", at: fixture.soon, frames: 240_000, "bits", "float").text("path")
            let client = try client(fixture.engine, rate: 30)
            try fixture.engine.ask("play", "x")
            let size = WaveColumns.columnFrames(rate: 48_000)
            let joined = try join(client, .loaded) { $0.columns.count > 100 }
            let wanted = Self.columns(of: try EngineFixture.samples(path), size: size)
            // The waveform of a file has a byte for each value, so that loud values are rounded.
            let wrong = joined.columns.filter { frame, column in
                let index = Int(frame) / size
                guard wanted.indices.contains(index) else { return index != wanted.count }
                return abs(column.high.x - wanted[index].high.x) > 0.02 || abs(column.low.y - wanted[index].low.y) > 0.02
            }
            #expect(wrong.isEmpty, "\(wrong.sorted { $0.key < $1.key }.prefix(3))")
            try fixture.engine.ask("stop")
            let inputs = try join(client, .inputs) { $0.columns.count > 10 }
            #expect(inputs.columns.count > 10)
        }

        /// A file outside the library has the same waveform as in it, by `peaks` and in the topic; nothing of it is left in the library.
        @Test func filesOutsideTheLibrary() throws {
            let fixture = try EngineFixture(sends: .bursts(every: 12_000), engine: OscTests.ways)
            let engine = fixture.engine
            let path = try fixture.take("x", at: fixture.soon, frames: 240_000, "bits", "float").text("path")
            let inside = try engine.reply("peaks", ["x", "zoom", "1024"])
            let outside = engine.folder.file("elsewhere.wav")
            let size = WaveColumns.columnFrames(rate: 48_000)
            let wanted = Self.columns(of: try EngineFixture.samples(path), size: size)
            #expect(Process.run("/bin/cp", [path, outside]).code == 0)
            let shelf = "\(engine.folder.path)/recordings/.peaks"
            let before = Process.run("/bin/ls", [shelf]).output
            let reply = try engine.reply("peaks", [outside, "zoom", "1024"])
            #expect(reply.items == inside.items && reply.fields.text("name") == "elsewhere")
            #expect(throws: EngineProcess.Trouble.self) { try engine.reply("peaks", [engine.folder.file("none.wav")]) }
            try engine.ask("play", outside)
            #expect(try engine.ask("status").text("play_path") == outside)
            let client = try client(engine, rate: 30)
            let joined = try join(client, .loaded) { $0.columns.count > 60 }
            let wrong = joined.columns.filter { frame, column in
                let index = Int(frame) / size
                return !wanted.indices.contains(index) || abs(column.high.x - wanted[index].high.x) > 0.02
            }
            #expect(wrong.isEmpty, "\(wrong.sorted { $0.key < $1.key }.prefix(3))")
            try engine.ask("play", "x")
            #expect(try engine.ask("status").text("play_path") == "")
            #expect(Process.run("/bin/ls", [shelf]).output == before)
        }

        /// A running take tells its place in the recording, and its pauses with its waveform.
        @Test func pausesOfARunningTake() throws {
            let fixture = try EngineFixture(sends: .bursts(every: 12_000))
            try fixture.take("x", at: fixture.soon, frames: 61_440)
            // All commands are to be there before the first of their frames.
            let start = fixture.soon &+ 48_000
            _ = try fixture.engine.reply("append", ["x", "at-frame", "\(start)"])
            _ = try fixture.engine.reply("pause", ["at-frame", "\(start &+ 24_000)"])
            _ = try fixture.engine.reply("resume", ["at-frame", "\(start &+ 48_000)"])
            fixture.probe.waitFor(frame: start &+ 96_000)
            #expect(try fixture.engine.ask("status").int("take_place_frames") == 61_440)
            let during = try fixture.engine.reply("peaks", ["x"]).fields.text("breaks")
            #expect(during == "pause 85440 0.5", "\(during)")
            try fixture.engine.ask("stop")
            #expect(try fixture.engine.ask("info", "x").text("breaks") == during)
            #expect(try fixture.engine.reply("peaks", ["x"]).fields["breaks"] == nil)
        }

        @Test("peaks of a running take has the click in its column, and the same columns after the stop; an append has both")
        func peaksOfARunningTake() throws {
            let fixture = try EngineFixture(sends: .bursts(every: 12_000))
            try fixture.take("x", at: fixture.soon, frames: 61_440, "bits", "float")
            let start = fixture.soon
            _ = try fixture.engine.reply("append", ["x", "at-frame", "\(start)"])
            fixture.probe.waitFor(frame: start &+ 144_000)
            func peaks(_ words: String...) throws -> Reply {
                try fixture.engine.reply("peaks", ["x", "zoom", "1024", "from", "0f"] + words)
            }
            let during = try peaks()
            let length = during.fields.int("to_frames")
            #expect(length > 61_440 + 48_000 && during.fields.int("columns") == (length + 1023) / 1024)
            let part = try fixture.engine.reply("peaks", ["x", "from", "70000f", "until", "100000f", "columns", "30"])
            let all = try fixture.engine.reply("peaks", ["x"])
            #expect((70...80).contains(all.items.count))
            try fixture.engine.ask("stop")
            let after = try peaks()
            let whole = length / 1024
            #expect(Array(during.items.prefix(whole)) == Array(after.items.prefix(whole)))
            let again = try fixture.engine.reply("peaks", ["x", "from", "70000f", "until", "100000f", "columns", "30"])
            #expect(part == again && part.items.count == 30)
            // The columns that hold a burst are those in which the file has one.
            let files = try fixture.engine.ask("info", "x").text("segment_paths").split(separator: "\n")
            let frames = try files.flatMap { try EngineFixture.samples(String($0)) }
            let wanted = Self.columns(of: frames, size: 1024).prefix(whole)
            let isLoud = during.items.prefix(whole).map { $0.double("left_high") > 0.05 }
            #expect(isLoud == wanted.map { $0.high.x > 0.05 } && isLoud.contains(true) && isLoud.contains(false))
        }

        /// Ended operations are listed for a while, and kept the file open that each had read.
        @Test func aWaveformThatWasAskedForLeavesNoFileOpen() throws {
            let fixture = try EngineFixture()
            try fixture.engine.ask("rec", "name", "memo")
            try fixture.engine.waitForTake(seconds: 0.3)
            try fixture.engine.reply("peaks", ["memo"])
            let before = Belongings(fixture.engine).descriptors
            for _ in 0..<10 { try fixture.engine.reply("peaks", ["memo"]) }
            let after = Belongings(fixture.engine).descriptors
            #expect(after.count <= before.count, "\(after)")
            try fixture.engine.ask("stop")
        }

        @Test("Without an open file there is no waveform of another kind: another engine's take is refused as before")
        func takesOfOthers() throws {
            let fixture = try EngineFixture()
            let other = try EngineProcess(library: fixture.engine.library)
            _ = try fixture.engine.reply("rec", ["name", "x"])
            #expect(throws: EngineProcess.Trouble.self) { try other.reply("peaks", ["x"]) }
            #expect(try fixture.engine.reply("peaks", ["x"]).fields.text("name") == "x")
            try fixture.engine.ask("stop")
            #expect(try other.reply("peaks", ["x"]).items.count > 40)
        }
    }
}
