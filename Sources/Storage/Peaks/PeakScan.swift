// Measures the waveform of an existing file. One owner at a time; each step blocks briefly, and may use several threads.
import Dictation
import Dispatch
internal import Messages
import Synchronization
import System

/// Measures the waveform of a file: uncompressed samples directly, several stretches in parallel; other files by decoding. A
/// scan dropped before its end leaves nothing on disk.
@safe public final class PeakScan: PieceJob {
    private enum Way {
        case plain(PlainAudio)
        case decoded(SegmentReader)
    }

    /// The result of one thread.
    private enum Stretch {
        case block([UInt8])
        case columns([PeakColumn])
    }

    /// Frames of a decoded piece.
    private static let piece = 32_768
    /// Decoded pieces per step.
    private static let piecesPerStep = 32
    /// Frames that a thread measures per step in an uncompressed file, eight megabytes at most. At the finest zoom this is one
    /// block of the peak file; where blocks are longer, it is still a whole number of columns.
    private static let stretch = 1 << 20
    /// More than four threads would only wait for memory.
    private static let threads = min(4, max(1, ThisProcess.processors))

    private let path: String
    private let stamp: PeakStamp
    private let target: String
    private let peaks: PeakWriter
    private let way: Way
    /// Buffer for decoded frames.
    private var room: [SIMD2<Float>] = []
    private var done: Int64 = 0
    private var isKept = false

    /// Opens a segment of the library; length and rate come from the file itself and not from the sidecar. Blocks.
    public convenience init(_ library: Library, _ file: String) throws(StorageError) {
        try self.init(library, path: library.path(of: file), target: Library.peakName(of: file))
    }

    /// Opens a segment that only ffmpeg can read; `path` is its decoded copy. Blocks.
    convenience init(_ library: Library, _ segment: Segment, decoded path: String) throws(StorageError) {
        let own = library.path(of: segment.file)
        let stamp = try PeakStamp(path: own, frames: segment.frames, rate: segment.rate, channels: segment.channels)
        try self.init(library, path: path, target: Library.peakName(of: segment.file), stamp: stamp)
    }

    /// Opens a file that may get another name later; `target` is the name of the peak file. With a `stamp` the file stands for
    /// another one, and as many frames are measured as that one has. Blocks.
    init(_ library: Library, path: String, target: String, stamp known: PeakStamp? = nil) throws(StorageError) {
        self.path = path
        self.target = target
        let reader = try SegmentReader(path: path)
        let info = reader.info
        if let known {
            stamp = known
        } else {
            stamp = try PeakStamp(path: path, frames: info.frames, rate: info.rate, channels: info.channels)
        }
        // More than two channels are decoded by ffmpeg as a mix.
        guard stamp.frames <= info.frames, stamp.channels == info.channels || stamp.channels > 2 && info.channels == 2 else {
            let found = TimeSpan.length(info.frames, rate: info.rate)
            let wanted = TimeSpan.length(stamp.frames, rate: info.rate)
            throw .notAudio(
                path: path,
                reason: tr(
                    info.channels, "it lasts \(found) with \(info.channels) channel instead of \(wanted) with \(stamp.channels)",
                    "it lasts \(found) with \(info.channels) channels instead of \(wanted) with \(stamp.channels)"))
        }
        let perFrame = info.frames > 0 ? Double(stamp.bytes) / Double(info.frames) : 1
        peaks = try PeakWriter(library, channels: info.channels, bytesPerFrame: perFrame)
        if let audio = try PlainAudio(path, info) {
            way = .plain(audio)
        } else {
            way = .decoded(reader)
        }
    }

    /// Progress from 0 to 1.
    public var fraction: Double { stamp.frames == 0 ? 1 : Double(done) / Double(stamp.frames) }

    /// Measures the next stretches and returns true once the peak file is in place.
    public func step() throws(StorageError) -> Bool {
        switch way {
        case .plain(let audio): try drawStretches(audio)
        case .decoded(let reader): for _ in 0..<Self.piecesPerStep where done < stamp.frames { try draw(reader) }
        }
        guard done >= stamp.frames else { return false }
        if !isKept { try peaks.keep(as: target, stamp) }
        isKept = true
        return true
    }

    private func draw(_ reader: SegmentReader) throws(StorageError) {
        if room.isEmpty { room = [SIMD2<Float>](repeating: .zero, count: Self.piece) }
        let wanted = min(room.count, Int(stamp.frames - done))
        let got = unsafe try room.withUnsafeMutableBufferPointer { (room) throws(StorageError) in
            let got = unsafe try reader.read(into: UnsafeMutableBufferPointer(rebasing: room[..<wanted]))
            unsafe peaks.add(UnsafeBufferPointer(rebasing: room[..<got]))
            return got
        }
        guard got > 0 else {
            let found = TimeSpan.comparison(done, to: stamp.frames, rate: reader.info.rate)
            throw .notAudio(path: path, reason: tr("it is \(found) than its header says"))
        }
        done += Int64(got)
    }

    /// Measures stretches in parallel: columns and blocks are independent of each other.
    private func drawStretches(_ audio: PlainAudio) throws(StorageError) {
        let layout = PeakLayout(stamp, base: peaks.base)
        let isBlock = layout.framesPerBlock == Self.stretch
        let starts = stride(from: done, to: stamp.frames, by: Self.stretch).prefix(Self.threads)
        let frames = starts.map { $0..<min(stamp.frames, $0 + Int64(Self.stretch)) }
        let missing = StorageError.notAudio(path: path, reason: tr("a part of it was not measured"))
        let drawn = Mutex([Result<Stretch, StorageError>](repeating: .failure(missing), count: frames.count))
        DispatchQueue.concurrentPerform(iterations: frames.count) { index in
            let stretch = Result { () throws(StorageError) in
                let columns = try audio.columns(frames[index], base: layout.base)
                return isBlock ? Stretch.block(PeakBlock.bytes(columns, channels: layout.channels)) : .columns(columns)
            }
            drawn.withLock { $0[index] = stretch }
        }
        for (frames, stretch) in zip(frames, drawn.withLock { $0 }) {
            switch try stretch.get() {
            case .block(let bytes): peaks.add(block: bytes, frames: frames.count)
            case .columns(let columns): for column in columns { peaks.add(column) }
            }
            done += Int64(frames.count)
        }
    }
}
