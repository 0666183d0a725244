// Measures the waveform of audio as it is written. One owner at a time; blocks on the disk once in 4096 columns.
public import Dictation
internal import Messages
import System

/// Measures the waveform of passing audio, and keeps it as a peak file.
///
/// One owner at a time. The file has no name until it is kept, so a drop or a kill leaves nothing. Memory is that of one block
/// (about 160 KB). A failure stops the measuring and is thrown by `keep`; the calls that add audio never fail.
public final class PeakWriter {
    private let shelf: Shelf
    private let file: TemporaryFile
    private let channels: Int
    /// Frames per column at the finest level.
    let base: Int
    /// Measures the column in progress.
    private var meter: ColumnMeter
    /// Finest columns of the block in progress.
    private var columns: [PeakColumn] = []
    /// Frames of all finished columns.
    private var frames: Int64 = 0
    private var failure: StorageError?

    /// Starts a peak file for a take that is recorded in `format`. Blocks.
    public convenience init(_ library: Library, _ format: AudioFormat) throws(StorageError) {
        // The compression of FLAC and Apple Lossless is unknown in advance; speech with pauses comes down to a quarter.
        let isPacked = format.container == .flac || format.container == .alac
        let plain = format.bitRate.map { Double($0) * 125 / Double(format.rate) } ?? Double(format.bytesPerFrame)
        try self.init(library, channels: format.channels, bytesPerFrame: isPacked ? plain / 4 : plain)
    }

    /// Starts a peak file in the library's peak folder; `bytesPerFrame` of the audio file decides the finest zoom. Blocks.
    init(_ library: Library, channels: Int, bytesPerFrame: Double) throws(StorageError) {
        try library.checkPlace()
        shelf = try Shelf.make("\(library.folder)/\(Library.peakFolder)", mode: LibraryAccess.current.folders)
        file = try TemporaryFile(beside: try shelf.place("new"))
        self.channels = min(2, channels)
        base = PeakLayout.base(channels: channels, bytesPerFrame: bytesPerFrame)
        meter = ColumnMeter(size: base, channels: self.channels)
        columns.reserveCapacity(PeakLayout.blockColumns)
        try file.append([UInt8](repeating: 0, count: PeakLayout.headerBytes))
    }

    /// Measures interleaved stereo frames; for a mono file the mean of both channels.
    public func add(_ samples: UnsafeBufferPointer<SIMD2<Float>>) {
        guard failure == nil else { return }
        unsafe meter.add(samples) { end($0) }
    }

    /// Measures silence of `count` frames.
    public func addSilence(_ count: Int) {
        guard failure == nil else { return }
        meter.addSilence(count) { end($0) }
    }

    /// Adds a part of the column in progress; it may not have more frames than the column has space for.
    func add(_ part: PeakColumn) {
        if let column = meter.add(part) { end(column) }
    }

    /// Appends a finished block; all blocks but the last must be full, and no columns may be added as well.
    func add(block: [UInt8], frames count: Int) {
        guard failure == nil else { return }
        frames += Int64(count)
        do throws(StorageError) { try file.append(block) } catch { failure = error }
    }

    /// Keeps a finished column, and writes the block that it finishes.
    private func end(_ column: PeakColumn) {
        frames += Int64(column.frames)
        columns.append(column)
        if columns.count == PeakLayout.blockColumns { endBlock() }
    }

    private func endBlock() {
        guard failure == nil, !columns.isEmpty else { return }
        do throws(StorageError) { try file.append(PeakBlock.bytes(columns, channels: channels)) } catch { failure = error }
        columns.removeAll(keepingCapacity: true)
    }

    /// The waveform up to now; measuring goes on. Throws the failure that stopped the measuring.
    public func open() throws(StorageError) -> OpenPeaks {
        if let failure { throw failure }
        let rest = meter.column
        return OpenPeaks(
            try file.duplicate(), frames: frames + Int64(rest.frames), channels: channels, base: base,
            tail: rest.frames > 0 ? columns + [rest] : columns)
    }

    /// Gives the peak file its name once the audio is closed. Throws `badPeaks` if the audio has another length. Blocks.
    public func keep(_ library: Library, of segment: Segment) throws(StorageError) {
        let path = library.path(of: segment.file)
        let stamp = try PeakStamp(path: path, frames: segment.frames, rate: segment.rate, channels: segment.channels)
        try keep(as: Library.peakName(of: segment.file), stamp)
    }

    /// Gives the peak file its name and the stamp of its audio. Blocks.
    func keep(as name: String, _ stamp: PeakStamp) throws(StorageError) {
        let place = try shelf.place(name)
        if let rest = meter.takeRest() { end(rest) }
        endBlock()
        if let failure { throw failure }
        let layout = PeakLayout(stamp, base: base)
        guard frames == stamp.frames, layout.channels == channels else {
            let found = TimeSpan.comparison(frames, to: stamp.frames, rate: stamp.rate)
            throw .badPeaks(path: place.path, reason: tr("what was measured is \(found) than the audio"))
        }
        try file.overwrite(layout.header, at: 0)
        // The file is a cache: one lost to a power loss is made again, and a failing close shows in the checksums.
        File.close(try file.take(name: place, mustSync: false))
    }
}
