// Room: Storage. One thread (the library worker); each step blocks on the disk for a moment only.
import Glibc

/// Draws the waveform of a file that is there: plain samples of WAV, RF64 and W64 (floats, 16 bits) straight from the file,
/// all else decoded. Let go of, it leaves nothing.
@safe public final class PeakScan: PieceJob {
    private enum Way {
        case plain(Int32, PeakMeasure.Sample, from: Int64)
        case decoded(SegmentReader)
    }

    /// Stays in the cache of one core.
    private static let pieceBytes = 256 * 1024
    private static let piecesPerStep = 32

    private let path: String
    private let stamp: PeakStamp
    private let target: String
    private let peaks: PeakWriter
    private let way: Way
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: pieceBytes + PeakMeasure.slack, alignment: 4096)
    private var done: Int64 = 0
    private var isKept = false

    /// Blocks for the header. Of a segment, whatever its sidecar says of it.
    public convenience init(_ library: Library, _ file: String) throws(StorageError) {
        try self.init(library, path: library.path(of: file), target: library.peakPath(of: file))
    }

    /// Of a file that is to get another name: `target` is the peak file's.
    init(_ library: Library, path: String, target: String) throws(StorageError) {
        self.path = path
        self.target = target
        let reader = try SegmentReader(path: path)
        let info = reader.info
        stamp = try PeakStamp(path: path, frames: info.frames, rate: info.rate, channels: info.channels)
        let perFrame = info.frames > 0 ? Double(stamp.bytes) / Double(info.frames) : 1
        peaks = try PeakWriter(library, channels: info.channels, bytesPerFrame: perFrame)
        if let (descriptor, sample, start) = try Self.plain(path, info) {
            way = .plain(descriptor, sample, from: start)
        } else {
            way = .decoded(reader)
        }
    }

    deinit {
        // Only read from.
        if case .plain(let descriptor, _, _) = way { _ = close(descriptor) }
        unsafe buffer.deallocate()
    }

    public var fraction: Double { stamp.frames == 0 ? 1 : Double(done) / Double(stamp.frames) }

    /// Where the audio begins in a file whose samples can be looked at as they lie there.
    private static func plain(
        _ path: String, _ info: SegmentInfo
    ) throws(StorageError) -> (Int32, PeakMeasure.Sample, Int64)? {
        let samples: [String: PeakMeasure.Sample] = ["float": .float, "pcm24": .pcm24, "pcm16": .pcm16]
        guard ["wav", "rf64", "w64"].contains(info.container), let sample = samples[info.encoding], info.channels <= 2
        else { return nil }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw StorageError(code: errno, operation: "open", path: path) }
        do throws(StorageError) {
            let length = try FileStatus(of: descriptor, path: path).bytes
            let source = ByteSource(descriptor, path: path, length: length, windowBytes: 16_384)
            let layout = try info.container == "w64" ? Wave64Layout.read(source) : WaveLayout.read(source)
            let frameBytes = info.channels * sample.bytes
            if layout.frameBytes == frameBytes, layout.channels == info.channels,
                layout.dataStart + info.frames * Int64(frameBytes) <= source.length
            {
                return (descriptor, sample, layout.dataStart)
            }
        } catch {
            // One that only libsndfile understands is decoded.
        }
        _ = close(descriptor)
        return nil
    }

    public func step() throws(StorageError) -> Bool {
        for _ in 0..<Self.piecesPerStep where done < stamp.frames { try piece() }
        guard done >= stamp.frames else { return false }
        if !isKept { try peaks.keep(as: target, stamp) }
        isKept = true
        return true
    }

    private func piece() throws(StorageError) {
        switch way {
        case .plain(let descriptor, let sample, let start): try look(descriptor, sample, start)
        case .decoded(let reader):
            let room = unsafe buffer.bindMemory(to: SIMD2<Float>.self)
            let got = unsafe try reader.read(into: room)
            guard got > 0 else { throw .notAudio(path: path, reason: "it ends after \(done) of \(stamp.frames) frames") }
            unsafe peaks.add(UnsafeBufferPointer(rebasing: room[..<got]))
            done += Int64(got)
        }
    }

    private func look(_ descriptor: Int32, _ sample: PeakMeasure.Sample, _ start: Int64) throws(StorageError) {
        let frameBytes = stamp.channels * sample.bytes
        let wanted = Int(min(Int64(Self.pieceBytes / frameBytes), stamp.frames - done)) * frameBytes
        let got = unsafe pread(descriptor, buffer.baseAddress, wanted, Int(start + done * Int64(frameBytes)))
        if got < 0, errno == EINTR { return }
        guard got >= 0 else { throw StorageError(code: errno, operation: "read", path: path) }
        let frames = got / frameBytes
        guard frames > 0, let first = unsafe buffer.baseAddress else {
            throw .notAudio(path: path, reason: "it ends after \(done) of \(stamp.frames) frames")
        }
        var at = 0
        while at < frames {
            let count = min(peaks.room, frames - at)
            let place = unsafe UnsafeRawPointer(first + at * frameBytes)
            peaks.add(unsafe PeakMeasure.column(sample, place, frames: count, channels: stamp.channels))
            at += count
        }
        done += Int64(frames)
    }
}
