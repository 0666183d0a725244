// Writer thread only; the one place that calls libvorbis and libogg.
import CVorbis
import Dictation

/// Writes Ogg Vorbis, page by page.
///
/// Not through libsndfile: that keeps a page until 4 KiB are together, seconds of a quiet take, and no call makes it let go.
/// Here a flush ends the page, so that after a kill or a power loss everything up to the last flush opens in every reader
/// but what the encoder still looks ahead at: some 0.1 s at 44.1 kHz. The file then only lacks the mark that says that
/// nothing follows, which no reader misses and `Recovery` sets.
@safe final class VorbisEncoder: SegmentEncoder {
    private let file: BufferedFile
    private let format: AudioFormat
    private let stream: VorbisStream
    private var framesReadable: Int64 = 0

    init(_ file: BufferedFile, _ format: AudioFormat) throws(StorageError) {
        self.file = file
        self.format = format
        guard let stream = VorbisStream(format) else {
            throw .refusedFormat(path: file.path, reason: "the Vorbis encoder refused its settings")
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

    func finish(_ markers: [SegmentMarker], _ tags: AudioTags) throws(StorageError) {
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
        if scan.wholeEnd > 0 { try file.connection(try scan.lastPageEnded(source), at: scan.lastPage.start) }
        return scan.frames
    }

    /// A page is one write, so that a full disk cuts between two.
    private func putPages(isFlush: Bool) throws(StorageError) {
        while let page = stream.nextPage(isFlush: isFlush) {
            let taken = unsafe page.bytes.withUnsafeBytes { unsafe file.write($0) }
            guard taken == page.bytes.count else { return try file.check() }
            if page.granule > 0 { framesReadable = page.granule }
        }
    }
}
