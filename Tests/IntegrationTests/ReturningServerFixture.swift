// An engine with servers that come and go. One thread: the test's.
import Control
import Dictation
import FoundationEssentials
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

/// An engine, and servers that come and go. Each server has a probe of its own that sends coded frames to the engine.
final class ReturningServerFixture {
    private(set) var probe: Probe?
    /// Frames that each earlier probe had sent when its server went.
    private var sent: [Int] = []
    let engine: EngineProcess
    let server: JackServer

    init(
        _ words: [String] = [], period: Int = PipeWireServer.usualPeriod, settings: String? = nil,
        synchronous: Bool = true, environment: [String: String] = [:], programs: String? = nil
    ) throws {
        server = try #require(JackServer(period: period, synchronous: synchronous), "no jackd")
        engine = try EngineProcess(words, environment: environment, programs: programs, settings: settings)
    }

    /// Starts a probe that sends to the engine.
    func play() {
        // A server with a slow client sometimes refuses a new one.
        for _ in 0..<3 where probe == nil { probe = Probe("probe", sends: .frames(.fine)) }
        #expect(probe?.connectOutputs(to: engine.name) == true)
        waitUntilRemembered()
    }

    /// Starts a probe that is connected to nothing, if there is none.
    func occupy() { probe = probe ?? Probe("probe", sends: .silence) }

    /// Waits until the engine has stored the connections of a probe. A connection that is taken away before the engine has looked
    /// at it was never there, and the control loop of a busy machine may look late.
    func waitUntilRemembered() {
        let file = "\(engine.library)/.\(engine.name).connections"
        let isStored = Pause.until { Files.read(file)?.contains("probe:out_r") == true }
        #expect(isStored, "the connections of the probe were never stored")
    }

    func kill() {
        server.kill()
        leave()
    }

    func stop() {
        server.stop()
        leave()
    }

    /// Closes the probe.
    func leave() {
        sent.append(probe?.count ?? 0)
        probe?.close()
        probe = nil
    }

    func revive(rate: Int = 48_000) throws {
        #expect(server.start(rate: rate))
        try wait("jack", "running")
    }

    func wait(_ key: String, _ word: String, at place: SourceLocation = #_sourceLocation) throws {
        try engine.wait(key, word, at: place)
    }

    /// Waits until this number of ports feeds the engine's inputs.
    func waitForSources(_ count: Int, at place: SourceLocation = #_sourceLocation) throws {
        try engine.wait("never \(count) sources", at: place) { $0.text("sources").split(separator: "\n").count == count }
    }

    /// Number of the engine's ports.
    var ports: Int {
        let all = Process.run("/usr/bin/jack_lsp", [], environment: server.environment).output.split(separator: "\n")
        return all.count { $0.hasPrefix(engine.name + ":") }
    }

    func recording(_ name: String) throws -> Recording { try Library(folder: engine.library).readRecording(name) }

    /// Seconds of the segments, each at its own rate.
    static func seconds(_ segments: [Segment]) -> Double {
        segments.reduce(0) { $0 + Double($1.frames) / Double($1.rate) }
    }

    /// Seconds between the segments.
    func away(_ recording: Recording) -> Double {
        recording.segments.reduce(0) { sum, segment in
            sum + segment.gaps.reduce(0) { $1.cause == .away ? $0 + Double($1.length) / Double(segment.rate) : $0 }
        }
    }

    /// Checks that the coded frames of each segment follow each other without a hole, to the last that its server delivered.
    /// `isOne`: all segments are of one server.
    func check(_ recording: Recording, isOne: Bool = false) throws {
        for (index, segment) in recording.segments.enumerated() {
            let samples = try EngineFixture.samples(engine.library + "/" + segment.file)
            #expect(samples.count == Int(segment.frames))
            let report = FrameReport(samples, .fine)
            let gaps = segment.gaps.filter { $0.cause == .missed }.reduce(0) { $0 + $1.length }
            #expect(segment.gaps.allSatisfy { $0.cause != .lost })
            if gaps == 0 { #expect(PipeWireServer.isOurs ? report.isInOrder : report.isClean, "\(segment.file): \(report)") }
            #expect((segment.gaps.first?.cause == .away) == (index > 0), "\(segment.file): \(segment.gaps)")
            guard !isOne, index < sent.count, let last = samples.last, let number = FrameCode.fine.decode(last), number > 0
            else { continue }
            // Frames that the probe had sent and the server had not delivered when it died are at most those under way.
            let missing = sent[index] - Int(number) - 1
            #expect(abs(missing) <= 2 * server.period, "\(segment.file) ends \(missing) frames before the server did")
        }
    }
}

/// System resources of a process.
struct Belongings: CustomStringConvertible {
    let threads: Int
    let descriptors: [String]
    /// Mappings of JACK's shared memory.
    let maps: [String]
    /// Anonymous memory. The rings of a client take some 7000 kB.
    let kilobytes: Int

    init(_ engine: EngineProcess) {
        let folder = "/proc/\(engine.process?.pid ?? 0)"
        kilobytes = engine.anonymousKilobytes
        threads = Belongings.names(folder + "/task").count
        descriptors = Belongings.names(folder + "/fd").map { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/fd/\(name)")) ?? ""
        }.sorted()
        maps = (Files.read(folder + "/maps") ?? "").split(separator: "\n").filter { $0.contains("/dev/shm/") }
            .compactMap { $0.split(separator: " ").last.map(String.init) }.sorted()
    }

    private static func names(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    func isNoMore(than other: Belongings) -> Bool {
        threads <= other.threads && kilobytes <= other.kilobytes + 5000 && descriptors.count <= other.descriptors.count
            && maps.count <= other.maps.count
    }

    var description: String { "\(threads) threads, \(descriptors) descriptors, \(maps) maps, \(kilobytes) kB" }
}
