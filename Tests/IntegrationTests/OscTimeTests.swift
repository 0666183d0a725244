// Tests bundles with a later time, and how soon a question is answered (C1, C2).
import Control
import Dictation
import Glibc
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    @Suite struct OscTimeTests {
        private func bundle(_ messages: [OSCMessage], at time: TimeTag) throws -> [UInt8] {
            OSCPacket.bundle(try messages.map { message throws in try message.encode() }, at: time)
        }

        private func later(_ seconds: Double) -> TimeTag { TimeTag(TimeTag.now.value + UInt64(seconds * 4_294_967_296)) }

        /// One moment on both clocks, as another client of the server sees them.
        private typealias Look = (width: Double, frame: Double, at: TimeTag)

        private func look(_ fixture: EngineFixture) -> Look {
            // The narrowest of twenty readings: a busy machine can come between the two clocks.
            let looks = (0..<20).map { _ in
                let before = TimeTag.now
                let frame = fixture.probe.frameTime
                return (width: TimeTag.now.seconds(since: before), frame: Double(frame), at: before)
            }
            return looks.min { $0.width < $1.width } ?? (.nan, .nan, .now)
        }

        /// Distance of a frame from the frame of a time. The server's clock stands still while the server is late, so each
        /// reading gives another frame for the same time: all frames between the lowest and the highest are right.
        private func distance(_ frame: Double, from time: TimeTag, _ looks: [Look]) -> Double {
            let frames = looks.map { $0.frame + time.seconds(since: $0.at) * 48_000 }
            guard let low = frames.min(), let high = frames.max() else { return .nan }
            return frame - min(max(frame, low), high)
        }

        /// Record and stop in one packet, sent before their time: both take effect at the frame of their time.
        @Test func aBundleForLaterHoldsAtTheFrameOfItsTime() throws {
            let fixture = try EngineFixture(engine: OscTests.ways)
            let client = try OscClient(try OscTests.urls(fixture.engine)[1])
            let (begin, end) = (later(1.5), later(2.5))
            var looks = [look(fixture)]
            let stop = try bundle([OSCMessage("/dicta/stop")], at: end)
            let record = try OSCMessage("/dicta/rec", [.string("name"), .string("timed")]).encode()
            try client.send(packet: OSCPacket.bundle([record, stop], at: begin))
            for _ in 0..<6 {
                try client.receive(within: 50)
                looks.append(look(fixture))
            }
            #expect(client.answers == 0, "a command was done before its time")
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
            for _ in 0..<100 where client.answers < 2 {
                try client.receive(within: 50)
                looks.append(look(fixture))
            }
            let info = try fixture.engine.ask("info", "name", "timed")
            let start = Double(info.int("start_frame"))
            let off = distance(start, from: begin, looks)
            let length = distance(start + Double(info.int("frames")), from: end, looks)
            print("MEASURED osc bundle: record \(off) frames off its time, stop \(length) frames off its own")
            #expect(abs(off) <= 480 && abs(length) <= 480)
            let report = FrameReport(try EngineFixture.samples(info.text("path")), .fine)
            #expect(report.isClean && report.first == UInt32(fixture.probe.number(of: UInt32(info.int("start_frame")))))
        }

        /// A command without a frame is done by the clock; a wrong one is refused at once; quit answers all that still wait.
        @Test func whatHasNoFrameIsDoneByTheClockAndInOrder() throws {
            let engine = try EngineProcess(
                OscTests.ways, waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": "nobody-here"])
            let client = try OscClient(try OscTests.urls(engine)[3])
            let due = later(0.4)
            let rates = [0.6, 0.7, 0.8].map { OSCMessage("/dicta/rate", [.double($0)]) }
            try client.send(packet: try bundle(rates + [OSCMessage("/dicta/ping"), OSCMessage("/dicta/nope")], at: due))
            try client.receive(within: 200)
            #expect(client.counts == ["/error": 1])
            for _ in 0..<100 where client.answers < 5 { try client.receive(within: 20) }
            let late = TimeTag.now.seconds(since: due)
            print("MEASURED osc timer: answers \(late * 1000) ms after the time")
            #expect(late > 0 && late < 0.5)
            #expect(client.counts == ["/error": 1, "/reply": 4])
            #expect(try engine.ask("status").double("play_rate") == 0.8)
            // A time in the past means now, in the order of the messages.
            try client.send(packet: try bundle(rates.reversed(), at: TimeTag(TimeTag.now.value - 1 << 34)))
            for _ in 0..<100 where client.answers < 8 { try client.receive(within: 20) }
            #expect(try engine.ask("status").double("play_rate") == 0.6)
            try client.send(packet: try bundle([OSCMessage("/dicta/rate", [.double(2)])], at: later(3600)))
            try client.send(packet: try bundle([OSCMessage("/dicta/rate", [.double(2)])], at: later(200_000)))
            try client.receive(within: 200)
            #expect(client.counts["/error"] == 2, "a bundle more than a day ahead was accepted")
            try engine.ask("quit")
            try client.receive(within: 1000)
            #expect(client.counts["/error"] == 3, "quit left a waiting bundle without an answer")
        }

        /// The number of waiting messages is limited.
        @Test func whatWaitsIsBounded() throws {
            let engine = try EngineProcess(
                OscTests.ways, waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": "nobody-here"])
            let client = try OscClient(try OscTests.urls(engine)[3])
            let many = try bundle(Array(repeating: OSCMessage("/dicta/stop"), count: 100), at: later(1000))
            for _ in 0..<50 {
                try client.send(packet: many)
                try client.receive()
            }
            func answers(_ clients: [OscClient]) throws -> Int {
                for client in clients { try client.receive(within: 5) }
                return clients.reduce(0) { $0 + $1.answers }
            }
            try Pause.until(120) { try answers([client]) >= 5000 - ControlLimits.waitingOfHost }
            #expect(client.counts == ["/error": 5000 - ControlLimits.waitingOfHost])
            #expect(client.last["/error"]?.code == FailureCode.busy.rawValue)
            // Many surfaces together leave places for the owner.
            let others = try (2..<5).map { try OscClient(try OscTests.urls(engine)[3], from: $0) }
            for other in others { for _ in 0..<11 { try other.send(packet: many) } }
            let most = ControlLimits.waitingOfSurfaces - ControlLimits.waitingOfHost
            try Pause.until(120) { try answers(others) >= 3300 - most }
            let kept = others.reduce(0) { $0 + 1100 - $1.answers }
            #expect(kept == most)
            let folder = TempFolder()
            let owner = try LocalClient(to: engine.socket, at: folder.file("owner"))
            for _ in 0..<5 { try owner.send(many) }
            try owner.send(try OSCMessage("/dicta/ping").encode())
            #expect(owner.waits(for: 1, seconds: 10) && owner.answers.map(\.path) == ["/dicta/ping"], "\(owner.answers)")
            #expect(try engine.ask("ping").text("engine") == engine.name)
        }

        @Test func aPingGoesRoundQuickly() throws {
            let fixture = try EngineFixture(engine: OscTests.ways, programs: Programs.folder("DICTA_RELEASE"))
            let urls = try OscTests.urls(fixture.engine)
            for (name, url) in [("UDP", urls[1]), ("TCP", urls[3])] {
                let client = try OscClient(url)
                var times: [UInt64] = []
                for _ in 0..<2000 {
                    let start = Moment.now.nanoseconds
                    #expect(try client.ask("/dicta/ping")?.path == "/reply")
                    times.append(Moment.now.nanoseconds - start)
                }
                report(name, times)
            }
            var local: [UInt64] = []
            let request = try CommandTable.request(.engine(.ping))
            var client = try ControlClient(engine: fixture.engine.name, path: fixture.engine.socket)
            for _ in 0..<2000 {
                let start = Moment.now.nanoseconds
                _ = try client.ask(request, timeout: 5)
                local.append(Moment.now.nanoseconds - start)
            }
            report("Unix socket", local)
        }

        private func report(_ name: String, _ times: [UInt64]) {
            let sorted = times.sorted()
            let (middle, high) = (sorted[sorted.count / 2] / 1000, sorted[sorted.count * 99 / 100] / 1000)
            print("MEASURED osc ping over \(name): p50 \(middle) us, p99 \(high) us")
            #expect(middle < 20_000)
        }
    }
}
