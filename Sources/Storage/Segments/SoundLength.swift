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

        /// The same of a file in which libsndfile cannot seek. `claimed` is its length in frames.
        func sequential(_ claimed: Int64) -> Found {
            switch self {
            case .asClaimed: .more(.sequential(claimed, of: 0))
            case .frames(let frames): .more(.sequential(frames, of: 0))
            case .cut(let frames, let said): .more(.sequential(frames, of: said))
            case .more: self
            }
        }

        /// True for a file that is read from its beginning only.
        var isSequential: Bool { if case .more(.sequential) = self { true } else { false } }

        /// The same for a reader that does not seek.
        var readInOrder: Found {
            guard case .more(.sequential(let frames, let said)) = self else { return self }
            return said > 0 ? .cut(frames, of: said) : .frames(frames)
        }
    }

    /// A reason why libsndfile does not read the whole file.
    enum Reason: Hashable {
        case saysEmpty, joined, countsLess, unclosed
        case brokenOff(Int64, of: Int64, rate: Int64)
        /// All of so many frames are read, but from the beginning only. The header counts `of`; 0 for as many.
        case sequential(Int64, of: Int64)

        /// The words for people.
        var description: String {
            switch self {
            case .saysEmpty: tr("its header says that it is empty")
            case .joined: tr("several streams are joined in it, and a little sound may be missing where they meet")
            case .countsLess: tr("its header counts less than it has")
            case .unclosed: tr("its header was never closed, or counts less than it has")
            case .brokenOff(let there, let said, let rate): SoundLength.brokenOff(there, of: said, rate: Int(rate))
            case .sequential: tr("libsndfile reads it from its beginning only; import it to edit it")
            }
        }
    }

    /// Looks at a file. `claimed` is libsndfile's length in frames; `.max` if it knows none.
    static func look(_ source: ByteSource, claimed: Int64) throws(StorageError) -> Found {
        let found: Found =
            switch try source.mark(at: 0) {
            case "fLaC": try flac(source)
            case "OggS": try ogg(source, claimed)
            case "RIFF", "RF64", "BW64", "FORM", "caff", "riff", ".snd": try plain(source, claimed)
            default: try mpeg(source, claimed)
            }
        // A length that nobody knows is found by decoding.
        return found == .asClaimed && claimed == .max ? .more(.unclosed) : found
    }

    /// The words for a file that broke off. `said` is 0 if it does not tell how long it was.
    static func brokenOff(_ there: Int64, of said: Int64, rate: Int) -> String {
        guard said > 0 else { return tr("it breaks off: its end is missing") }
        let (length, whole) = (TimeSpan.length(there, rate: rate), TimeSpan.length(said, rate: rate))
        return tr("it breaks off: \(length) of \(whole) are in it")
    }

    /// Compares the size of the samples with that of the file.
    private static func plain(_ source: ByteSource, _ claimed: Int64) throws(StorageError) -> Found {
        if let claim = try WaveClaim(source) { return claim.found(claimed) }
        guard let chunk = try SampleChunk(source), claimed < .max else { return .asClaimed }
        let rest = max(0, source.length - chunk.start)
        // An AU has nothing behind its samples: libsndfile reads the first one of several.
        let sun = ".snd"
        if let said = chunk.said, said < rest, try source.mark(at: 0) == sun, try source.mark(at: chunk.start + said) == sun {
            return .more(.joined)
        }
        if let frames = try wave64(source, claimed, rest) ?? chunk.amigaFrames(claimed, rest) { return .frames(frames) }
        if claimed == 0 { return chunk.said == 0 && rest > 0 && !chunk.isClosed ? .more(.saysEmpty) : .asClaimed }
        guard let said = chunk.said, said > rest, rest > 0 else { return .asClaimed }
        let whole = Int64(nearest: Double(claimed) * Double(said) / Double(rest))
        return whole > claimed ? .cut(claimed, of: whole) : .asClaimed
    }

    /// Frames of a W64 with chunks or other bytes behind its samples: libsndfile takes all up to the end of the file for samples. Nil for
    /// others, and for one that counts more than it has, or nothing: it was not closed. A take that grows counts each piece first.
    private static func wave64(_ source: ByteSource, _ claimed: Int64, _ rest: Int64) throws(StorageError) -> Int64? {
        guard let layout = try? Wave64Layout.read(source), layout.dataBytes > 0 else { return nil }
        let said = RIFFChunks.long(try source.number(at: 16, bytes: 8, .little))
        guard said <= source.length, layout.dataStart + layout.dataBytes <= said else { return nil }
        let bytes = Int64(layout.frameBytes)
        return rest / bytes == claimed && layout.dataBytes / bytes < claimed ? layout.dataBytes / bytes : nil
    }

    private static func flac(_ source: ByteSource) throws(StorageError) -> Found {
        let start = try FLACScan(source)
        let said = start.framesSaid
        var scan = start
        scan.skipToTail(source)
        try scan.advance(source)
        if scan.frames == 0 {
            scan = start
            try scan.advance(source)
        }
        // Bytes that belong to nobody behind the last frame hide it from the scan, not from a decoder.
        let isTrue = said > 0 && abs(said - scan.frames) <= start.blockSize
        // A take that grows has frames that its header does not count yet.
        if said > 0, said < scan.frames, start.isOpen { return .asClaimed }
        if try isJoined(source, start, isTrue: isTrue) { return .more(.joined) }
        if isTrue { return .asClaimed }
        if said == 0 { return .frames(scan.frames) }
        return said > scan.frames ? .cut(scan.frames, of: said) : .more(.countsLess)
    }

    /// True for several FLAC files in one. A small file and one whose length is wrong is looked through for another beginning, a
    /// large one only at some places: its frames are numbered.
    private static func isJoined(_ source: ByteSource, _ scan: FLACScan, isTrue: Bool) throws(StorageError) -> Bool {
        if !isTrue || source.length < 1 << 22 { return try streams(source, from: scan.start) }
        var last: Int64 = 0
        for part in 1..<16 {
            let place = scan.start + (source.length - scan.start) / 16 * Int64(part)
            guard let next = try scan.length(near: place, source) else { continue }
            if next < last { return true }
            last = next
        }
        return false
    }

    /// True if a FLAC stream begins behind a place.
    private static func streams(_ source: ByteSource, from place: Int64) throws(StorageError) -> Bool {
        var place = place
        while true {
            let bytes = try source.bytes(at: place, 1 << 16)
            var rest = bytes
            while let hit = rest.firstIndex(of: UInt8(ascii: "f")) {
                let head = bytes[hit...].prefix(8)
                // The stream's description has 34 bytes.
                if head.count == 8, head.starts(with: "fLaC".utf8), head[hit + 4] & 0x7F == 0,
                    head.suffix(3).elementsEqual([0, 0, 34])
                {
                    return true
                }
                rest = rest[(hit + 1)...]
            }
            guard bytes.count == 1 << 16 else { return false }
            place += 1 << 16 - 7
        }
    }

    /// Two streams one behind the other, of which libsndfile reads the first one, or one without its end.
    private static func ogg(_ source: ByteSource, _ claimed: Int64) throws(StorageError) -> Found {
        guard let serial = try source.number(at: 14, bytes: 4, .little) else { return .asClaimed }
        let from = max(0, source.length - pageSearch)
        let tail = Array(try source.bytes(at: from, Int(pageSearch)))
        let heads = 0..<max(0, tail.count - 26)
        guard let place = heads.last(where: { isPage(tail, at: $0) }) else { return .asClaimed }
        guard UInt64(tail[place + 14..<place + 18], .little) == serial else { return .more(.joined) }
        let last = UInt64(tail[place + 18..<place + 22], .little)
        if try isChained(source, serial, until: from, last: last) { return .more(.joined) }
        // The last page of a stream says that it is the last one.
        guard tail[place + 5] & 4 == 0, claimed > 0 else { return .asClaimed }
        return claimed == .max ? .more(.brokenOff(0, of: 0, rate: 1)) : .cut(claimed, of: 0)
    }

    /// The frame at which the last page of an Ogg stream begins; 0 if there is no page before it.
    static func lastPage(_ source: ByteSource) throws(StorageError) -> Int64 {
        let tail = try source.bytes(at: max(0, source.length - pageSearch), Int(pageSearch))
        guard !tail.isEmpty else { return 0 }
        let pages = OggPages()
        pages.add(tail)
        var ends: [Int64] = []
        while true {
            switch pages.next() {
            case .page(let page): if page.granule >= 0 { ends.append(page.granule) }
            case .skipped: continue
            case .none: return ends.dropLast().last ?? 0
            }
        }
    }

    /// Bytes that hold a whole page, wherever they lie in a stream.
    private static let pageSearch: Int64 = 131_072

    private static func isPage(_ bytes: [UInt8], at place: Int) -> Bool {
        bytes[place] == UInt8(ascii: "O") && bytes[place..<place + 5].elementsEqual("OggS\0".utf8)
    }

    /// True if a stream with the number of the first one follows it, as in a file behind itself. The beginning is looked through,
    /// the rest only at places that are further and further apart: each stream counts its pages anew. `last` is the count of the
    /// last page.
    private static func isChained(
        _ source: ByteSource, _ serial: UInt64, until end: Int64, last: UInt64
    ) throws(StorageError) -> Bool {
        var place = pageSearch
        if try isJoined(source, until: place) { return true }
        var count: UInt64 = 0
        while place < end {
            let bytes = Array(try source.bytes(at: place, Int(pageSearch)))
            let page = (0..<max(0, bytes.count - 26)).first {
                isPage(bytes, at: $0) && UInt64(bytes[$0 + 14..<$0 + 18], .little) == serial
            }
            if let page {
                let next = UInt64(bytes[page + 18..<page + 22], .little)
                if next < count { return true }
                count = next
            }
            place *= 2
        }
        return last < count
    }

    /// True if a stream begins behind the end of another one. Looks at the head of each page that begins before a place.
    static func isJoined(_ source: ByteSource, until end: Int64 = .max) throws(StorageError) -> Bool {
        var place: Int64 = 0
        var hasSound = false
        // A page has four kilobytes or so; a file that has many more pages than that was made to hold somebody up.
        for _ in 0..<10_000_000 {
            let head = Array(try source.bytes(at: place, 27))
            guard place < end, head.count == 27, head.starts(with: "OggS".utf8) else { return false }
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
        if tag.isTrue(for: source) { return .asClaimed }
        if tag.isOwn {
            // A take that grows has frames that its header does not count yet, but no other header.
            guard let end = tag.end else { return .asClaimed }
            let next = try MPEGClaim(source, from: end)
            if let next, next.frames == nil, next.kind == tag.kind { return .asClaimed }
            if next?.frames != nil { return .more(.joined) }
            return try changes(tag.kind, source, from: end) ? .more(.joined) : .asClaimed
        }
        guard tag.isOfLayerThree else {
            return try changesInLayerTwo(tag.kind, source, from: tag.start) ? .more(.joined) : .asClaimed
        }
        var scan = MPEGScan()
        try scan.finish(source)
        // libmpg123 ends where the rate changes; ffmpeg goes on at the first one.
        if let kind = scan.kind, let gap = scan.firstGap, try changes(kind, source, from: gap) { return .more(.joined) }
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

    /// `changes` for the other layers, of which nothing counts the frames: a large file is looked at in some places only.
    private static func changesInLayerTwo(
        _ kind: UInt32, _ source: ByteSource, from start: Int64
    ) throws(StorageError) -> Bool {
        let piece = (source.length - start) / 64
        guard piece > 1 << 20 else { return try changes(kind, source, from: start) }
        for part in 0..<64 {
            let place = start + piece * Int64(part)
            if try changes(kind, source, from: place, until: place + 1 << 16) { return true }
        }
        return try changes(kind, source, from: source.length - 1 << 20)
    }

    /// True if MPEG frames of another version, layer or rate follow somewhere behind a place. Tags and damage before them may have
    /// any length.
    private static func changes(
        _ kind: UInt32, _ source: ByteSource, from start: Int64, until end: Int64 = .max
    ) throws(StorageError) -> Bool {
        var place = start
        while place < end {
            let bytes = try source.bytes(at: place, 4_096)
            guard !bytes.isEmpty else { return false }
            guard let sync = ByteSource.sync(in: bytes) else {
                place += Int64(bytes.count)
                continue
            }
            place += Int64(sync)
            guard let frame = try Self.frame(at: place, source) else {
                place += 1
                continue
            }
            if frame.kind == kind {
                place += Int64(frame.bytes)
                continue
            }
            // One header, and perhaps two, may be chance.
            var (next, count) = (place + Int64(frame.bytes), 1)
            while count < 3, let more = try Self.frame(at: next, source), more.kind == frame.kind {
                (next, count) = (next + Int64(more.bytes), count + 1)
            }
            if count == 3 { return true }
            place += 1
        }
        return false
    }

    /// The frame of any layer that begins at a place; nil if none does.
    private static func frame(at place: Int64, _ source: ByteSource) throws(StorageError) -> MPEGFrame? {
        guard let word = try source.number(at: place, bytes: 4, .big) else { return nil }
        return MPEGFrame(ofAnyLayer: UInt32(word))
    }
}

/// The count in the first frame of an MP3, by Xing or LAME. The other layers of MPEG have frames without it.
struct MPEGClaim {
    /// Offset of the first frame.
    let start: Int64
    /// Version, layer and rate of the first frame.
    let kind: UInt32
    /// MP3 frames by the count; nil without one.
    private(set) var frames: Int64?
    /// Bytes by the count, from the first frame on.
    private var bytes: Int64?
    /// Samples at the beginning that a decoder leaves out.
    private(set) var delay: Int64 = 0
    /// True for the first frame that Dicta writes: of a constant bit rate, with LAME's delays, but without its table of places.
    private(set) var isOwn = false

    /// True for an MP3; the other layers have no count.
    var isOfLayerThree: Bool { kind >> 17 & 3 == 1 }

    /// End of the stream by the count.
    var end: Int64? { bytes.map { start + $0 } }

    /// Reads the first frame behind a place; nil if none begins there.
    init?(_ source: ByteSource, from place: Int64 = 0) throws(StorageError) {
        var place = place
        if place > 0, try source.bytes(at: place, 3).elementsEqual("TAG".utf8) { place += 128 }
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
        guard let word = try source.number(at: place, bytes: 4, .big), let frame = MPEGFrame(ofAnyLayer: UInt32(word))
        else { return nil }
        (start, kind) = (place, frame.kind)
        guard isOfLayerThree else { return }
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

    /// End of the sound of an MP3 that has so many other bytes behind it that libmpg123 warns of it; nil for other files.
    static func endBeforeTail(_ source: ByteSource) throws(StorageError) -> Int64? {
        guard let claim = try MPEGClaim(source), claim.frames != nil, let end = claim.end, end < source.length else { return nil }
        // It warns from a hundredth on.
        return source.length - end > source.length / 200 ? end : nil
    }

    /// True if the count fits the length of the file, but for a tag at its end.
    func isTrue(for source: ByteSource) -> Bool {
        guard frames != nil, let bytes else { return false }
        let there = source.length - start
        return there == bytes || there == bytes + 128
    }
}
