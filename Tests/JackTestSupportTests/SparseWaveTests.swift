// Tests the WAV files made for tests: other programs read them.
import Glibc
import JackTestSupport
import TestSupport
import Testing

@Suite struct SparseWaveTests {
    private let folder = TempFolder()

    /// A file of 24 hours by its header holds only seconds on the disk.
    @Test func aDayIsAHoleWithIslands() throws {
        let path = folder.file("day.wav")
        let frames = 24 * 3600 * 48_000
        let wave = try #require(SparseWave(path, frames: frames))
        let island = 20 * 3600 * 48_000 + 12_000
        #expect(wave.put(SparseWave.coded(from: island, frames: 4800), at: island))
        #expect(!wave.put(SparseWave.coded(frames: 2), at: frames - 1))
        let info = Process.run("/usr/bin/sndfile-info", [path])
        #expect(info.output.contains("RF64") && info.output.contains("Frames      : \(frames)"), "\(info)")
        #expect(Process.run("/usr/bin/ffprobe", ["-v", "error", path]).errors == "")
        var status = stat()
        #expect(unsafe stat(path, &status) == 0 && status.st_size > 33_000_000_000 && status.st_blocks < 1000)
        // The samples themselves have to be where they were put.
        let cut = folder.file("cut.wav")
        // sox would read everything before the place.
        let words = ["-v", "error", "-ss", "\(Double(island) / 48_000)", "-i", path, "-t", "0.01", "-c:a", "pcm_f32le", cut]
        let cutting = Process.run("/usr/bin/ffmpeg", words)
        #expect(cutting.code == 0, "\(cutting)")
        let text = Process.run("/usr/bin/sox", ["-D", cut, "-t", "dat", "-"]).output
        let row = text.split(separator: "\n").dropFirst(2).prefix(3).map { line in
            line.split(separator: " ").dropFirst().compactMap { Double($0) }
        }
        for (number, values) in row.enumerated() {
            let wanted = FrameCode.fine.encode(UInt32(island + number))
            #expect(values.count == 2 && abs(values[0] - Double(wanted.x)) < 1e-6 && abs(values[1] - Double(wanted.y)) < 1e-6)
        }
    }

    @Test(arguments: [(44_100, SparseWave.Kind.float), (96_000, .int16)])
    func aShortTapeIsAWave(rate: Int, kind: SparseWave.Kind) {
        let path = folder.file("short.wav")
        #expect(SparseWave.make(path, SparseWave.sine(440, frames: rate, rate: rate), rate: rate, kind: kind))
        let info = Process.run("/usr/bin/soxi", [path]).output
        #expect(info.contains("\(rate)") && info.contains("00:00:01.00"), "\(info)")
        let stat = Process.run("/usr/bin/sox", [path, "-n", "stat"]).errors
        #expect(stat.contains("Maximum amplitude:     0.5") || stat.contains("Maximum amplitude:     0.49"), "\(stat)")
    }

    /// Pages of a file on a disk are dropped. A file system in memory keeps them.
    @Test(.enabled(if: TempFolder.onDisk() != nil, "/tmp and /var/tmp are in memory: name a folder on a disk with TMPDIR"))
    func droppedPagesAreGone() throws {
        let folder = try #require(TempFolder.onDisk())
        let path = folder.file("cold.wav")
        #expect(SparseWave.make(path, SparseWave.coded(frames: 48_000)))
        #expect(try #require(PageCache.residentPages(path, from: 4096, bytes: 384_000)) > 90)
        #expect(PageCache.drop(path))
        #expect(PageCache.residentPages(path, from: 4096, bytes: 384_000) == 0)
        #expect(!PageCache.drop(folder.file("none")) && PageCache.residentPages(folder.file("none"), from: 0, bytes: 1) == nil)
    }
}
