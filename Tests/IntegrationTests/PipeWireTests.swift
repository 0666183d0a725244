// Tests the engine in PipeWire's JACK, as far as it differs from jackd2 (J8).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    /// Run in a process of their own by `PipeWireRun`.
    @Suite(.enabled(if: PipeWireServer.isOurs)) struct PipeWireTests {
        private let folder = TempFolder()

        /// The engine starts as in jackd2, is connected to a device that is not called `system`, and records each frame at
        /// the place that JACK's frame time tells.
        @Test func recordsEveryFrame() throws {
            let fixture = try EngineFixture(
                period: PipeWireServer.calmPeriod, engine: ["--connect-out", "Studio Out:playback_.*"])
            let status = try fixture.engine.ask("status")
            #expect(status.int("rate") == 48_000 && status.int("period") == fixture.server.period)
            #expect(status.text("client") == fixture.engine.name)
            for port in ["in_l", "in_r", "out_l", "out_r"] { #expect(fixture.probe.hasPort("\(fixture.engine.name):\(port)")) }
            for port in fixture.server.playbackPorts { #expect(fixture.probe.isConnected(port), "\(port)") }
            let start = fixture.soon &+ 13
            let stopped = try fixture.take("one", at: start, frames: 120_001)
            let samples = try EngineFixture.samples(stopped.text("path"))
            #expect(samples.count == 120_001 && stopped.int("lost_frames") == 0)
            try checkPlaces(samples, from: start, fixture)
        }

        /// A program that hangs keeps all clients after it from their periods, and PipeWire reports nothing. JACK's frame
        /// time tells how long.
        @Test func whatIsMissedIsSilenceOfTheRightLength() throws {
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod)
            let other = try EngineProcess()
            for side in ["l", "r"] {
                #expect(fixture.probe.connect("\(other.name):out_\(side)", "\(fixture.engine.name):in_\(side)"))
            }
            let start = fixture.soon
            _ = try fixture.engine.ask("rec", "name", "holes", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 24_000)
            other.signal(SIGSTOP)
            // Many periods.
            _ = usleep(700_000)
            other.signal(SIGCONT)
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 48_000)
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(start &+ 192_000)")
            let samples = try EngineFixture.samples(stopped.text("path"))
            #expect(samples.count == 192_000 && stopped.int("missed_frames") > 12_000, "\(stopped.all)")
            let gaps = try Library(folder: fixture.engine.library).readRecording("holes").segments[0].gaps
            #expect(gaps.allSatisfy { $0.cause == .missed })
            #expect(gaps.reduce(0) { $0 + Int($1.length) } == stopped.int("missed_frames"), "\(gaps)")
            for gap in gaps {
                let place = Int(gap.position)..<Int(gap.position + gap.length)
                #expect(samples[place].allSatisfy { $0 == .zero })
            }
            try checkPlaces(samples, from: start, fixture)
        }

        /// `pw-metadata` changes the period, which no JACK program did: all frames recorded stand in their places.
        @Test func theDaemonChangesThePeriod() throws {
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod)
            let pipewire = try #require(fixture.server.pipewire)
            let start = fixture.soon
            _ = try fixture.engine.ask("rec", "name", "periods", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 24_000)
            for period in [1024, 4096, 512] {
                #expect(pipewire.set("clock.force-quantum", period))
                try fixture.engine.wait("period", "\(period)")
                fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 12_000)
            }
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(fixture.soon)")
            let report = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
            let missed = stopped.int("missed_frames")
            #expect(report.isInOrder && (missed...missed + 8192).contains(report.silent), "\(report), \(missed) missed")
            // Each change takes a period of the new length, which PipeWire does not deliver.
            #expect(missed >= 1024 + 4096 + 512, "\(missed) missed")
        }

        /// The rate changes while the server runs, which JACK forbids. The take continues in a segment of the new rate.
        @Test func theDaemonChangesTheRate() throws {
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod)
            let pipewire = try #require(fixture.server.pipewire)
            try fixture.engine.ask("rec", "name", "rates")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 36_000)
            #expect(pipewire.set("clock.force-rate", 44_100))
            try fixture.engine.wait("rate", "44100")
            try Pause.until { try fixture.engine.ask("status").text("record_state") == "recording" }
            #expect(fixture.probe.connectOutputs(to: fixture.engine.name))
            try fixture.engine.waitForTake(seconds: 0.7)
            try fixture.engine.ask("stop")
            let recording = try Library(folder: fixture.engine.library).readRecording("rates")
            #expect(recording.segments.map(\.rate) == [48_000, 44_100] && recording.rate == 48_000)
            for segment in recording.segments {
                let samples = try EngineFixture.samples(fixture.engine.library + "/" + segment.file)
                let report = FrameReport(samples, .fine)
                #expect(samples.count > 12_000 && report.isInOrder, "\(segment.file): \(report)")
            }
        }

        /// `pw-jack -p 256` makes libjack announce 48000 Hz at any rate of the graph. The engine takes the rate of the
        /// callback, once, and again when it changes during a take.
        @Test func aGraphThatRunsAtAnotherRateThanIsAnnouncedIsJoinedOnce() throws {
            let server = try #require(JackServer(period: PipeWireServer.calmPeriod))
            let pipewire = try #require(server.pipewire)
            #expect(pipewire.set("clock.force-rate", 44_100))
            let engine = try EngineProcess(environment: ["PIPEWIRE_QUANTUM": "\(PipeWireServer.calmPeriod)/48000"])
            try engine.wait("rate", "44100")
            try engine.ask("rec", "name", "forced")
            try engine.waitForTake(seconds: 0.5)
            #expect(pipewire.set("clock.force-rate", 96_000))
            try engine.wait("rate", "96000")
            try engine.wait("record_state", "recording")
            try engine.waitForTake(seconds: 0.5)
            let stopped = try engine.ask("stop")
            #expect(stopped.int("segments") == 2, "\(stopped.all)")
            let recording = try Library(folder: engine.library).readRecording("forced")
            #expect(recording.segments.map(\.rate) == [44_100, 96_000])
            #expect(recording.segments.allSatisfy { $0.frames > Int64($0.rate) / 4 })
            // Back to the announced rate, which the callback confirms.
            #expect(pipewire.set("clock.force-rate", 48_000))
            try engine.wait("rate", "48000")
            let log = try #require(engine.quit()).errors.split(separator: "\n")
            let opened = log.filter { $0.contains("JACK client '") }
            #expect(opened.count == 3, "\(log.joined(separator: "\n"))")
        }

        /// A second client of one name would get the connections of the first. It takes an unused name, and has connections
        /// of its own.
        @Test func aNameThatIsTakenIsAnotherOne() throws {
            let server = try #require(JackServer())
            let engine = try EngineProcess()
            let socket = folder.file("socket")
            let words = ["--name", engine.name, "--socket", socket, "--library", folder.file("library")]
            let process = try #require(Process(Programs.path("dictad"), words, environment: server.environment))
            var status = Fields()
            for _ in 0..<200 where status.text("jack") != "running" {
                Pause.milliseconds(25)
                status = (try? EngineProcess.ask("status", engine: engine.name, socket: socket)) ?? status
            }
            let name = status.text("client")
            let witness = try #require(Probe("witness"))
            #expect(name != engine.name && witness.hasPort(name + ":in_l"), "\(name)")
            #expect(witness.hasPort(engine.name + ":in_l"))
            for side in ["l", "r"] { #expect(witness.connect("witness:out_\(side)", "\(name):in_\(side)")) }
            var sources = ""
            for _ in 0..<100 where sources != "witness:out_l\nwitness:out_r" {
                Pause.milliseconds(25)
                sources = try EngineProcess.ask("status", engine: engine.name, socket: socket).text("sources")
            }
            #expect(sources == "witness:out_l\nwitness:out_r")
            #expect(try engine.ask("status").text("sources") == "")
            _ = try EngineProcess.ask("quit", engine: engine.name, socket: socket)
            _ = process.finish()
        }

        /// A client sets freewheel. PipeWire then keeps no client's frames; the engine survives it, and is exact again
        /// afterwards.
        @Test func freewheelIsOutlived() throws {
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod)
            #expect(fixture.probe.setFreewheel(true))
            try fixture.engine.wait { $0["freewheel"] == .flag(true) }
            // PipeWire keeps no frames meanwhile: there are none to wait for.
            Pause.milliseconds(500)
            #expect(fixture.probe.setFreewheel(false))
            // The daemon's realtime threads take both cores: it may need seconds to obey. Its clock was ahead meanwhile.
            try fixture.engine.wait { $0["freewheel"] == .flag(false) }
            Pause.milliseconds(500)
            let start = fixture.soon
            let stopped = try fixture.take("after", at: start, frames: 48_000)
            let samples = try EngineFixture.samples(stopped.text("path"))
            #expect(samples.count == 48_000)
            try checkPlaces(samples, from: start, fixture)
        }

        /// Another device drives the graph, as when headphones are plugged in, with a frame time of its own. The take has no
        /// hole and no frame twice.
        @Test func anotherDeviceDrivesTheGraph() throws {
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod, engine: ["--connect-out", "physical"])
            let pipewire = try #require(fixture.server.pipewire)
            // The session manager links new clients in its own time.
            Pause.milliseconds(2500)
            var watch = Stopwatch()
            try watch.start { try fixture.engine.ask("rec", "name", "moved") }
            // Sound before, with and after the headphones.
            Pause.milliseconds(500)
            #expect(pipewire.addSink("Headphones"))
            #expect(fixture.probe.connect("\(fixture.engine.name):out_l", "Headphones:playback_AUX0"))
            Pause.milliseconds(700)
            #expect(pipewire.remove("Headphones"))
            Pause.milliseconds(700)
            let stopped = try watch.stop { try fixture.engine.ask("stop") }
            let samples = try EngineFixture.samples(stopped.text("path"))
            #expect(watch.fits(Double(samples.count) / 48_000, within: 0.3), "\(stopped.all) of \(watch)")
            let report = FrameReport(samples, .fine)
            #expect(report.repeated == 0 && report.garbled == 0 && report.lost < 24_000, "\(report)")
            #expect(fixture.probe.jumps > 0, "no other device drove the graph")
            // Commands are as exact as before.
            try fixture.take("after", at: fixture.soon, frames: 24_000)
            #expect(try EngineFixture.samples(fixture.engine.library + "/after.wav").count == 24_000)
        }

        /// A client that is removed from the graph while all others stay comes back, and the take goes on.
        @Test func aClientThatIsThrownOutComesBack() throws {
            let fixture = try ReturningServerFixture()
            let pipewire = try #require(fixture.server.pipewire)
            var watch = Stopwatch()
            try watch.start { try fixture.engine.ask("rec", "name", "thrown") }
            fixture.play()
            try fixture.engine.waitForTake(seconds: 0.5)
            #expect(pipewire.remove(fixture.engine.name))
            // The engine tells 'running' until it has noticed.
            Pause.milliseconds(200)
            try fixture.wait("jack", "running")
            try fixture.wait("record_state", "recording")
            fixture.play()
            try fixture.engine.waitForTake(seconds: 0.5)
            let stopped = try watch.stop { try fixture.engine.ask("stop") }
            let recording = try fixture.recording("thrown")
            #expect(recording.segments.count == 2 && recording.segments[0].endReason == .serverGone, "\(stopped.all)")
            try fixture.check(recording, isOne: true)
            let heard = ReturningServerFixture.seconds(recording.segments)
            let away = fixture.away(recording)
            #expect(watch.fits(heard + away, within: 1), "\(heard) s and \(away) s of \(watch)")
        }

        /// A frozen daemon makes up for the lost time when it runs again: its clock is the wall clock. The frames of this
        /// haste belong to the time of the freeze, whenever the engine notices it: no second is both recorded and away.
        @Test func aFrozenDaemonIsWaitedFor() throws {
            let fixture = try ReturningServerFixture(["--jack-patience", "1s"], period: 64)
            var watch = Stopwatch()
            try watch.start { try fixture.engine.ask("rec", "name", "frozen") }
            fixture.play()
            try fixture.engine.waitForTake(seconds: 0.3)
            fixture.server.freeze()
            try fixture.wait("jack", "stalled")
            try fixture.wait("record_state", "waiting")
            // A long freeze with short periods, so that the haste lasts longer than the interval between two checks of the
            // engine.
            _ = usleep(5_000_000)
            #expect(try fixture.recording("frozen").segments.map(\.endReason) == [.serverGone])
            fixture.server.thaw()
            try fixture.wait("record_state", "recording")
            try fixture.engine.waitForTake(seconds: 0.5)
            try watch.stop { try fixture.engine.ask("stop") }
            let recording = try fixture.recording("frozen")
            #expect(recording.segments.count == 2)
            let heard = ReturningServerFixture.seconds(recording.segments)
            let away = fixture.away(recording)
            #expect(watch.fits(heard + away, within: 0.3), "\(heard) s and \(away) s of \(watch)")
        }

        /// Rate and pitch have the values that were set.
        @Test func pitchIsExact() throws {
            let path = folder.file("tone.wav")
            #expect(SparseWave.make(path, SparseWave.sine(440, frames: 48_000), times: 10))
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod, sends: .silence, keeps: 10)
            try fixture.engine.ask("rate", "0.8")
            try fixture.engine.ask("pitch", "300")
            try fixture.play(path)
            // The start has no part in what is measured.
            fixture.wait(milliseconds: 700)
            let from = fixture.now
            fixture.wait(milliseconds: 600)
            let error = PitchMeter.cents(PitchMeter.frequency(fixture.heard(from..<fixture.now).map(\.x)), from: 440 * exp2(0.25))
            #expect(abs(error) < 5, "\(error) cents")
            #expect(try fixture.underruns == 0)
        }

        /// Each frame that is not silent has the number that the probe sent at its JACK frame.
        private func checkPlaces(_ samples: [SIMD2<Float>], from start: UInt32, _ fixture: EngineFixture) throws {
            var wrong: [String] = []
            var silent = 0
            for (place, sample) in samples.enumerated() {
                let number = UInt32(fixture.probe.number(of: start &+ UInt32(place)))
                if sample == .zero {
                    silent += 1
                } else if let found = FrameCode.fine.decode(sample) {
                    if found != number { wrong.append("\(place): \(Int(found) - Int(number)) off") }
                } else {
                    wrong.append("\(place): \(sample)")
                }
            }
            let some = wrong.prefix(3) + wrong.suffix(3)
            #expect(wrong.isEmpty, "\(wrong.count) of \(samples.count) are misplaced: \(some); \(fixture.probe.jumps) jumps")
            #expect(silent < samples.count / 2, "\(silent) of \(samples.count) are silent")
        }
    }
}
