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
            let surfaces = try (0..<6).map { _ in try OscClient(url) }
            try held.hold(engine)
            for surface in surfaces { for _ in 0..<40 { try surface.send("/dicta/info", [.string("x")]) } }
            func refused() throws -> Int {
                for surface in surfaces { try surface.receive(within: 5) }
                return surfaces.reduce(0) { $0 + $1.answers }
            }
            let most = ControlLimits.openOfSurfaces
            try Pause.until { try refused() == 240 - most }
            #expect(try refused() == 240 - most && surfaces.allSatisfy { $0.answers >= 40 - ControlLimits.openOfSender })
            #expect(surfaces.allSatisfy { $0.last["/error"]?.code == FailureCode.busy.rawValue })
            // What is no question to the library is done for everybody.
            #expect(try OscClient(try OscTests.urls(engine)[1]).ask("/dicta/lock", [.string("on")])?.path == "/reply")
            #expect(try OscClient(url).ask("/dicta/info", [.string("x")])?.code == FailureCode.busy.rawValue)
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
            let client = try OscClient(try OscTests.urls(engine)[3])
            func schedule(_ number: Int) throws -> OSCMessage? {
                try client.ask(
                    "/dicta/rec", [.string("at"), .string("2099-01-01T10:\(10 + number % 50)"), .string("for"), .string("1s")])
            }
            for number in 0..<50 { #expect(try schedule(number)?.path == "/reply", "\(number)") }
            #expect(try schedule(50)?.code == FailureCode.busy.rawValue)
            _ = try engine.reply("rec", ["at", "2099-01-02T10:00", "for", "1s"])
            #expect(try engine.reply("schedule").items.count == 51)
        }
    }
}
