// Finds the whole pages of an Ogg file. One owner at a time; may block on the disk.
import Dictation
import System

/// The pages of an Ogg stream, each with a length, a checksum and a position in time.
struct OggScan: StreamScan {
    private(set) var wholeEnd: Int64 = 0
    /// Offset of the last whole page, and its flags; flag 4 marks the end of the stream.
    private(set) var lastPage: (start: Int64, flags: UInt8) = (0, 0)
    /// Frames per second of the original audio.
    private(set) var rate = 0
    private(set) var channels = 0
    let longestPiece: Int64 = 27 + 255 + 255 * 255
    private var position: Int64 = 0
    private var granule: Int64 = 0
    private var kind = Kind.unknown

    /// Count of whole packets, up to the 3 that decide whether all headers are there.
    private var packets = 0

    private enum Kind { case unknown, vorbis, opus(preSkip: Int64) }

    /// Length in frames at `rate`. A page may claim any place: no recording is longer than `Timeline.longest`.
    var frames: Int64 {
        switch kind {
        case .unknown, .vorbis: min(granule, Timeline.longest)
        // Opus counts at 48 kHz, of which each rate here is a part.
        case .opus(let preSkip): min(max(0, granule - preSkip) / Int64(48_000 / rate), Timeline.longest)
        }
    }

    /// True once all header packets are whole; without them no frame can be decoded.
    var hasHeaders: Bool {
        switch kind {
        case .unknown: false
        case .vorbis: packets >= 3
        case .opus: packets >= 2
        }
    }

    /// Scans all bytes that were added since the last call.
    mutating func advance(_ source: ByteSource) throws(StorageError) {
        let pages = OggPages()
        // libogg holds the bytes from `place` to `end` and searches them next. Both are offsets in the file.
        var place = position
        var end = position
        var isTorn = false
        while place + 27 <= source.length {
            switch pages.next() {
            case .page(let page):
                take(page, at: place)
                place += page.length
                position = place
                isTorn = false
            case .skipped(let count):
                place += count
                if !isTorn { position = place }
            case .none:
                let bytes = try source.bytes(at: end, 1 << 16)
                if bytes.isEmpty {
                    // The file ends inside a page. The page is read again when the file has grown, unless a whole page
                    // follows one byte or more after its beginning.
                    isTorn = true
                    place += 1
                    end = place
                    pages.restart()
                } else {
                    pages.add(bytes)
                    end += Int64(bytes.count)
                }
            }
        }
    }

    private mutating func take(_ page: OggPages.Page, at place: Int64) {
        if wholeEnd == 0 { learn(page.body) }
        if packets < 3 { packets += page.packets }
        lastPage = (place, page.flags)
        if page.granule >= 0 { granule = page.granule }
        wholeEnd = place + page.length
    }

    /// Reads codec, channels and rate from the first page.
    private mutating func learn(_ bytes: [UInt8]) {
        func number(_ offset: Int, _ count: Int) -> Int { Int(bytes[offset..<offset + count], .little) }
        if bytes.count >= 19, bytes.starts(with: "OpusHead".utf8) {
            channels = Int(bytes[9])
            kind = .opus(preSkip: Int64(number(10, 2)))
            let original = number(12, 4)
            rate = [8_000, 12_000, 16_000, 24_000].contains(original) ? original : 48_000
        } else if bytes.count >= 16, bytes[0] == 1, bytes.dropFirst().starts(with: "vorbis".utf8) {
            channels = Int(bytes[11])
            rate = number(12, 4)
            kind = .vorbis
        }
    }

    /// Returns the page at `lastPage` with the end-of-stream flag set and a new checksum.
    func lastPageEnded(_ source: ByteSource) throws(StorageError) -> [UInt8] {
        var page = Array(try source.bytes(at: lastPage.start, Int(wholeEnd - lastPage.start)))
        OggPages.end(&page)
        return page
    }
}
