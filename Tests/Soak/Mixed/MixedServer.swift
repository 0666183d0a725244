// The server of a mixed run, with the clients that send signals. Main thread only.
import CJack
import Glibc
import JackTestSupport
import System

/// A private server that can be killed and started again, and the clients that send: coded frames, and stretches of sound with
/// silence between them. Each life of the server has clients of its own; earlier ones keep the numbers of their frames.
final class MixedServer {
    /// The signal that an engine gets.
    enum Feed {
        /// Coded frames, exact in float and 24 bits.
        case fine
        /// Coded frames, exact in 16 bits too.
        case coarse
        /// Stretches of sound.
        case voice
    }

    /// One life of the server.
    private struct Life {
        /// A time before any frame of this life.
        let began: Timestamp
        let fine: Probe
        let coarse: Probe
        let voice: Probe
        let ear: Probe
    }

    /// Ten seconds with two stretches of sound.
    static let stretches = [144_013..<192_000, 336_007..<360_001]
    static let cycle = 480_000

    let server: JackServer
    private var lives: [Life] = []

    init(rate: Int = 48_000, period: Int = 256) throws(SoakError) {
        // An engine that is killed holds all up for two seconds, which no engine takes for the end of the server.
        guard let server = JackServer(rate: rate, period: period, timeout: 200) else {
            throw .machine("no JACK server: jackd2 has room for eight servers a machine")
        }
        self.server = server
        try begin(.now)
    }

    private func begin(_ time: Timestamp) throws(SoakError) {
        let signals: [(String, Signal)] = [
            ("fine", .frames(.fine)), ("coarse", .frames(.coarse)),
            ("voice", .stretches(Self.stretches, frames: Self.cycle)), ("ear", .silence),
        ]
        var probes: [Probe] = []
        for (name, signal) in signals {
            // A server with a slow client sometimes refuses a new one.
            var probe: Probe?
            for _ in 0..<5 where probe == nil { probe = Probe(name, sends: signal) }
            guard let probe else { throw .machine("the JACK server takes no client '\(name)'") }
            probes.append(probe)
        }
        lives.append(Life(began: time, fine: probes[0], coarse: probes[1], voice: probes[2], ear: probes[3]))
        // The numbers of frames of long ago are asked for by nobody.
        if lives.count > 3 { lives.removeFirst() }
    }

    /// The client that sends a signal now.
    func probe(_ feed: Feed) -> Probe { Self.probe(feed, lives[lives.count - 1]) }

    /// The client that sent at a time; nil if it is forgotten.
    func probe(_ feed: Feed, at time: String) -> Probe? {
        guard let time = Timestamp(iso8601: String(time.prefix(19)) + "Z") else { return nil }
        return lives.last { $0.began <= time }.map { Self.probe(feed, $0) }
    }

    private static func probe(_ feed: Feed, _ life: Life) -> Probe {
        switch feed {
        case .fine: life.fine
        case .coarse: life.coarse
        case .voice: life.voice
        }
    }

    /// Connects an engine's inputs to a signal, and its outputs to a client that hears.
    func connect(_ engine: EngineProcess, _ feed: Feed) -> Bool {
        probe(feed).connectOutputs(to: engine.name) && lives[lives.count - 1].ear.connectInputs(from: engine.name)
    }

    /// Kills the server, or ends it in order, waits, and starts it again.
    func restart(isKilled: Bool, after seconds: Double) throws(SoakError) {
        if isKilled { server.kill() } else { server.stop() }
        let last = lives[lives.count - 1]
        for probe in [last.fine, last.coarse, last.voice, last.ear] { probe.close() }
        ThisProcess.sleep(milliseconds: Int(seconds * 1000))
        let time = Timestamp.now
        guard server.start() else { throw .machine("the JACK server did not start again") }
        try begin(time)
    }
}
