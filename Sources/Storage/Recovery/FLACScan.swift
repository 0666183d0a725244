// Finds the whole frames of a FLAC file. A value; one owner; blocks on the disk.
internal import Messages
import System

/// The frames of a FLAC file, found by their headers and proven by their checksums.
struct FLACScan: StreamScan {
    private(set) var wholeEnd: Int64 = 0
    private(set) var frames: Int64 = 0
    /// Frames per second.
    private(set) var rate = 0
    private(set) var channels = 0
    /// Length in frames as stated by the stream header; 0 where the writer never stored it.
    private(set) var framesSaid: Int64 = 0
    /// True for a stream whose checksum is missing, as while it is written.
    private(set) var isOpen = false
    /// Offset of the first frame.
    private(set) var start: Int64 = 0
    /// Offset of the 8 bytes whose lower 36 bits hold the length.
    private(set) var lengthPlace: Int64 = 18
    /// Bound of the length of a frame in bytes.
    private(set) var longestPiece: Int64 = 1 << 20
    /// Frames of the longest block.
    private(set) var blockSize: Int64 = 0
    private var position: Int64 = 0

    /// Reads the headers and stops at the first frame. Throws `notAudio` for a file without a whole FLAC header.
    init(_ source: ByteSource) throws(StorageError) {
        guard try source.mark(at: 0) == "fLaC" else {
            throw .notAudio(path: source.path, reason: tr("it does not begin as FLAC does"))
        }
        var place: Int64 = 4
        var isLast = false
        while !isLast {
            guard let word = try source.number(at: place, bytes: 4, .big) else { break }
            isLast = word >> 31 == 1
            // STREAMINFO is always the first block, and at least this long.
            if place == 4, word >> 24 & 0x7F == 0, word & 0xFF_FFFF >= 34,
                let said = try source.number(at: place + 14, bytes: 8, .big)
            {
                lengthPlace = place + 14
                blockSize = Int64(try source.number(at: place + 6, bytes: 2, .big) ?? 0)
                rate = Int(said >> 44)
                channels = Int(said >> 41 & 7) + 1
                framesSaid = Int64(said & 0xF_FFFF_FFFF)
                isOpen = try source.bytes(at: place + 22, 16).allSatisfy { $0 == 0 }
            }
            place += 4 + Int64(word & 0xFF_FFFF)
        }
        guard rate > 0, blockSize > 0, isLast, place <= source.length else {
            throw .notAudio(path: source.path, reason: tr("its FLAC header is incomplete"))
        }
        longestPiece = blockSize * Int64(channels) * 4 + 1_024
        start = place
        position = place
        wholeEnd = place
    }

    /// Goes on near the end of the file: the number of the last frame tells the length. `frames` stays 0 if no frame is found there.
    mutating func skipToTail(_ source: ByteSource) {
        position = max(position, source.length - 4 * longestPiece)
    }

    /// Scans all bytes that were added since the last call.
    mutating func advance(_ source: ByteSource) throws(StorageError) {
        while position < source.length {
            if let head = try head(at: position, source), let end = try self.end(of: head, source) {
                frames = max(frames, head.firstFrame + Int64(head.samples))
                position = end
                wholeEnd = end
            } else {
                position = try nextSync(after: position, source)
            }
        }
    }

    /// The length up to the first whole frame at or behind a place; nil without one nearby.
    func length(near place: Int64, _ source: ByteSource) throws(StorageError) -> Int64? {
        var scan = self
        scan.position = place
        while scan.position < min(source.length, place + 2 * longestPiece) {
            if let head = try scan.head(at: scan.position, source), try scan.end(of: head, source) != nil {
                return head.firstFrame + Int64(head.samples)
            }
            scan.position = try scan.nextSync(after: scan.position, source)
        }
        return nil
    }

    private func head(at place: Int64, _ source: ByteSource) throws(StorageError) -> Head? {
        Head(try source.bytes(at: place, Head.longest), fixed: blockSize)
    }

    /// Skips damage, and returns the offset of the next frame header, or the end of the file.
    private func nextSync(after place: Int64, _ source: ByteSource) throws(StorageError) -> Int64 {
        var next = place + 1
        while next < source.length {
            let bytes = try source.bytes(at: next, 8_192)
            guard let sync = ByteSource.sync(in: bytes) else {
                next += Int64(bytes.count)
                if bytes.isEmpty { break }
                continue
            }
            next += Int64(sync)
            if try head(at: next, source) != nil { return next }
            next += 1
        }
        return source.length
    }

