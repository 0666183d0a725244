// Writes Ogg Vorbis through libvorbis and libogg. One owner at a time; blocks on the disk.
import CVorbis
import Dictation
internal import Messages

/// Writes Ogg Vorbis, page by page.
///
/// libsndfile is not used: it holds a page back until it has 4 KiB, which is seconds of a quiet take, and has no call to flush
/// it. Here a flush ends the page, so after a kill or a power loss everything up to the last flush opens in every reader,
/// except the encoder's look-ahead (about 0.1 s at 44.1 kHz). The file then only lacks the end-of-stream mark, which every
/// reader does without and `Recovery` sets.
@safe final class VorbisEncoder: SegmentEncoder {
    private let file: BufferedFile
    private let format: AudioFormat
    private let stream: VorbisStream
    private var framesReadable: Int64 = 0

    /// Writes the header pages to disk. Throws `refusedFormat` if libvorbis has no mode for the format. Blocks.
    init(_ file: BufferedFile, _ format: AudioFormat) throws(StorageError) {
        self.file = file
        self.format = format
        guard let stream = VorbisStream(format) else {
            throw .refusedFormat(path: file.path, reason: tr("the Vorbis encoder refused its settings"))
        }
        self.stream = stream
        try putPages(isFlush: true)
        file.drain()
        try file.check()
    }

    func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) {
        try unsafe SampleBlock.split(frames) { (block) throws(StorageError) in
            unsafe stream.give(block)
            try putPages(isFlush: false)
            return block.count
        }
        try file.check()
    }

    func flush() throws(StorageError) -> Int64 {
        try putPages(isFlush: true)
        file.drain()
        try file.check()
        return framesReadable
    }

    func finish(_ markers: [Marker], _ tags: AudioTags) throws(StorageError) {
        stream.end()
        try putPages(isFlush: true)
        file.drain()
        try file.check()
    }

    func rescue() throws(StorageError) -> Int64 {
        let source = ByteSource(file.descriptor, path: file.path, length: file.lengthOnDisk)
        var scan = OggScan()
        try scan.advance(source)
        try file.truncate(to: scan.wholeEnd)
        if scan.wholeEnd > 0 { try file.overwrite(try scan.lastPageEnded(source), at: scan.lastPage.start) }
        return scan.frames
    }

    /// Writes finished pages, each in one write, so that a full disk cuts the file between two pages.
    private func putPages(isFlush: Bool) throws(StorageError) {
        while let page = stream.nextPage(isFlush: isFlush) {
            let taken = unsafe page.bytes.withUnsafeBytes { unsafe file.write($0) }
            guard taken == page.bytes.count else { return try file.check() }
            if page.granule > 0 { framesReadable = page.granule }
        }
    }
}
