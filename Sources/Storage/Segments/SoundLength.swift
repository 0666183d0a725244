// Compares the length that a header claims with what the bytes can hold. Any thread; blocks on the disk.
import Dictation
internal import Messages
import System

/// The length of a file by its bytes. Headers of other programs are claims: they are counted wrong, cut, joined or never closed.
///
/// The look is short: an end, or one pass over the heads of MP3 frames without a count of their own.
enum SoundLength {
    /// The result of a look.
    enum Found: Hashable {
        /// The bytes fit the claim, or cannot tell.
        case asClaimed
        /// So many frames are there, and libsndfile reads them all.
        case frames(Int64)
        /// Frames that are there, of those that the header counts: the file broke off.
        case cut(Int64, of: Int64)
        /// More is there than libsndfile reads, or it warns of what it reads.
        case more(Reason)
    }

    /// A reason why libsndfile does not read the whole file.
    enum Reason: Hashable {
        case saysEmpty, joined, countsLess, unclosed
        case brokenOff(Int64, of: Int64, rate: Int64)

        /// The words for people.
        var description: String {
            switch self {
            case .saysEmpty: tr("its header says that it is empty")
            case .joined: tr("several streams are joined in it")
            case .countsLess: tr("its header counts less than it has")
            case .unclosed: tr("its header was never closed, or counts less than it has")
            case .brokenOff(let there, let said, let rate): SoundLength.brokenOff(there, of: said, rate: Int(rate))
            }
        }
    }

    /// Looks at a file. `claimed` is libsndfile's length in frames; `.max` if it knows none.
    static func look(_ source: ByteSource, claimed: Int64) throws(StorageError) -> Found {
        switch try source.mark(at: 0) {
        case "fLaC": return try flac(source, claimed)
        case "OggS": return try ogg(source)
        case "RIFF", "RF64", "BW64":
            if let claim = try WaveClaim(source) { return claim.found(claimed) }
        case "FORM", "caff", "riff", ".snd":
            // A file without sound has hardly more than a header.
            if claimed == 0, source.length > 65_536 { return .more(.saysEmpty) }
        default: return try mpeg(source, claimed)
        }
        return .asClaimed
    }

    /// The words for a file that broke off.
    static func brokenOff(_ there: Int64, of said: Int64, rate: Int) -> String {
        let (length, whole) = (TimeSpan.length(there, rate: rate), TimeSpan.length(said, rate: rate))
        return tr("it breaks off: \(length) of \(whole) are in it")
    }

    private static func flac(_ source: ByteSource, _ claimed: Int64) throws(StorageError) -> Found {
        let length = source.length
        defer { source.length = length }
        // A tag of MP3 at the end, as some programs write it, is no torn frame.
        if try source.bytes(at: length - 128, 3).elementsEqual("TAG".utf8) {
            source.length -= 128
            source.forget()
        }
        guard var scan = try? FLACScan(source) else { return .asClaimed }
        let start = scan
        scan.skipToTail(source)
        try scan.advance(source)
        if scan.framesSaid > 0, scan.frames == scan.framesSaid { return .asClaimed }
        if scan.frames == 0 {
            scan = start
            try scan.advance(source)
        }
        guard scan.framesSaid > scan.frames else {
            // A take that grows has frames that its header does not count yet.
            return scan.framesSaid > 0 ? .asClaimed : .frames(scan.frames)
        }
        return .cut(scan.frames, of: scan.framesSaid)
    }

    /// Two streams one behind the other, of which libsndfile reads the first one.
    private static func ogg(_ source: ByteSource) throws(StorageError) -> Found {
        let serial = try source.number(at: 14, bytes: 4, .little)
        let from = max(0, source.length - 131_072)
        let tail = Array(try source.bytes(at: from, 131_072))
        var place = tail.count - 27
        while place >= 0 {
            if tail[place] == UInt8(ascii: "O"), tail[place..<place + 5].elementsEqual("OggS\0".utf8) {
                let last = UInt64(tail[place + 14..<place + 18], .little)
                return last == serial ? .asClaimed : .more(.joined)
            }
            place -= 1
        }
        return .asClaimed
    }

