// Tests that no sender takes what all share: questions, searches, scheduled takes (C16).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct QuotaTests {
        private static let nobody = ["JACK_DEFAULT_SERVER": "nobody-here"]

        /// While the library's thread answers nothing, a surface has so many questions open, all surfaces together some more, and
        /// the owner as many as they like. The rest is told "busy" at once, and asked again later it is answered (issue 39 no. 7).
        @Test func questionsOfSurfacesAreBoundedAndTheOwnersAreNot() throws {
            let held = try HeldLibrary()
            let engine = try EngineProcess(
                OscTests.ways, waitsForJack: false, environment: Self.nobody.merging(held.environment) { $1 })
            let url = try OscTests.urls(engine)[3]
            let surfaces = try (2..<8).map { try OscClient(url, from: $0) }
            try held.hold(engine)
            // In turns: a quick engine would give all places to the first four.
            for _ in 0..<40 { for surface in surfaces { try surface.send("/dicta/info", [.string("x")]) } }
            func refused() throws -> Int {
                for surface in surfaces { try surface.receive(within: 5) }
                return surfaces.reduce(0) { $0 + $1.answers }
            }
            let most = ControlLimits.questionsOfSurfaces
            try Pause.until { try refused() == 240 - most }
            #expect(try refused() == 240 - most && surfaces.allSatisfy { $0.answers >= 40 - ControlLimits.questionsOfHost })
            #expect(surfaces.allSatisfy { $0.last["/error"]?.code == FailureCode.busy.rawValue })
            // Requests that are not questions to the library are done for everybody.
            #expect(try OscClient(try OscTests.urls(engine)[1]).ask("/dicta/lock", [.string("on")])?.path == "/reply")
            #expect(try OscClient(url, from: 8).ask("/dicta/info", [.string("x")])?.code == FailureCode.busy.rawValue)
            let folder = TempFolder()
            let owner = try LocalClient(to: engine.socket, at: folder.file("owner"))
            for _ in 0..<200 { try owner.send(try OSCMessage("/dicta/info", [.string("x")]).encode()) }
            #expect(try engine.ask("ping").text("engine") == engine.name)
            held.release()
            let busy = OSCArgument.int32(FailureCode.busy.rawValue)
            #expect(owner.waits(for: 200, seconds: 60) && !owner.errors.contains { $0[1] == busy }, "\(owner.answers.count)")
            try Pause.until { try refused() >= 240 }
            #expect(surfaces.allSatisfy { $0.last["/error"]?.code == FailureCode.notFound.rawValue })
            #expect(try surfaces[0].ask("/dicta/ls")?.path == "/reply")
            #expect(try surfaces[5].ask("/dicta/ping")?.path == "/reply")
        }

        /// A surface whose questions wait for a disk that hangs can still mark and stop the take (issue 39 no. 7).
        @Test func whoWaitsForTheLibraryCanMarkAndStopTheTake() throws {
            let held = try HeldLibrary()
            let fixture = try EngineFixture(engine: OscTests.ways, environment: held.environment)
            let urls = try OscTests.urls(fixture.engine)
            try fixture.engine.ask("rec", "name", "x")
            try fixture.engine.waitForTake(seconds: 0.1)
            try held.hold(fixture.engine)
            // The second port is one of the same host, whose share the first one has taken.
            for (url, refused) in [(urls[1], 40 - ControlLimits.questionsOfHost), (urls[3], 40)] {
                let surface = try OscClient(url)
                for _ in 0..<40 { try surface.send("/dicta/info", [.string("y")]) }
                try Pause.until {
                    try surface.receive(within: 5)
                    return surface.answers >= refused
                }
                #expect(surface.last["/error"]?.code == FailureCode.busy.rawValue)
                let marked = try surface.ask("/dicta/mark", [.string("here")])
                #expect(marked?.path == "/reply", "\(marked as Any)")
            }
            #expect(try OscClient(urls[1]).ask("/dicta/pause")?.path == "/reply")
            let surface = try OscClient(urls[1])
            try surface.send("/dicta/stop")
            // The take ends at once; its answer may need the library.
            try fixture.engine.wait("record_state", "idle")
            #expect(surface.last["/error"] == nil, "\(surface.last)")
            held.release()
        }

        /// The ports of one host are one sender: they share questions, timed messages, markers to come and scheduled takes, and
        /// leave the rest to others (issue 39 no. 7).
        @Test func thePortsOfOneHostHaveOneShare() throws {
            let held = try HeldLibrary()
            let fixture = try EngineFixture(engine: OscTests.ways, environment: held.environment)
            let engine = fixture.engine
            try fixture.take("x", at: fixture.soon, frames: 24_000)
            try engine.ask("load", "x")
            let url = try OscTests.urls(engine)[1]
            let ports = try (0..<20).map { _ in try OscClient(url) }
            func refused(_ count: Int, _ send: (OscClient) throws -> Void) throws -> Int {
                let before = ports.reduce(0) { $0 + ($1.counts["/error"] ?? 0) }
                for port in ports { try send(port) }
                func errors() throws -> Int {
                    for port in ports { try port.receive(within: 5) }
                    return ports.reduce(0) { $0 + ($1.counts["/error"] ?? 0) } - before
                }
                try Pause.until { try errors() >= count }
                // More would be wrong, too.
                for port in ports { try port.receive(within: 20) }
                return try errors()
            }
            let later = TimeTag(TimeTag.now.value + 1000 << 32)
            let many = OSCPacket.bundle(Array(repeating: try OSCMessage("/dicta/stop").encode(), count: 100), at: later)
            let timed = try refused(2000 - ControlLimits.waitingOfHost) { try $0.send(packet: many) }
            #expect(timed == 2000 - ControlLimits.waitingOfHost)
            // Markers of the loaded recording for a frame in ten minutes.
            let far = Int64(fixture.probe.frameTime &+ 600 * 48_000)
            let marks = try refused(36) {
                for _ in 0..<3 { try $0.send("/dicta/mark", [.string("at-frame"), .int64(far)]) }
            }
            #expect(marks == 36)
            let takes = try refused(10) { port in
                for number in 0..<2 {
                    try port.send(
                        "/dicta/rec", [.string("at"), .string("2099-01-01T10:\(10 + number)"), .string("for"), .string("1s")])
                }
            }
            #expect(takes == 15)
            try held.hold(engine)
            let questions = try refused(60 - ControlLimits.questionsOfHost) { port in
                for _ in 0..<2 { try port.send("/dicta/info", [.string("y")]) }
                try port.send("/dicta/mark", [.string("in"), .string("x"), .string("at"), .string("1")])
            }
            #expect(questions == 60 - ControlLimits.questionsOfHost)
            // Another host has places for all of this, and the owner too.
            let other = try OscClient(url, from: 2)
            for _ in 0..<20 { try other.send("/dicta/info", [.string("y")]) }
            try other.send(packet: many)
            try other.send("/dicta/mark", [.string("at-frame"), .int64(far)])
            #expect(try other.ask("/dicta/ping")?.path == "/reply")
            #expect(other.counts["/error"] == nil, "\(other.last)")
            held.release()
        }

        /// A search has 32 different words at most, however they are divided; the same word again costs nothing.
        @Test func aSearchHasABoundedNumberOfWords() throws {
            let engine = try EngineProcess(OscTests.ways, waitsForJack: false, environment: Self.nobody)
            let client = try OscClient(try OscTests.urls(engine)[3])
            func answer(_ words: String) throws -> OSCMessage? { try client.ask("/dicta/search", [.string(words)]) }
            let many = (1...33).map { "w\($0)" }
            #expect(try answer(many.prefix(32).joined(separator: " "))?.path == "/reply")
            #expect(try answer(Array(repeating: "same", count: 5000).joined(separator: " "))?.path == "/reply")
            for separator in [" ", "-", ", "] {
                let refusal = try #require(try answer(many.joined(separator: separator)))
                #expect(refusal.path == "/error" && "\(refusal)".contains("32"), "\(refusal)")
            }
            let alone = Process.run(
                Programs.path("dicta"), ["--socket", engine.folder.file("none"), "search", "--library", engine.library] + many)
            #expect(alone.code != 0 && alone.errors.contains("32"), "\(alone)")
        }

        /// Surfaces schedule half of the takes at most; the owner still has places.
        @Test func scheduledTakesLeavePlacesForTheOwner() throws {
            let engine = try EngineProcess(OscTests.ways, waitsForJack: false, environment: Self.nobody)
            let url = try OscTests.urls(engine)[3]
            let clients = try (1..<4).map { try OscClient(url, from: $0) }
            func schedule(_ number: Int, _ client: OscClient) throws -> OSCMessage? {
                try client.ask(
                    "/dicta/rec", [.string("at"), .string("2099-01-01T10:\(10 + number % 50)"), .string("for"), .string("1s")])
            }
            for number in 0..<50 {
                let client = clients[number % clients.count]
                #expect(try schedule(number, client)?.path == "/reply", "\(number)")
            }
            #expect(try schedule(50, clients[0])?.code == FailureCode.busy.rawValue)
            _ = try engine.reply("rec", ["at", "2099-01-02T10:00", "for", "1s"])
            #expect(try engine.reply("schedule").items.count == 51)
        }
    }
}
