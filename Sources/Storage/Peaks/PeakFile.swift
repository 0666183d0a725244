// Reads a peak file. One owner at a time; blocks on the disk.
internal import Messages
import System

/// The stored waveform of one audio file.
@safe package final class PeakFile {
    let layout: PeakLayout
    private let path: String
    private let descriptor: Int32
    /// The take whose waveform is still drawn; nil for a finished file.
    private let open: OpenPeaks?

    /// Opens a peak file. Throws `badPeaks` for a damaged one. The stamp in `layout` tells which audio it was made from.
    /// Blocks.
    package convenience init(path: String) throws(StorageError) { try self.init(Place(path)) }

    /// Opens the peak file at a place, in the same way.
    init(_ place: Place) throws(StorageError) {
        path = place.path
        open = nil
        descriptor = try place.open("open", .read)
        do throws(StorageError) {
            let status = try FileStatus(of: descriptor, path: path)
            let head = try Self.read(descriptor, path, at: 0, count: PeakLayout.headerBytes)
            guard let layout = PeakLayout(header: head) else { throw .badPeaks(path: path, reason: tr("its header is damaged")) }
            guard status.bytes == layout.bytes else {
                let reason = tr(
                    status.bytes, "it has \(status.bytes) byte instead of \(layout.bytes)",
                    "it has \(status.bytes) bytes instead of \(layout.bytes)")
                throw .badPeaks(path: path, reason: reason)
            }
            self.layout = layout
        } catch {
            // The file was only read, so a failing close loses nothing.
            File.close(descriptor)
            throw error
        }
    }

    /// True for a plain file that begins as peak files do, and for one that a power loss has emptied.
    static func isOwn(_ place: Place) -> Bool {
        guard (try? place.status())?.map(\.isFile) == true, let descriptor = try? place.open("open", .read) else { return false }
        defer { File.close(descriptor) }
        guard let head = try? File.read(descriptor, at: 0, count: PeakLayout.magic.count) else { return false }
        return PeakLayout.magic.starts(with: head) || head.allSatisfy { $0 == 0 }
    }

    /// Reads the waveform of a running take; `path` is where it will be.
    init(_ open: OpenPeaks, path: String) {
        self.path = path
        self.open = open
        layout = open.layout
        descriptor = open.descriptor
    }

    deinit { if open == nil { File.close(descriptor) } }

    /// Passes each column of a level that overlaps `range` to `take`, together with its first frame. Checksums are verified.
    /// Blocks.
    func read(_ range: Range<Int64>, level: Int, _ take: (Int64, PeakColumn) -> Void) throws(StorageError) {
        let size = layout.framesPerColumn(level)
        let blockFrames = Int64(layout.framesPerBlock)
        let range = range.clamped(to: 0..<layout.stamp.frames)
        guard !range.isEmpty else { return }
        for block in Int(range.lowerBound / blockFrames)...Int((range.upperBound - 1) / blockFrames) {
            let start = Int64(block) * blockFrames
            let count = layout.columns(block: block, level: level) * layout.bytesPerColumn + 4
            let bytes = try read(at: layout.place(block: block, level: level), count: count)
            let frames = min(blockFrames, layout.stamp.frames - start)
            guard
                let columns = PeakBlock.columns(bytes, channels: layout.channels, framesPerColumn: size, frames: frames)
            else { throw .badPeaks(path: path, reason: tr("block \(block) is damaged")) }
            let first = max(0, Int((range.lowerBound - start) / Int64(size)))
            let last = min(columns.count - 1, Int((range.upperBound - 1 - start) / Int64(size)))
            guard first <= last else { continue }
            for index in first...last { take(start + Int64(index) * Int64(size), columns[index]) }
        }
    }

    /// Reads the whole file, and throws `badPeaks` if any part is damaged. Blocks.
    package func check() throws(StorageError) {
        for level in 0..<PeakLayout.levels { try read(0..<layout.stamp.frames, level: level) { _, _ in } }
    }

    /// Bytes of the file, or of the block of a running take that is still in memory.
    private func read(at offset: Int64, count: Int) throws(StorageError) -> [UInt8] {
        guard let tail = open?.tail, offset >= tail.place else {
            return try Self.read(descriptor, path, at: offset, count: count)
        }
        let first = Int(offset - tail.place)
        guard first + count <= tail.bytes.count else { throw .badPeaks(path: path, reason: tr("it is cut off")) }
        return Array(tail.bytes[first..<first + count])
    }

    private static func read(_ descriptor: Int32, _ path: String, at offset: Int64, count: Int) throws(StorageError) -> [UInt8] {
        let bytes = try onDisk("read", path, File.read(descriptor, at: offset, count: count))
        guard bytes.count == count else { throw .badPeaks(path: path, reason: tr("it is cut off")) }
        return bytes
    }
}
