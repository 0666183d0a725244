// An engine that shows takes as notifications. One thread: the test's.
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

/// A JACK server, a session bus, and an engine that shows its takes as notifications there.
final class NotificationFixture {
    // Released in this order: stopping a server with clients in it takes long.
    let engine: EngineProcess
    let server: JackServer
    let bus: SessionBus

    /// Starts all three; nil for `settings` leaves the setting as it is by default.
    init(
        settings: String? = "rec-notification = on\n", synchronous: Bool = true, environment: [String: String] = [:],
        programs: String? = nil, socket: String? = nil
    ) throws {
        bus = try SessionBus()
        server = try #require(JackServer(synchronous: synchronous), "no jackd")
        engine = try EngineProcess(
            environment: bus.environment.merging(environment) { $1 }, programs: programs, settings: settings, socket: socket)
    }

    func set(_ key: String, _ value: String) throws { try engine.reply("set", [key, value]) }

    /// Waits until the take has that state.
    func waits(for state: String) throws { try engine.wait("record_state", state) }

    /// State of the take after a time in which the engine has surely taken what had come before.
    func state(after milliseconds: UInt32 = 400) throws -> String {
        Pause.milliseconds(milliseconds)
        return try engine.ask("status").text("record_state")
    }

    /// Lines of the log about notifications, at the end of the engine.
    func linesAtEnd() throws -> [Substring] {
        let end = try #require(engine.quit())
        #expect(end.code == 0, "\(end.errors)")
        return end.errors.split(separator: "\n").filter { $0.contains("otification") }
    }
}
