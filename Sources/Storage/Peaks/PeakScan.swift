// One thread (the library worker), which lets others help; each step blocks on the disk for a moment only.
import Dictation
import Dispatch
import Glibc
import Synchronization

/// Draws the waveform of a file that is there: plain samples straight from the file, some stretches of it at once; all else is
/// decoded. Let go of, it leaves nothing.
@safe public final class PeakScan: PieceJob {
    private enum Way {
        case plain(PlainAudio)
        case decoded(SegmentReader)
    }

    /// What one thread has drawn.
    private enum Stretch {
        case block([UInt8])
        case columns([PeakColumn])
    }

    /// Of what is decoded: frames, and how many such pieces make a step.
    private static let piece = 32_768
    private static let piecesPerStep = 32
    /// Of what is plain: frames that a thread draws in a step, eight megabytes at most. At the finest zoom that is a block of the
    /// peak file; where blocks are longer, it is still a whole number of columns.
    private static let stretch = 1 << 20
    /// More than a few wait for memory.
    private static let threads = min(4, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    private let path: String
    private let stamp: PeakStamp
    private let target: String
    private let peaks: PeakWriter
    private let way: Way
    /// Of what is decoded.
    private var room: [SIMD2<Float>] = []
    private var done: Int64 = 0
    private var isKept = false

    /// Blocks for the header. Of a segment, whatever its sidecar says of it.
    public convenience init(_ library: Library, _ file: String) throws(StorageError) {
        try self.init(library, path: library.path(of: file), target: library.peakPath(of: file))
    }

    /// Of a segment that only ffmpeg reads, from what that has made of it.
    convenience init(_ library: Library, _ segment: Segment, decoded path: String) throws(StorageError) {
        let own = library.path(of: segment.file)
        let stamp = try PeakStamp(path: own, frames: segment.frames, rate: segment.rate, channels: segment.channels)
        try self.init(library, path: path, target: library.peakPath(of: segment.file), stamp: stamp)
    }

    /// Of a file that is to get another name: `target` is the peak file's. With a `stamp` it stands for another file, and as much
    /// of it is drawn as that one has.
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
        guard stamp.frames <= info.frames, stamp.channels == info.channels else {
            throw .notAudio(path: path, reason: "it has \(info.frames) frames of \(info.channels) channels, not \(stamp.frames)")
        }
        let perFrame = info.frames > 0 ? Double(stamp.bytes) / Double(info.frames) : 1
        peaks = try PeakWriter(library, channels: info.channels, bytesPerFrame: perFrame)
        if let audio = try PlainAudio(path, info) {
            way = .plain(audio)
        } else {
            way = .decoded(reader)
        }
    }

    public var fraction: Double { stamp.frames == 0 ? 1 : Double(done) / Double(stamp.frames) }

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
        guard got > 0 else { throw .notAudio(path: path, reason: "it ends after \(done) of \(stamp.frames) frames") }
        done += Int64(got)
    }

    /// Columns and blocks know nothing of each other: what takes the time is done side by side.
    private func drawStretches(_ audio: PlainAudio) throws(StorageError) {
        let layout = PeakLayout(stamp, base: peaks.base)
        let isBlock = layout.framesPerBlock == Self.stretch
        let starts = stride(from: done, to: stamp.frames, by: Self.stretch).prefix(Self.threads)
        let frames = starts.map { $0..<min(stamp.frames, $0 + Int64(Self.stretch)) }
        let missing = StorageError.notAudio(path: path, reason: "a part of it was not drawn")
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