    /// True if a stream begins behind the end of another one. Looks at the head of each page.
    static func isJoined(_ source: ByteSource) throws(StorageError) -> Bool {
        var place: Int64 = 0
        var hasSound = false
        // A page has four kilobytes or so; a file that has many more pages than that was made to hold somebody up.
        for _ in 0..<10_000_000 {
            let head = Array(try source.bytes(at: place, 27))
            guard head.count == 27, head.starts(with: "OggS".utf8) else { return false }
            let isFirst = head[5] & 2 != 0
            if isFirst, hasSound { return true }
            hasSound = hasSound || !isFirst
            let sizes = try source.bytes(at: place + 27, Int(head[26]))
            place += 27 + Int64(head[26]) + sizes.reduce(Int64(0)) { $0 + Int64($1) }
        }
        return false
    }

    private static func mpeg(_ source: ByteSource, _ claimed: Int64) throws(StorageError) -> Found {
        guard let tag = try MPEGClaim(source) else { return .asClaimed }
        // An own take that grows has frames that its header does not count yet.
        if tag.isOwn || tag.isTrue(for: source) { return .asClaimed }
        var scan = MPEGScan()
        try scan.finish(source)
        guard scan.rate > 0, scan.audioFrames > 0 else { return .asClaimed }
        let frames = scan.audioFrames * scan.samplesPerFrame
        // Delays of an encoder and of a decoder, which the first frame tells, are no part of the sound.
        let silent = 4 * scan.samplesPerFrame
        if claimed < frames - silent { return .more(.countsLess) }
        guard claimed > frames - tag.delay else { return .asClaimed }
        let there = frames - tag.delay
        guard let said = tag.frames, said - scan.audioFrames > 1 else { return .frames(there) }
        // libmpg123 warns of such a file wherever it is opened; ffmpeg does not.
        return .more(.brokenOff(there, of: said * scan.samplesPerFrame - tag.delay, rate: Int64(scan.rate)))
    }
}

/// The count in the first frame of an MP3, by Xing or LAME.
struct MPEGClaim {
    /// Offset of the first frame.
    private let start: Int64
    /// MP3 frames by the count; nil without one.
    private(set) var frames: Int64?
    /// Bytes by the count, from the first frame on.
    private var bytes: Int64?
    /// Samples at the beginning that a decoder leaves out.
    private(set) var delay: Int64 = 0
    /// True for the first frame that Dicta writes: of a constant bit rate, with LAME's delays, but without its table of places.
    private(set) var isOwn = false

    /// Reads the first frame; nil if the file does not begin as an MP3 does.
    init?(_ source: ByteSource) throws(StorageError) {
        var place: Int64 = 0
        // Several tags may follow each other.
        while try source.bytes(at: place, 3).elementsEqual("ID3".utf8), place < source.length {
            let head = Array(try source.bytes(at: place, 10))
            guard head.count == 10 else { return nil }
            place += 10 + head[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) } + (head[5] & 0x10 == 0 ? 0 : 10)
        }
        // Padding behind a tag.
        var skipped = 0
        while skipped < 1 << 20, let next = try source.bytes(at: place, 1).first, next == 0 {
            (place, skipped) = (place + 1, skipped + 1)
        }
        guard let word = try source.number(at: place, bytes: 4, .big), let frame = MPEGFrame(UInt32(word)) else { return nil }
        start = place
        let from = place + Int64(MPEGFrame.headerBytes + frame.sideBytes)
        let tag = Array(try source.bytes(at: from, 160))
        guard tag.count == 160, ["Info", "Xing"].contains(where: { tag.starts(with: $0.utf8) }) else { return }
        let flags = tag[7]
        var next = 8
        if flags & 1 != 0 {
            frames = Int64(tag[next..<next + 4], .big)
            next += 4
        }
        if flags & 2 != 0 {
            bytes = Int64(tag[next..<next + 4], .big)
            next += 4
        }
        next += (flags & 4 == 0 ? 0 : 100) + (flags & 8 == 0 ? 0 : 4)
        guard tag[next..<next + 4].elementsEqual("LAME".utf8) || tag[next..<next + 4].elementsEqual("Lavc".utf8) else { return }
        isOwn = flags == 3
        delay = Int64(tag[(next + 21)..<(next + 24)], .big) >> 12 + MPEGScan.decoderDelay
    }

    /// True if the count fits the length of the file, but for a tag at its end.
    func isTrue(for source: ByteSource) -> Bool {
        guard frames != nil, let bytes else { return false }
        let there = source.length - start
        return there == bytes || there == bytes + 128
    }
}
