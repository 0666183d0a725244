// Tests of the verb watch against a real control server on a thread of its own.
import Control
import Dictation
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("dicta watch: a line a change, until interrupted (C3 C4)")
struct WatchTests {
    let terminal = Terminal()

    /// The engine's side of `watch`: remembers every subscription.
    private final class Surface: Sendable {
        let asked = Mutex<[(request: Request, ticket: Ticket)]>([])

        func take(_ request: Request, _ ticket: Ticket) -> Result<Reply, Failure>? {
            asked.withLock { $0.append((request, ticket)) }
            guard request.text(.topics) != "nonsense" else { return .failure(Failure(.badArgument, "no topic matches")) }
            return .success(Reply(["topics": .text("rate")]))
        }

        func wait(for count: Int) -> [(request: Request, ticket: Ticket)] {
            Pause.until { asked.withLock({ $0.count }) >= count }
            return asked.withLock { $0 }
        }
    }

    private func process(_ words: [String]) throws -> Process {
        try #require(
            Process(
                try Terminal.products() + "/dicta", words,
                environment: ["XDG_RUNTIME_DIR": terminal.runtime, "XDG_STATE_HOME": terminal.folder.file("state")]))
    }

    @Test("it subscribes to what was named, at that rate, and ends its subscription when interrupted")
    func subscribes() throws {
        let surface = Surface()
        let engine = try terminal.engine { surface.take($0, $1) }
        defer { engine.stop() }
        for signal in [SIGINT, SIGTERM] {
            let before = surface.asked.withLock { $0.count }
            let watch = try process(["watch", "meters", "position", "--rate", "5"])
            let first = try #require(surface.wait(for: before + 1).last).request
            #expect(
                first.verb == .subscription(.subscribe) && first.text(.topics) == "meters,position" && first.double(.rate) == 5)
            // The program waits for messages by then: nothing tells that it does.
            _ = usleep(100_000)
            _ = kill(watch.pid, signal)
            let run = watch.finish()
            #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run)")
            #expect(surface.wait(for: before + 2).last?.request.verb == .subscription(.unsubscribe))
        }
    }

    @Test("without topics: what changes by itself and often is left out")
    func standard() throws {
        let surface = Surface()
        let engine = try terminal.engine { surface.take($0, $1) }
        defer { engine.stop() }
        let watch = try process(["watch"])
        let topics = try #require(surface.wait(for: 1).last).request.text(.topics)
        _ = kill(watch.pid, SIGTERM)
        _ = watch.finish()
        #expect(topics == "transport,gains,rate,loop,markers,operations,library,xruns")
    }

    @Test("wrong words are 2, no engine is 3, a refusal says why, and none of them starts anything")
    func refusals() throws {
        #expect(try terminal.run("watch").code == 3)
        #expect(try terminal.run("watch", "--rate", "1000").code == 2)
        let surface = Surface()
        let engine = try terminal.engine { surface.take($0, $1) }
        defer { engine.stop() }
        let run = try terminal.run("watch", "nonsense")
        #expect(run.code == 2 && run.errors == "dicta: no topic matches\n")
        #expect(Terminal.json(try terminal.run("--json", "watch", "nonsense").output, "o['error']['code']") == "5")
        #expect(try terminal.run("help", "watch").output.hasPrefix("Usage: dicta watch [TOPIC...] [--rate NUMBER]"))
    }

    @Test("an engine that ends, ends it with words")
    func engineEnds() throws {
        let surface = Surface()
        let engine = try terminal.engine { surface.take($0, $1) }
        let watch = try process(["watch"])
        _ = surface.wait(for: 1)
        engine.stop()
        let run = watch.finish()
        #expect(run.code == 1 && run.errors.contains("ended"))
    }
}
