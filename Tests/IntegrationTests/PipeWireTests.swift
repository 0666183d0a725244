// The engine in PipeWire's JACK (J8): what is different there from jackd2.
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    /// Run by `PipeWireRun`.
    @Suite(.enabled(if: PipeWireServer.isOurs)) struct PipeWireTests {
        private let folder = TempFolder()

        /// Comes up as in jackd2, is connected to a device that is not called `system`, and records every frame at the place
        /// that the frame time says.
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

        /// Nobody reports it: a program that hangs keeps all that hang on it from their periods. The frame time says how long.
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
            _ = usleep(700_000)
            other.signal(SIGCONT)
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 48_000)
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(start &+ 192_000)")
            let samples = try EngineFixture.samples(stopped.text("path"))
            #expect(samples.count == 192_000 && stopped.int("missed_frames") > 12_000, "\(stopped.all)")
            #expect(try fixture.engine.ask("status").int("xruns") == 0)
            let gaps = try Library(folder: fixture.engine.library).readRecording("holes").segments[0].gaps
            #expect(gaps.allSatisfy { $0.cause == .missed })
            #expect(gaps.reduce(0) { $0 + Int($1.length) } == stopped.int("missed_frames"), "\(gaps)")
            for gap in gaps {
                let place = Int(gap.position)..<Int(gap.position + gap.length)
                #expect(samples[place].allSatisfy { $0 == .zero })
            }
            try checkPlaces(samples, from: start, fixture)
        }

        /// `pw-metadata` does what no JACK program asked for: the period changes, and all that comes stands in its place.
        @Test func theDaemonChangesThePeriod() throws {
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod)
            let pipewire = try #require(fixture.server.pipewire)
            let start = fixture.soon
            _ = try fixture.engine.ask("rec", "name", "periods", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 24_000)
            for period in [1024, 4096, 512] {
                #expect(pipewire.set("clock.force-quantum", period))
                try expect(fixture.engine, "period", period)
                fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 12_000)
            }
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(fixture.soon)")
            let report = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
            let missed = stopped.int("missed_frames")
            #expect(report.isInOrder && (missed...missed + 8192).contains(report.silent), "\(report), \(missed) missed")
            // A new period each, which PipeWire keeps to itself.
            #expect(missed >= 1024 + 4096 + 512, "\(missed) missed")
        }

        /// The same server, another rate: what JACK forbids. The take goes on in a segment of that rate.
        @Test func theDaemonChangesTheRate() throws {
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod)
            let pipewire = try #require(fixture.server.pipewire)
            try fixture.engine.ask("rec", "name", "rates")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 36_000)
            #expect(pipewire.set("clock.force-rate", 44_100))
            try expect(fixture.engine, "rate", 44_100)
            for _ in 0..<200 where try fixture.engine.ask("status").text("record_state") != "recording" { _ = usleep(25_000) }
            #expect(fixture.probe.connectOutputs(to: fixture.engine.name))
            _ = usleep(900_000)
            try fixture.engine.ask("stop")
            let recording = try Library(folder: fixture.engine.library).readRecording("rates")
            #expect(recording.segments.map(\.rate) == [48_000, 44_100] && recording.rate == 48_000)
            for segment in recording.segments {
                let samples = try EngineFixture.samples(fixture.engine.library + "/" + segment.file)
                let report = FrameReport(samples, .fine)
                #expect(samples.count > 12_000 && report.isInOrder, "\(segment.file): \(report)")
            }
        }

        /// As `pw-jack -p 256` starts it: libjack announces 48000 whatever the graph runs at. The callback's rate is taken, once, and
        /// again where it changes under a take.
        @Test func aGraphThatRunsAtAnotherRateThanIsAnnouncedIsJoinedOnce() throws {
            let server = try #require(JackServer(period: PipeWireServer.calmPeriod))
            let pipewire = try #require(server.pipewire)
            #expect(pipewire.set("clock.force-rate", 44_100))
            let engine = try EngineProcess(environment: ["PIPEWIRE_QUANTUM": "\(PipeWireServer.calmPeriod)/48000"])
            try expect(engine, "rate", 44_100)
            try engine.ask("rec", "name", "forced")
            Pause.milliseconds(700)
            #expect(pipewire.set("clock.force-rate", 96_000))
            try expect(engine, "rate", 96_000)
            try ReturningServerFixture.wait(engine, "record_state", "recording")
            Pause.milliseconds(700)
            let stopped = try engine.ask("stop")
            #expect(stopped.int("segments") == 2, "\(stopped.all)")
            let recording = try Library(folder: engine.library).readRecording("forced")
            #expect(recording.segments.map(\.rate) == [44_100, 96_000])
            #expect(recording.segments.allSatisfy { $0.frames > Int64($0.rate) / 4 })
            // And back to what was announced, in which there is no callback's news to come back for.
            #expect(pipewire.set("clock.force-rate", 48_000))
            try expect(engine, "rate", 48_000)
            let log = try #require(engine.quit()).errors.split(separator: "\n")
            let opened = log.filter { $0.contains("JACK client '") }
            #expect(opened.count == 3, "\(log.joined(separator: "\n"))")
        }

        /// The second of a name would be told the first one's: it takes a name that nobody has, and what goes to it is its own.
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
            for _ in 0..<100 where sources != "witness:out_l, witness:out_r" {
                Pause.milliseconds(25)
                sources = try EngineProcess.ask("status", engine: engine.name, socket: socket).text("sources")
            }
            #expect(sources == "witness:out_l, witness:out_r")
            #expect(try engine.ask("status").text("sources") == "")
            _ = try EngineProcess.ask("quit", engine: engine.name, socket: socket)
            _ = process.finish()
        }

        /// A client of the graph goes as fast as it can. PipeWire keeps nobody's frames then; the engine outlives it and is
        /// exact again as soon as that is over.
        @Test func freewheelIsOutlived() throws {
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod)
            #expect(fixture.probe.setFreewheel(true))
            try waitForFreewheel(fixture, true)
            Pause.milliseconds(500)
            #expect(fixture.probe.setFreewheel(false))
            // The daemon's realtime threads have both cores: it may take the daemon seconds to obey. Its clock was ahead meanwhile.
            try waitForFreewheel(fixture, false)
            Pause.milliseconds(500)
            let start = fixture.soon
            let stopped = try fixture.take("after", at: start, frames: 48_000)
            let samples = try EngineFixture.samples(stopped.text("path"))
            #expect(samples.count == 48_000)
            try checkPlaces(samples, from: start, fixture)
        }

        private func waitForFreewheel(_ fixture: EngineFixture, _ isOn: Bool) throws {
            for _ in 0..<400 {
                if try fixture.engine.ask("status")["freewheel"] == .flag(isOn) { return }
                Pause.milliseconds(50)
            }
            Issue.record("freewheel was never \(isOn ? "on" : "off")")
        }

        /// Headphones are plugged in: another device drives the graph, whose time has nothing to do with the first one's. The take
        /// has no hole and nothing twice.
        @Test func anotherDeviceDrivesTheGraph() throws {
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod, engine: ["--connect-out", "physical"])
            let pipewire = try #require(fixture.server.pipewire)
            Pause.milliseconds(2500)
            var watch = Stopwatch()
            try watch.start { try fixture.engine.ask("rec", "name", "moved") }
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
            #expect(fixture.probe.jumps > 0, "nothing else drove it")
            // And commands are as exact as before.
            try fixture.take("after", at: fixture.soon, frames: 24_000)
            #expect(try EngineFixture.samples(fixture.engine.library + "/after.wav").count == 24_000)
        }

        /// Somebody throws our client out of the graph while all others stay: it comes back, and the take goes on.
        @Test func aClientThatIsThrownOutComesBack() throws {
            let fixture = try ReturningServerFixture()
            let pipewire = try #require(fixture.server.pipewire)
            var watch = Stopwatch()
            try watch.start { try fixture.engine.ask("rec", "name", "thrown") }
            fixture.play()
            Pause.milliseconds(700)
            #expect(pipewire.remove(fixture.engine.name))
            Pause.milliseconds(200)
            try fixture.wait("jack", "running")
            try fixture.wait("record_state", "recording")
            fixture.play()
            Pause.milliseconds(700)
            let stopped = try watch.stop { try fixture.engine.ask("stop") }
            let recording = try fixture.recording("thrown")
            #expect(recording.segments.count == 2 && recording.segments[0].endReason == .serverGone, "\(stopped.all)")
            try fixture.check(recording, isOne: true)
            let heard = ReturningServerFixture.seconds(recording.segments)
            let away = fixture.away(recording)
            #expect(watch.fits(heard + away, within: 1), "\(heard) s and \(away) s of \(watch)")
        }

        /// A daemon that stands still and moves again makes up for it: its clock goes by the wall. What comes in its haste is of
        /// the time it stood still, whenever the engine looks: no second is both heard and away.
        @Test func aFrozenDaemonIsWaitedFor() throws {
            let fixture = try ReturningServerFixture(["--jack-patience", "1s"], period: 64)
            var watch = Stopwatch()
            try watch.start { try fixture.engine.ask("rec", "name", "frozen") }
            fixture.play()
            _ = usleep(500_000)
            fixture.server.freeze()
            try fixture.wait("jack", "stalled")
            try fixture.wait("record_state", "waiting")
            // So long, and of so many periods, that the haste is longer than what the engine takes from one look to the next.
            _ = usleep(5_000_000)
            #expect(try fixture.recording("frozen").segments.map(\.endReason) == [.serverGone])
            fixture.server.thaw()
            try fixture.wait("record_state", "recording")
            _ = usleep(700_000)
            try watch.stop { try fixture.engine.ask("stop") }
            let recording = try fixture.recording("frozen")
            #expect(recording.segments.count == 2)
            let heard = ReturningServerFixture.seconds(recording.segments)
            let away = fixture.away(recording)
            #expect(watch.fits(heard + away, within: 0.3), "\(heard) s and \(away) s of \(watch)")
        }

        /// Rate and pitch are what was asked for.
        @Test func pitchIsExact() throws {
            let path = folder.file("tone.wav")
            #expect(SparseWave.make(path, SparseWave.sine(440, frames: 48_000), times: 10))
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod, sends: .silence, keeps: 10)
            try fixture.engine.ask("rate", "0.8")
            try fixture.engine.ask("pitch", "300")
            try fixture.play(path)
            fixture.wait(milliseconds: 700)
            let from = fixture.now
            fixture.wait(milliseconds: 600)
            let error = PitchMeter.cents(PitchMeter.frequency(fixture.heard(from..<fixture.now).map(\.x)), from: 440 * exp2(0.25))
            #expect(abs(error) < 5, "\(error) cents")
            #expect(try fixture.underruns == 0)
        }

        /// Each frame that is no silence has the number that the probe gave it at that frame of JACK's.
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
            #expect(wrong.isEmpty, "\(wrong.count) of \(samples.count) stand elsewhere: \(some); \(fixture.probe.jumps) jumps")
            #expect(silent < samples.count / 2, "\(silent) of \(samples.count) are silent")
        }

        private func expect(_ engine: EngineProcess, _ key: String, _ value: Int) throws {
            for _ in 0..<200 {
                if try engine.ask("status").int(key) == value { return }
                Pause.milliseconds(25)
            }
            Issue.record("\(key) never was \(value): \(try engine.ask("status").all)")
        }
    }
}
