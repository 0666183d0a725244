// A server, an engine and two probes for a test. One thread: the test's.
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

/// A server, an engine, a probe that sends to the engine, and an ear that hears it. Two clients, since JACK would break a
/// loop through one client with a period of delay.
final class EngineFixture {
    // Released in this order: stopping a server with clients in it takes long.
    let ear: Probe
    let probe: Probe
    let engine: EngineProcess
    let server: JackServer

    init(
        rate: Int = 48_000, period: Int = PipeWireServer.usualPeriod, sends signal: Signal = .frames(.fine),
        keeps seconds: Double = 0, engine words: [String] = [], library: String? = nil, synchronous: Bool = true,
        environment: [String: String] = [:], programs: String? = nil, settings: String? = nil
    ) throws {
        server = try #require(JackServer(rate: rate, period: period, synchronous: synchronous), "no jackd")
        engine = try EngineProcess(words, library: library, environment: environment, programs: programs, settings: settings)
        probe = try #require(Probe("probe", sends: signal), "no probe")
        ear = try #require(Probe("ear", keeps: seconds), "no ear")
        #expect(probe.connectOutputs(to: engine.name))
        #expect(ear.connectInputs(from: engine.name))
        // A connection takes effect in one of the next periods.
        probe.waitFor(frame: probe.frameTime &+ UInt32(2 * period))
    }

    /// Records from exactly `start` for exactly `frames`; returns the answer of stop. What is in between passes in freewheel.
    @discardableResult
    func take(_ name: String, at start: UInt32, frames: Int, _ words: String...) throws -> Fields {
        _ = try engine.reply("rec", ["name", name, "at-frame", "\(start)"] + words)
        // The stop goes out long before its frame, since a late one is refused. Its answer comes with the end of the take, and no
        // client waits for that for ever.
        let end = start &+ UInt32(frames)
        probe.skip(to: end)
        if frames > 10 * probe.rate { probe.waitFor(frame: end &- UInt32(10 * probe.rate)) }
        return try engine.ask("stop", "at-frame", "\(end)")
    }

    /// A frame far enough ahead for a command to reach the engine in time.
    var soon: UInt32 { probe.frameTime &+ UInt32(probe.rate / 4) }

    static func samples(_ path: String) throws -> [SIMD2<Float>] {
        let reader = try SegmentReader(path: path)
        var frames = [SIMD2<Float>](repeating: .zero, count: Int(reader.info.frames))
        var done = 0
        while done < frames.count {
            let count = unsafe try frames.withUnsafeMutableBufferPointer { buffer in
                unsafe try reader.read(into: UnsafeMutableBufferPointer(rebasing: buffer[done...]))
            }
            guard count > 0 else { break }
            done += count
        }
        return Array(frames[..<done])
    }

    /// Seconds of the long tests: 10; 60 where `DICTA_SOAK` is set, 5 in a quick run.
    static var longTake: Int { unsafe getenv("DICTA_SOAK") != nil ? 60 : QuickRun.isOn ? 5 : 10 }
}

extension Fields {
    func int(_ key: String) -> Int {
        guard case .int(let value)? = self[key] else { return -1 }
        return Int(value)
    }

    func text(_ key: String) -> String {
        guard case .text(let value)? = self[key] else { return "" }
        return value
    }

    func double(_ key: String) -> Double {
        switch self[key] {
        case .double(let value)?: value
        case .int(let value)?: Double(value)
        default: .nan
        }
    }
}

extension EngineFixture {
    /// A fixture whose library has a memo of two takes, 4 s long.
    static func memo(keeps seconds: Double = 0) throws -> EngineFixture {
        let fixture = try EngineFixture(keeps: seconds)
        try fixture.take("memo", at: fixture.soon, frames: 96_000)
        let start = fixture.soon
        _ = try fixture.engine.reply("append", ["memo", "at-frame", "\(start)"])
        try fixture.engine.ask("stop", "what", "rec", "at-frame", "\(start &+ 96_000)")
        return fixture
    }
}
