// A central machine with engines, and takes over the network. One thread: the test's.
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

/// Engines and takes at the central machine of a network.
enum NetworkFixture {
    static let reason: Comment = "makes networks of its own (ip netns, nftables): run it as root"

    static func central() throws -> Bridge { try #require(Bridge(), "no central machine") }

    /// Starts an engine at the central server.
    static func engine(_ bridge: Bridge, _ words: String...) throws -> EngineProcess {
        try EngineProcess(words, environment: bridge.environment)
    }

    static func recording(_ engine: EngineProcess, _ name: String) throws -> Recording {
        try Library(folder: engine.library).readRecording(name)
    }

    static func waitForSources(_ engine: EngineProcess, _ wanted: String) throws {
        try engine.wait("the sources are never \(wanted)") { $0.text("sources").replacing("\n", with: ", ") == wanted }
    }

    /// Waits until the inputs hear something: a bridge that was cut is silent until it has found its pace again.
    static func waitForSound(_ engine: EngineProcess) throws {
        let isHeard = try Pause.until { try engine.ask("meters").double("in_rms_left_db") > -40 }
        #expect(isHeard, "the inputs stay silent")
    }

    /// Records a take during which `events` happen, in real time: a network does not freewheel.
    static func take(
        _ engine: EngineProcess, _ name: String, _ events: () throws -> Void
    ) throws -> (answer: Fields, segment: Segment, samples: [SIMD2<Float>]) {
        try engine.ask("rec", "name", name)
        try events()
        let answer = try engine.ask("stop")
        let recording = try recording(engine, name)
        let segment = try #require(recording.segments.first)
        return (answer, segment, try EngineFixture.samples(engine.library + "/" + segment.file))
    }

    /// Stretches of exact silence on one side, of a millisecond or more, between sound.
    static func holes(_ samples: [SIMD2<Float>], side: Int, rate: Int = 48_000) -> [Range<Int>] {
        var holes: [Range<Int>] = []
        var start: Int?
        for (place, sample) in samples.enumerated() where sample[side] != 0 {
            if let start, place - start >= rate / 1000 { holes.append(start..<place) }
            start = place + 1
        }
        return holes
    }

    /// Places at which the coded frames do not continue, although no gap or dropout ends there. NetJACK can put another period,
    /// or the first packet of one, in place of a period that it loses just before it stands still; JACK tells nobody.
    static func unexplained(_ samples: [SIMD2<Float>], _ segment: Segment) -> [Int] {
        var known = IndexSpans()
        for gap in segment.gaps { known.add(gap.position, gap.length) }
        for dropout in segment.dropouts ?? [] { known.add(dropout.position, dropout.length) }
        var places: [Int] = []
        var expected: UInt32?
        for (place, sample) in samples.enumerated() where !known.contains(place) {
            let code = FrameCode.fine.decode(sample)
            if let expected, code != expected, !known.ends(at: place), !known.begins(after: place) { places.append(place) }
            expected = code.map { $0 &+ 1 }
        }
        return places
    }

    private struct IndexSpans {
        private var spans: [Range<Int>] = []
        private let period = 1024

        mutating func add(_ position: Int64, _ length: Int64) { spans.append(Int(position)..<Int(position + length)) }
        func contains(_ place: Int) -> Bool { spans.contains { $0.contains(place) } }
        func ends(at place: Int) -> Bool { spans.contains { $0.upperBound == place } }
        func begins(after place: Int) -> Bool { spans.contains { (1...period).contains($0.lowerBound - place) } }
    }
}
