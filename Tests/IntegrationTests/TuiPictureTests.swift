// Tests of the picture of the screen in a real terminal: places, several screens, and a long take beside one (issue 15).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("dicta tui: what stands where (T1 T5 T13)", .enabled(if: !PipeWireServer.isOurs)) struct TuiPictureTests {
        /// Columns of the waveform on a screen of 80 columns: a margin of one cell on each side.
        private static let first = 1
        private static let width = 78
        /// Rows of the upper waveform.
        private static let lane = 3...5

        /// A click of a few frames stands in the column of its frame, and a click of the mouse there leads to that frame.
        /// The first column, one in the middle, and the last one follow from one formula: one is enough for a short run.
        @Test(arguments: [0.02, 0.41, 0.997].few) func aClickStandsInItsColumn(share: Double) throws {
            let fixture = try EngineFixture()
            let frames = 480_000
            let place = Int(Double(frames) * share)
            let file = fixture.engine.folder.file("click.wav")
            let wave = try #require(SparseWave(file, frames: frames))
            #expect(wave.put([SIMD2](repeating: [0.9, 0.9], count: 12), at: place))
            _ = try fixture.engine.reply("import", [file])
            _ = try fixture.engine.ask("load", "click")
            let screen = try TuiWindow(fixture.engine)
            screen.start()
            let column = Self.first + place * Self.width / frames
            let lines = screen.window.wait { Self.columns(of: $0) == [column] }
            #expect(Self.columns(of: lines) == [column], "\(lines)")

            screen.window.click(column: column, row: Self.lane.lowerBound + 1)
            let least = (column - Self.first) * frames / Self.width
            let most = (column + 1 - Self.first) * frames / Self.width
            var position = -1
            let isThere = wait {
                position = try fixture.engine.ask("status").int("position_frames")
                return (least..<most).contains(position)
            }
            #expect(isThere, "\(position) is not in \(least)..<\(most)")
        }

        /// Columns with a mark in the highest row of the upper waveform, which silence leaves empty. The playhead is no mark.
        private static func columns(of lines: [String]) -> [Int] {
            guard lines.count > lane.upperBound else { return [] }
            let top = Array(lines[lane.lowerBound])
            return (first..<min(first + width, top.count)).filter { column in
                top[column].unicodeScalars.first.map { (0x2801...0x28ff).contains($0.value) } ?? false
            }
        }

        /// Two screens at one engine show the same, and each does what its keys say.
        @Test func severalScreensAtOneEngine() throws {
            let fixture = try EngineFixture()
            let screens = [try TuiWindow(fixture.engine), try TuiWindow(fixture.engine, columns: 120, rows: 36)]
            for screen in screens { screen.start() }
            screens[0].window.send("r")
            for screen in screens { #expect(TuiWindow.has("RECORDING", screen.wait(for: "RECORDING"))) }
            screens[1].window.send("s")
            for screen in screens { #expect(TuiWindow.has("STOPPED", screen.wait(for: "STOPPED"))) }
            // One that is killed costs the other nothing.
            _ = kill(try #require(screens[0].pid), SIGKILL)
            screens[1].window.send("r")
            #expect(TuiWindow.has("RECORDING", screens[1].wait(for: "RECORDING")))
        }

        /// A screen that went through a take, playback, pages, a dialog and sizes shows in each cell, with its colours, what a new
        /// screen at the same engine shows: nothing of an old picture is left.
        @Test func anOldScreenShowsWhatANewOneDoes() throws {
            let fixture = try EngineFixture()
            let old = try TuiWindow(fixture.engine)
            old.start()
            try fixture.engine.ask("rec", "name", "memo")
            old.wait(for: "RECORDING")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
            old.window.send("m")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
            old.window.send("s")
            old.wait(for: "STOPPED")
            let file = fixture.engine.folder.file("click.wav")
            let wave = try #require(SparseWave(file, frames: 480_000))
            #expect(wave.put([SIMD2](repeating: [0.9, 0.9], count: 12), at: 200_000))
            _ = try fixture.engine.reply("import", [file])
            _ = try fixture.engine.ask("play", "click")
            old.wait(for: "PLAYING")
            for key in ["2", "3", "4", "5", "?", "?", "1"] {
                old.window.send(key)
                fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 12_000)
            }
            for (columns, rows) in [(140, 40), (40, 8), (80, 24)] {
                old.window.resize(columns: columns, rows: rows)
                fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 12_000)
            }
            old.window.send("s")
            old.wait(for: "STOPPED")
            let new = try TuiWindow(fixture.engine)
            new.start { TuiWindow.has("click", $0) }
            for page in ["2", "3", "4", "5", "1"] {
                for screen in [old, new] { screen.window.send(page) }
                var pictures: (old: [String], new: [String]) = ([], [])
                // A line of trouble, as after an xrun, goes after ten seconds, and the next one may come.
                let areSame = wait(seconds: 30) {
                    pictures = (Self.still(old), Self.still(new))
                    return pictures.old == pictures.new
                }
                #expect(areSame, "page \(page): \(pictures)")
                #expect(pictures.new.count > 15)
            }
        }

        /// The lines of a screen with their colours, without the meters, which never rest.
        private static func still(_ screen: TuiWindow) -> [String] { screen.window.paintedLines.filter { !$0.contains(" dB") } }

        /// A server that is gone is told in the line of trouble, with what to do; the line goes by itself when a server is back.
        @Test func theServerGoesAndComes() throws {
            let fixture = try ReturningServerFixture()
            let screen = try TuiWindow(fixture.engine)
            screen.start()
            fixture.kill()
            let gone = screen.window.wait { $0.dropFirst().first?.contains("JACK server") == true }
            #expect(gone.dropFirst().first?.contains("JACK server") == true, "\(gone)")
            #expect(fixture.server.start())
            let back = screen.window.wait { $0.dropFirst().first?.contains("JACK server") != true }
            #expect(back.dropFirst().first?.contains("JACK server") != true, "\(back)")
        }

        /// A screen beside a long take: every frame is in the file, and neither engine nor screen grows. Two hours with `--soak`.
        @Test func aLongTakeBesideAScreen() throws {
            let seconds = Programs.folder("DICTA_SOAK") == nil ? EngineFixture.longTake : 7200
            let fixture = try EngineFixture()
            let screen = try TuiWindow(fixture.engine, columns: 200, rows: 60)
            screen.start()
            let start = fixture.soon
            _ = try fixture.engine.ask("rec", "name", "long", "at-frame", "\(start)")
            let early = start &+ UInt32(seconds * 48_000 / 3)
            fixture.probe.waitFor(frame: early)
            let memory = try (fixture.engine.anonymousKilobytes, Self.kilobytes(of: #require(screen.pid)))
            fixture.probe.waitFor(frame: start &+ UInt32(seconds * 48_000 - 96_000))
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(start &+ UInt32(seconds * 48_000))")
            let later = try (fixture.engine.anonymousKilobytes, Self.kilobytes(of: #require(screen.pid)))
            #expect(stopped.int("lost_frames") == 0)
            if seconds < 600 {
                let report = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
                #expect(report.isClean && report.silent == stopped.int("missed_frames"), "\(report)")
            }
            #expect(later.0 < memory.0 + 4096, "the engine grew from \(memory.0) to \(later.0) KiB")
            #expect(later.1 < memory.1 + 4096, "the screen grew from \(memory.1) to \(later.1) KiB")
        }

        /// Private memory of a process.
        private static func kilobytes(of pid: pid_t) -> Int {
            let rollup = Files.read("/proc/\(pid)/smaps_rollup") ?? ""
            let line = rollup.split(separator: "\n").first { $0.hasPrefix("Anonymous:") } ?? ""
            return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
        }

        private func wait(seconds: Double = 10, until isTrue: () throws -> Bool) -> Bool {
            Pause.until(seconds) { (try? isTrue()) == true }
        }
    }
}
