// Tests that the progress of a work follows its time.
import CLinux
import Catalogue
import Dictation
import FoundationEssentials
import Glibc
import Storage
import System
import TestSupport
import Testing

@testable import Engine

@Suite("The progress of a work follows the time that its parts take (F3, issue 14)") struct ProgressTests {
    private let fixture: LibraryFixture
    private let catalogue: Catalogue

    init() throws {
        fixture = try LibraryFixture()
        catalogue = Catalogue(fixture.library, indexFolder: fixture.folder.file("other"))
    }

    /// Seconds that processors have worked for this process and for the programs that it started. On a quiet machine works take as
    /// long; a busy one is busy in one part of a work more than in another.
    private static func worked() -> Double {
        func seconds(_ clock: clockid_t) -> Double {
            var time = timespec()
            guard unsafe clock_gettime(clock, &time) == 0 else { return 0 }
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        var ended = rusage()
        _ = unsafe getrusage(RUSAGE_CHILDREN.rawValue, &ended)
        let gone = [ended.ru_utime, ended.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        let running = threads.flatMap { (Files.read("/proc/self/task/\($0)/children") ?? "").split(separator: " ") }
        return seconds(CLOCK_PROCESS_CPUTIME_ID) + gone
            + running.compactMap { pid_t($0) }.reduce(0) { sum, process in
                var clock = clockid_t()
                return unsafe clock_getcpuclockid(process, &clock) == 0 ? sum + seconds(clock) : sum
            }
    }

    /// Does a work to its end; gives the time and the progress after each step, both from 0 to 1.
    private func looks(_ verb: String, _ words: String...) throws -> (seconds: Double, looks: [(time: Double, fraction: Double)])
    {
        _ = try catalogue.begin(try fixture.request(verb, words))
        let start = Self.worked()
        var looks: [(Double, Double)] = []
        while true {
            for over in catalogue.step() {
                _ = try over.result.get()
                let length = Self.worked() - start
                return (length, looks.map { ($0.0 / length, $0.1) })
            }
            if let work = catalogue.work { looks.append((Self.worked() - start, work.fraction)) }
        }
    }

    private func check(_ what: String, _ result: (seconds: Double, looks: [(time: Double, fraction: Double)])) {
        let looks = result.looks
        #expect(zip(looks, looks.dropFirst()).allSatisfy { $0.fraction <= $1.fraction }, "\(what): it goes back")
        #expect((looks.first?.fraction ?? 0) < 0.1, "\(what) begins at \(looks.first?.fraction ?? 0)")
        let worst = looks.max { abs($0.time - $0.fraction) < abs($1.time - $1.fraction) } ?? (0, 0)
        print(
            "MEASURED progress of \(what), \(result.seconds) s: at \((worst.time * 100).rounded()) % of the time it tells \((worst.fraction * 100).rounded()) %"
        )
        // The start of ffmpeg is most of a short work. A machine that is busy is busy in one part more than in
        // another.
        #expect(
            result.seconds < 2 || abs(worst.time - worst.fraction) < 0.35,
            "\(what): at \((worst.time * 100).rounded()) % of the time it tells \((worst.fraction * 100).rounded()) %")
    }

    @Test("of exports, deliveries, imports and flattening") func followsTheTime() throws {
        let out = fixture.folder.file("out")
        try #require(Files.makeFolder(out))
        // Noise is work for an encoder; silence would be none.
        let sound = "anoisesrc=color=pink:sample_rate=48000:duration=30,aformat=channel_layouts=stereo"
        let made = Process.run("/usr/bin/ffmpeg", ["-v", "error", "-f", "lavfi", "-i", sound, "\(out)/noise.wav"])
        try #require(made.code == 0, "\(made)")
        _ = try looks("import", "\(out)/noise.wav", "--name", "long")
        for kind in ["wav", "flac", "ogg", "m4a"] {
            check("export to \(kind)", try looks("export", "long", "--to", "\(out)/long.\(kind)"))
        }
        for kind in ["wav", "flac", "m4a"] {
            check("import of \(kind)", try looks("import", "\(out)/long.\(kind)", "--name", "of \(kind)"))
        }
        check("export from flac to flac", try looks("export", "of flac", "--to", "\(out)/again.flac"))
        check("export at another rate", try looks("export", "long", "--rate", "0.8", "--to", "\(out)/slow.wav"))
        check("delivery", try looks("deliver", "of flac"))
        _ = try looks("cut", "of wav", "--from", "1s", "--until", "2s")
        check("rendering", try looks("render", "of wav"))
        check("flattening", try looks("flatten", "of wav"))
    }
}
