// Finds the whole pages of an Ogg stream. A value; one owner; blocks on the disk.

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

    /// Length in frames at `rate`.
    var frames: Int64 {
        switch kind {
        case .unknown, .vorbis: granule
        // Opus counts at 48 kHz, whatever the rate of the input.
        case .opus(let preSkip): max(0, granule - preSkip) * Int64(rate) / 48_000
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

    /// True for an Opus stream.
    var isOpus: Bool { if case .opus = kind { true } else { false } }

    /// Scans all bytes that were added since the last call.
    mutating func advance(_ source: ByteSource) throws(StorageError) {
        while position + 27 <= source.length {
            let head = try source.bytes(at: position, 27 + 255)
            guard head.count >= 27, let first = head.first, first == 0x4F else {
                position += try Self.toNextMark(head)
                continue
            }
            guard let page = Self.page(head) else {
                position += 1
                continue
            }
            guard position + page.length <= source.length else {
                // The page is either torn, or not a page at all with a whole page after it.
                if position + longestPiece < source.length { position += 1 } else { return try resync(source) }
                continue
            }
            let bytes = try source.bytes(at: position, Int(page.length))
            guard Self.isSound(bytes) else {
                position += 1
                continue
            }
            if wholeEnd == 0 { learn(bytes.dropFirst(page.bodyStart)) }
            // A packet ends at a lacing value below 255.
            if packets < 3 { packets += bytes.dropFirst(27).prefix(page.bodyStart - 27).count { $0 < 255 } }
            lastPage = (position, page.flags)
            if page.granule >= 0 { granule = page.granule }
            position += page.length
            wholeEnd = position
        }
    }

    /// Looks for a whole page behind a torn one. Without one the torn page stays, since the next call may find the rest of it.
    private mutating func resync(_ source: ByteSource) throws(StorageError) {
        var behind = position + 1
        while behind + 27 <= source.length {
            let head = try source.bytes(at: behind, 27 + 255)
            if head.first == 0x4F, let page = Self.page(head), behind + page.length <= source.length,
                Self.isSound(try source.bytes(at: behind, Int(page.length)))
            {
                position = behind
                return try advance(source)
            }
            behind += try Self.toNextMark(head)
        }
    }

    private static func toNextMark(_ bytes: ArraySlice<UInt8>) throws(StorageError) -> Int64 {
        Int64((bytes.dropFirst().firstIndex(of: 0x4F) ?? bytes.endIndex) - bytes.startIndex)
    }

    private static func page(
        _ head: ArraySlice<UInt8>
    ) -> (length: Int64, bodyStart: Int, flags: UInt8, granule: Int64)? {
        let start = head.startIndex
        guard head.count >= 27, head.prefix(5).elementsEqual([0x4F, 0x67, 0x67, 0x53, 0]) else { return nil }
        let segments = Int(head[start + 26])
        guard head.count >= 27 + segments else { return nil }
        let body = head[(start + 27)..<(start + 27 + segments)].reduce(0) { $0 + Int($1) }
        let granule = head[(start + 6)..<(start + 14)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return (Int64(27 + segments + body), 27 + segments, head[start + 5], Int64(bitPattern: granule))
    }

    private static func isSound(_ page: ArraySlice<UInt8>) -> Bool {
        let start = page.startIndex
        guard page.count >= 27 else { return false }
        let said = page[(start + 22)..<(start + 26)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Checksum.ogg(page) == said
    }

    /// Reads codec, channels and rate from the first page.
    private mutating func learn(_ body: ArraySlice<UInt8>) {
        let bytes = Array(body)
        func number(_ offset: Int, _ count: Int) -> Int {
            bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
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
        guard page.count >= 27 else { return page }
        page[5] |= 4
        let sum = Checksum.ogg(page[...])
        for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index))) }
        return page
    }
}