    /// Returns the end of a frame: the place where its checksum matches and the next frame begins (even a torn one), the file
    /// ends, or the rest was never written.
    private func end(of head: Head, _ source: ByteSource) throws(StorageError) -> Int64? {
        var sum: UInt16 = 0
        var place = position
        let limit = min(position + longestPiece, source.length)
        while place < limit {
            let bytes = try source.bytes(at: place, Int(min(8_192, limit - place)))
            guard !bytes.isEmpty else { return nil }
            for (offset, byte) in bytes.enumerated() {
                let here = place + Int64(offset)
                if sum == 0, here > position + 8, try isEnd(here, source) { return here }
                sum = Checksum.next(sum, byte)
            }
            place += Int64(bytes.count)
        }
        return sum == 0 && limit == source.length && limit > position + 8 ? limit : nil
    }

    /// Tags that other programs put behind the last frame.
    static let tags = ["TAG", "APETAGEX", "LYRICSBEGIN", "ID3"]

    private func isEnd(_ place: Int64, _ source: ByteSource) throws(StorageError) -> Bool {
        let tail = try source.bytes(at: place, 16)
        if Self.tags.contains(where: { tail.starts(with: $0.utf8) }) { return true }
        if try source.bytes(at: place, 1).first == 0xFF { return try isFrame(place, source) }
        // A power loss leaves a hole of zeros to the end of the page, or up to the next frame. The check runs only where a
        // checksum matches, which almost never happens by chance.
        let page = try source.bytes(at: place, 4_096 - Int(place % 4_096))
        guard let end = page.firstIndex(where: { $0 != 0 }) else { return true }
        guard end > page.startIndex else { return false }
        return try isFrame(place + Int64(end - page.startIndex), source)
    }

    /// True where a frame begins, even a torn one.
    private func isFrame(_ place: Int64, _ source: ByteSource) throws(StorageError) -> Bool {
        let bytes = try source.bytes(at: place, Head.longest)
        return Head(bytes, fixed: blockSize) != nil || Head.isTorn(bytes)
    }

    /// The header of a FLAC frame: its first frame number and its samples per channel.
    private struct Head {
        static let longest = 16
        let samples: Int
        let firstFrame: Int64

        init?(_ bytes: ArraySlice<UInt8>, fixed blockSize: Int64) {
            let bytes = Array(bytes)
            guard bytes.count >= 6, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8 else { return nil }
            let sizeCode = Int(bytes[2] >> 4), rateCode = Int(bytes[2] & 15)
            guard sizeCode > 0, rateCode < 15, bytes[3] >> 4 < 11, bytes[3] & 1 == 0 else { return nil }
            // The number is coded as UTF-8 codes characters, up to 36 bits.
            let extra = bytes[4].leadingOnes
            guard extra != 1, extra < 8 else { return nil }
            var end = 4 + max(1, extra)
            guard bytes.count > end else { return nil }
            var number = UInt64(bytes[4] & UInt8(truncatingIfNeeded: 0xFF >> (extra + 1)))
            for byte in bytes[5..<max(5, end)] {
                guard byte >> 6 == 2 else { return nil }
                number = number << 6 | UInt64(byte & 0x3F)
            }
            let sizeBytes = sizeCode == 6 ? 1 : sizeCode == 7 ? 2 : 0
            let rateBytes = rateCode == 12 ? 1 : rateCode > 12 ? 2 : 0
            guard bytes.count > end + sizeBytes + rateBytes else { return nil }
            let size = Int(bytes[end..<end + sizeBytes], .big)
            end += sizeBytes + rateBytes
            guard Checksum.flacHeader(bytes[..<end]) == bytes[end] else { return nil }
            switch sizeCode {
            case 1: samples = 192
            case 2...5: samples = 144 << sizeCode
            case 6, 7: samples = size + 1
            default: samples = 1 << sizeCode
            }
            // With a fixed block size the number counts blocks, otherwise it is the first sample.
            firstFrame = bytes[1] & 1 == 0 ? Int64(number) * blockSize : Int64(number)
        }

        /// True where the file ends inside the start of a header: fewer bytes are left than the longest header has.
        static func isTorn(_ bytes: ArraySlice<UInt8>) -> Bool {
            guard bytes.count < longest, bytes.first == 0xFF else { return false }
            return bytes.dropFirst().first.map { $0 & 0xFE == 0xF8 } ?? true
        }
    }
}

extension UInt8 {
    fileprivate var leadingOnes: Int { (~self).leadingZeroBitCount }
}
