// Writer thread or library worker; blocks on the disk once in 4096 columns.
public import Dictation
import Glibc

/// Draws the waveform of audio that goes by, and keeps it as a peak file.
///
/// One thread. A hidden file without a name until it is kept: dropped, or killed, it is gone. Memory is that of one block
/// (some 160 KB). A failure ends it and is told by `keep`; whatever feeds it is never held up.
public final class PeakWriter {
    private let file: TemporaryFile
    private let channels: Int
    /// Frames a column of the finest level.
    let base: Int
    /// Of the block that is being filled, one for each of its finest columns.
    private var columns: [PeakColumn] = []
    private var column = PeakColumn()
    private var frames: Int64 = 0
    private var failure: StorageError?

    /// Blocks. Beside what is to be replaced: in the library's folder of peaks. `format` is that of the take that is recorded.
    public convenience init(_ library: Library, _ format: AudioFormat) throws(StorageError) {
        // How far FLAC and Apple Lossless come down is not known before; speech with pauses comes down to a quarter.
        let isPacked = format.container == .flac || format.container == .alac
        let plain = format.bitRate.map { Double($0) * 125 / Double(format.rate) } ?? Double(format.bytesPerFrame)
        try self.init(library, channels: format.channels, bytesPerFrame: isPacked ? plain / 4 : plain)
    }

    init(_ library: Library, channels: Int, bytesPerFrame: Double) throws(StorageError) {
        try Folder.create("\(library.folder)/\(Library.peakFolder)")
        file = try TemporaryFile(beside: "\(library.folder)/\(Library.peakFolder)/new")
        self.channels = min(2, channels)
        base = PeakLayout.base(channels: channels, bytesPerFrame: bytesPerFrame)
        columns.reserveCapacity(PeakLayout.blockColumns)
        try file.append([UInt8](repeating: 0, count: PeakLayout.headerBytes))
    }

    /// Stereo frames, as a segment's writer takes them; of a mono file the mean of both sides is drawn.
    public func add(_ samples: UnsafeBufferPointer<SIMD2<Float>>) {
        guard failure == nil, let start = samples.baseAddress else { return }
        var done = 0
        while done < samples.count {
            let count = min(base - column.frames, samples.count - done)
            let part = unsafe UnsafeRawPointer(start + done)
            if channels == 2 {
                add(unsafe PeakMeasure.column(.float, part, frames: count, channels: 2))
            } else {
                for index in done..<done + count {
                    let mean = unsafe (samples[index].x + samples[index].y) * 0.5
                    column.add(PeakColumn(one: SIMD2(mean, mean)))
                }
                add(PeakColumn())
            }
            done += count
        }
    }

    public func addSilence(_ count: Int) {
        var left = count
        while left > 0, failure == nil {
            let part = min(left, base - column.frames)
            add(.silence(part))
            left -= part
        }
    }

    /// No more than there is room for in the column that is being filled.
    func add(_ part: PeakColumn) {
        column.add(part)
        guard column.frames >= base else { return }
        endColumn()
        if columns.count == PeakLayout.blockColumns { endBlock() }
    }

    /// A block that is drawn already, whole but for the last one; nothing else is added then.
    func add(block: [UInt8], frames count: Int) {
        guard failure == nil else { return }
        frames += Int64(count)
        do throws(StorageError) { try file.append(block) } catch { failure = error }
    }

    private func endColumn() {
        frames += Int64(column.frames)
        columns.append(column)
        column = PeakColumn()
    }

    private func endBlock() {
        guard failure == nil, !columns.isEmpty else { return }
        do throws(StorageError) { try file.append(PeakBlock.bytes(columns, channels: channels)) } catch { failure = error }
        columns.removeAll(keepingCapacity: true)
    }

    /// Blocks. The audio is closed: this is its waveform from here on. Nothing is kept of audio that is not as long.
    public func keep(_ library: Library, of segment: Segment) throws(StorageError) {
        let path = library.path(of: segment.file)
        let stamp = try PeakStamp(path: path, frames: segment.frames, rate: segment.rate, channels: segment.channels)
        try keep(as: library.peakPath(of: segment.file), stamp)
    }

    func keep(as path: String, _ stamp: PeakStamp) throws(StorageError) {
        if column.frames > 0 { endColumn() }
        endBlock()
        if let failure { throw failure }
        let layout = PeakLayout(stamp, base: base)
        guard frames == stamp.frames, layout.channels == channels else {
            throw .badPeaks(path: path, reason: "\(frames) frames were drawn of \(stamp.frames)")
        }
        try file.connection(layout.header, at: 0)
        // A cache: what a power loss takes is drawn again, and what a close cannot write shows in its checksums.
        _ = close(try file.take(name: path, mustSync: false).descriptor)
    }
}
