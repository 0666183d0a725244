// Measures waveforms. Main thread only.
import Dictation
import FoundationEssentials
import Storage
import System

/// Time to draw a waveform, in turn with reading the same file from memory and doing nothing with it.
struct PeaksBench {
    /// Times of one format.
    struct Row: Encodable {
        let format: String
        let bytes: Int64
        let peakBytes: Int64
        /// All times are milliseconds.
        let read: Double
        let scan: Double
        var ratio: Double { scan / read }

    }

    let plan: PeaksPlan

    /// Draws all formats and prints the result.
    func run() throws(BenchError) {
        let rows = try measure()
        try Output.write(plan.isJSON ? try json(rows) : table(rows))
    }

    /// Draws all formats.
    func measure() throws(BenchError) -> [Row] {
        let folder = try Folder(in: plan.folder)
        var rows: [Row] = []
        do throws(StorageError) {
            let library = try Library(folder: folder.path)
            let kinds: [(AudioFormat.SampleEncoding, Int)] = [(.float, 2), (.pcm24, 2), (.pcm16, 2), (.pcm16, 1)]
            for (encoding, channels) in kinds {
                rows.append(try measure(library, encoding, channels))
            }
        } catch {
            throw .unfit(error.description)
        }
        return rows
    }

    private func measure(
        _ library: Library, _ encoding: AudioFormat.SampleEncoding, _ channels: Int
    ) throws(StorageError) -> Row {
        let file = "\(encoding.rawValue)-\(channels).wav"
        let path = library.path(of: file)
        let bytes = try make(path, encoding, channels)
        var (reads, scans): ([Double], [Double]) = ([], [])
        // Round 0 does not count; it brings the whole file into memory.
        for round in 0...plan.rounds {
            let read = try time { () throws(StorageError) in try cat(path) }
            let scan = try time { () throws(StorageError) in
                let scan = try PeakScan(library, file)
                while try !scan.step() {}
            }
            guard round > 0 else { continue }
            reads.append(read)
            scans.append(scan)
        }
        let peaks = try? FileStatus("\(library.folder)/.peaks/\(file).peaks")
        try? File.remove(path)
        let samples = encoding == .float ? "float" : "\(encoding.word) bits"
        return Row(
            format: "\(samples), \(channels == 1 ? "mono" : "stereo")", bytes: bytes,
            peakBytes: peaks?.bytes ?? 0, read: Median.of(reads), scan: Median.of(scans))
    }

    private func make(
        _ path: String, _ encoding: AudioFormat.SampleEncoding, _ channels: Int
    ) throws(StorageError) -> Int64 {
        let format: AudioFormat
        do throws(FormatError) {
            format = try AudioFormat(encoding: encoding, rate: 48_000, channels: channels)
        } catch {
            throw .refusedFormat(path: path, reason: error.description)
        }
        let writer = try SegmentWriter(path: path, format: format)
        let second = (0..<48_000).map { (index: Int) -> SIMD2<Float> in
            let left = Float(index % 997) / 997
            let right = Float(index % 1009) / 1009
            return SIMD2(left, right) - 0.5
        }
        for _ in 0..<plan.seconds {
            try unsafe second.withUnsafeBufferPointer { (frames) throws(StorageError) in unsafe try writer.write(frames) }
        }
        return try writer.close()
    }

    /// Reads a file as cat does.
    private func cat(_ path: String) throws(StorageError) {
        guard let descriptor = try? File.open(path, .read) else { throw .missing(path: path) }
        defer { File.close(descriptor) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 4096)
        defer { unsafe buffer.deallocate() }
        while let count = try? unsafe File.readSome(descriptor, into: buffer), count > 0 {}
    }

    private func time(_ work: () throws(StorageError) -> Void) throws(StorageError) -> Double {
        let start = ContinuousClock.now
        try work()
        let took = start.duration(to: .now).components
        return Double(took.seconds) * 1000 + Double(took.attoseconds) / 1e15
    }

    // MARK: Output

    private func json(_ rows: [Row]) throws(BenchError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        do {
            return String(decoding: try encoder.encode(["peaks": rows]), as: UTF8.self) + "\n"
        } catch {
            throw .unfit("the figures cannot be written as JSON (\(error))")
        }
    }

    private func table(_ rows: [Row]) -> String {
        var lines = [["format", "MB", "read ms", "scan ms", "scan/read", "peaks %"]]
        for row in rows {
            let share = 100 * Double(row.peakBytes) / Double(row.bytes)
            lines.append([
                row.format, "\(row.bytes / 1_000_000)", Text.decimal(row.read, 1), Text.decimal(row.scan, 1),
                Text.decimal(row.ratio, 2), Text.decimal(share, 2),
            ])
        }
        return Text.table(lines, left: 1)
    }
}
