// Room: integration tests. One thread: the test's.
import Control
import Dictation
import FoundationEssentials
import Glibc
import Storage
import Studio
import Testing
import Workbench

/// An engine, and servers that come and go. Each server has a probe of its own that sends counted frames to the engine.
final class Sitting {
    private var probe: Probe?
    /// Of the server that is gone: how many frames its probe had sent.
    private var sent: [Int] = []
    let engine: EngineRig
    private(set) var server: JackServer

    init(_ words: [String] = [], settings: String? = nil) throws {
        server = try #require(JackServer(), "no jackd")
        engine = try EngineRig(words, settings: settings)
    }

    /// The clock that the engine goes by, in nanoseconds.
    static var clock: UInt64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The probe sends to the engine from now on.
    func play() {
        guard let probe = probe ?? Probe("probe", sends: .frames(.fine)) else {
            Issue.record("no probe")
            return
        }
        self.probe = probe
        #expect(probe.connectOutputs(to: engine.name))
    }

    func kill() {
        server.kill()
        leave()
    }

    func stop() {
        server.stop()
        leave()
    }

    private func leave() {
        sent.append(probe?.count ?? 0)
        probe?.close()
        probe = nil
    }

    func revive(rate: Int = 48_000) throws {
        if rate != server.rate {
            server = try #require(JackServer(rate: rate), "no jackd")
        } else {
            #expect(server.start())
        }
        try wait("jack", "running")
    }

    func wait(_ key: String, _ word: String) throws {
        for _ in 0..<400 {
            if try engine.ask("status").text(key) == word { return }
            _ = usleep(25_000)
        }
        Issue.record("\(key) was never \(word): \(try engine.ask("status").all)")
    }

    /// Ports that the engine has.
    var ports: Int {
        Process.run("/usr/bin/jack_lsp", []).output.split(separator: "\n").count { $0.hasPrefix(engine.name + ":") }
    }

    func recording(_ name: String) throws -> Recording { try Library(folder: engine.library).readRecording(name) }

    /// Seconds between the segments.
    func away(_ recording: Recording) -> Double {
        recording.segments.reduce(0) { sum, segment in
            sum + segment.gaps.reduce(0) { $1.cause == .away ? $0 + Double($1.length) / Double(segment.rate) : $0 }
        }
    }

    /// In each segment the coded frames follow each other without a hole, to the last that its server delivered. `isOne`: all
    /// were of one server.
    func check(_ recording: Recording, isOne: Bool = false) throws {
        for (index, segment) in recording.segments.enumerated() {
            let samples = try Scene.samples(engine.library + "/" + segment.file)
            #expect(samples.count == Int(segment.frames))
            let report = FrameReport(samples, .fine)
            let gaps = segment.gaps.filter { $0.cause == .missed }.reduce(0) { $0 + $1.length }
            #expect(segment.gaps.allSatisfy { $0.cause != .lost })
            if gaps == 0 { #expect(report.isClean, "\(segment.file): \(report)") }
            #expect((segment.gaps.first?.cause == .away) == (index > 0), "\(segment.file): \(segment.gaps)")
            guard !isOne, index < sent.count, let last = samples.last, let number = FrameCode.fine.decode(last), number > 0
            else { continue }
            // What the probe had sent and nobody had taken when the server died is at most what is under way.
            let missing = sent[index] - Int(number) - 1
            #expect((-512...512).contains(missing), "\(segment.file) ends \(missing) frames before the server did")
        }
    }
}

/// A row of numbers that is the same each time for one seed.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var x = state
        x = (x ^ x >> 30) &* 0xbf58_476d_1ce4_e5b9
        x = (x ^ x >> 27) &* 0x94d0_49bb_1331_11eb
        return x ^ x >> 31
    }
}

/// What a process has of the system.
struct Belongings: CustomStringConvertible {
    let threads: Int
    let descriptors: Int
    /// Maps of JACK's shared memory.
    let maps: Int

    init(_ engine: EngineRig) {
        let folder = "/proc/\(engine.process?.pid ?? 0)"
        threads = Belongings.count(folder + "/task")
        descriptors = Belongings.count(folder + "/fd")
        maps = (Files.read(folder + "/maps") ?? "").split(separator: "\n").count { $0.contains("/dev/shm/") }
    }

    private static func count(_ folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count ?? 0
    }

    func isNoMore(than other: Belongings) -> Bool {
        threads <= other.threads && descriptors <= other.descriptors && maps <= other.maps
    }

    var description: String { "\(threads) threads, \(descriptors) descriptors, \(maps) maps" }
}
