// Measures peaks from uncompressed samples without libsndfile. Any number of threads; blocks on the disk.
import Dictation
internal import Messages
import System

/// Reads samples directly as they lie in a file: WAV, RF64 and W64 with one or two channels of float, 24-bit or 16-bit samples.
///
/// Callers on several threads may share it, each with frames of its own.
@safe final class PlainAudio: Sendable {
    /// Bytes per read; fits the cache of one core.
    private static let pieceBytes = 256 * 1024

    private let path: String
    private let descriptor: Int32
    private let sample: PeakMeasure.Sample
    private let channels: Int
    private let rate: Int
    /// Byte offset of the first sample.
    private let start: Int64

    /// Opens the file; nil if its samples are of another kind, or laid out so that only libsndfile can read them.
    init?(_ path: String, _ info: SegmentInfo) throws(StorageError) {
        let samples: [String: PeakMeasure.Sample] = ["float": .float, "pcm24": .pcm24, "pcm16": .pcm16]
        guard ["wav", "rf64", "w64"].contains(info.container), let sample = samples[info.encoding], info.channels <= 2
        else { return nil }
        descriptor = try onDisk("open", path, File.open(path, .read, .noWait))
        self.path = path
        self.sample = sample
        channels = info.channels
        rate = info.rate
        guard let start = PlainAudio.start(descriptor, path, info, frameBytes: channels * sample.bytes) else {
            File.close(descriptor)  // only read, so a failing close loses nothing
            return nil
        }
        self.start = start
    }

    deinit {
        File.close(descriptor)  // only read, so a failing close loses nothing
    }

    private static func start(_ descriptor: Int32, _ path: String, _ info: SegmentInfo, frameBytes: Int) -> Int64? {
        do throws(StorageError) {
            let length = try FileStatus(of: descriptor, path: path).bytes
            let source = ByteSource(descriptor, path: path, length: length, windowBytes: 16_384)
            let layout = try info.container == "w64" ? Wave64Layout.read(source) : WaveLayout.read(source)
            guard layout.frameBytes == frameBytes, layout.channels == info.channels,
                layout.dataStart + info.frames * Int64(frameBytes) <= source.length
            else { return nil }
            return layout.dataStart
        } catch {
            // A layout that only libsndfile understands is decoded through libsndfile.
            return nil
        }
    }

    /// Returns the finest peak columns of the given frames, `base` frames per column.
    func columns(_ frames: Range<Int64>, base: Int) throws(StorageError) -> [PeakColumn] {
        let frameBytes = channels * sample.bytes
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceBytes + PeakMeasure.slack, alignment: 4096)
        defer { unsafe buffer.deallocate() }
        var columns: [PeakColumn] = []
        columns.reserveCapacity(frames.count / base + 1)
        var column = PeakColumn()
        var done = frames.lowerBound
        while done < frames.upperBound {
            let wanted = Int(min(Int64(Self.pieceBytes / frameBytes), frames.upperBound - done)) * frameBytes
            let piece = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<wanted])
            let place = start + done * Int64(frameBytes)
            let got = try unsafe onDisk("read", path, File.readSome(descriptor, into: piece, at: place))
            let count = got / frameBytes
            guard count > 0, let first = buffer.baseAddress else {
                let found = TimeSpan.comparison(done, to: frames.upperBound, rate: rate)
                throw .notAudio(path: path, reason: tr("it is at least \(found) than its header says"))
            }
            var at = 0
            while at < count {
                let part = min(base - column.frames, count - at)
                let place = unsafe UnsafeRawPointer(first + at * frameBytes)
                column.add(unsafe PeakMeasure.column(sample, place, frames: part, channels: channels))
                at += part
                guard column.frames == base else { continue }
                columns.append(column)
                column = PeakColumn()
            }
            done += Int64(count)
        }
        if column.frames > 0 { columns.append(column) }
        return columns
    }
}
