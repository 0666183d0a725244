// The length of a WAV by its bytes. A value; any thread; making it blocks on the disk.
import Dictation
import System

/// Place and length of the samples of a WAV or RF64 whose header may never have been closed, or may have counted past 4 GiB.
struct WaveClaim {
    /// Offset of the first sample.
    let start: Int64
    /// Bytes of samples that are there.
    private(set) var bytes: Int64
    /// Bytes by the header; nil for a header that does not know.
    private(set) var said: Int64?
    /// Bytes of one frame, or of a block of frames that are encoded together.
    let blockBytes: Int64
    /// Frames of such a block.
    private let blockFrames: Int64
    /// Frames by the fact chunk: encoders fill the last block up with padding. Nil without one, and without blocks.
    private let fact: Int64?
    /// Frames a second.
    let rate: Int
    /// The chunks of the format and of the broadcast description (empty without one), as they stand in the file.
    let format: [UInt8], broadcast: [UInt8]
    /// True if the header counts some samples, and there are more: its writer has died, or works still.
    private(set) var isBehind = false
    /// True if the samples are longer than 32 bits can count.
    private var isTurned = false
    /// True if another WAV begins behind the samples: its chunks are no sound of this one.
    private(set) var isJoined = false
    /// True for a header as Dicta writes it, which may be that of a take that grows.
    private let isOwn: Bool

    /// Bytes behind the samples that are padding of a recorder, not sound.
    private static let padding: Int64 = 65_536

    /// Looks at a file; nil for one whose samples libsndfile does not read, and for one without a whole header.
    init?(_ source: ByteSource) throws(StorageError) {
        guard let riff = try? RIFFChunks(source), let data = riff.first("data"), let format = riff.first("fmt "),
            format.start < data.start
        else { return nil }
        let words = Array(try source.bytes(at: format.start, Int(min(format.bytes, 65_536))))
        guard words.count >= 16 else { return nil }
        func number(_ offset: Int, _ bytes: Int) -> Int {
            words.count >= offset + bytes ? Int(words[offset..<offset + bytes], .little) : 0
        }
        let code = number(0, 2) == 0xFFFE ? number(24, 2) : number(0, 2)
        let (channels, width) = (number(2, 2), number(12, 2))
        rate = number(4, 4)
        blockBytes = Int64(width)
        let known: [Int: ClosedRange<Int>] = [1: 1...4, 3: 4...8, 6: 1...1, 7: 1...1]
        if let widths = known[code] {
            guard channels > 0, width % channels == 0, widths.contains(width / channels) else { return nil }
            blockFrames = 1
        } else {
            // Two kinds of ADPCM, and GSM.
            guard [0x02, 0x11, 0x31].contains(code) else { return nil }
            blockFrames = Int64(number(18, 2))
        }
        guard Segment.rates.contains(rate), width > 0, (1...8 * blockBytes).contains(blockFrames) else { return nil }
        self.format = words
        if blockFrames > 1, let chunk = riff.first("fact"), let count = try source.number(at: chunk.start, bytes: 4, .little) {
            fact = Int64(count)
        } else {
            fact = nil
        }
        broadcast =
            try riff.first("bext").map { (chunk) throws(StorageError) in
                Array(try source.bytes(at: chunk.start, Int(min(chunk.bytes, 65_536))))
            } ?? []
        let marks = riff.chunks.prefix { $0.start <= data.start }.map(\.mark).filter { $0 != "fact" }
        let head = [riff.isLarge ? "ds64" : "JUNK"] + (broadcast.isEmpty ? [] : ["bext"]) + ["fmt ", "data"]
        isOwn =
            marks == head && channels <= 2
            && (broadcast.isEmpty || BroadcastDescription(broadcast)?.originator.hasPrefix("dicta ") == true)
        start = data.start
        let rest = max(0, source.length - start)
        // Programs that write to a pipe cannot know the length.
        let isOpen =
            data.bytes == 0 && rest > 0 && riff.riffBytes + 8 != source.length
            || data.bytes > rest && Self.isPlaceholder(data, riff)
        said = isOpen ? nil : data.bytes
        bytes = min(isOpen ? rest : data.bytes, rest)
        for chunk in riff.chunks where chunk.start > data.start && Self.marks.contains(chunk.mark) {
            if try source.mark(at: chunk.start) == "WAVE" { isJoined = true }
        }
        guard !isOpen, !isJoined, data.bytes < rest, try !Self.endsWhole(at: data.end, source) else { return }
        // Sizes of 32 bits begin anew at 4 GiB; chunks behind the samples show which turn it is.
        var turn = data.bytes + 1 << 32
        while !riff.isLarge, turn < rest, try !Self.endsWhole(at: start + turn, source) { turn += 1 << 32 }
        if !riff.isLarge, turn <= rest {
            (bytes, said, isTurned) = (turn, turn, true)
        } else if data.bytes == 0 || rest - data.bytes > Self.padding {
            if data.bytes > 0, try Self.isTail(at: data.end, source) { return }
            // The header was not brought up to date any more.
            (bytes, said) = (rest, nil)
            isBehind = data.bytes > 0 || isOwn
        }
    }

    /// The beginnings of WAV files.
    private static let marks: Set<String> = ["RIFF", "RIFX", "RF64", "BW64"]

    /// Sizes that programs write who cannot know them, as to a pipe.
    private static let placeholders: Set<Int64> = [
        0x7FFF_F000, 0x7FFF_FFFE, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFC, 0xFFFF_FFFE, 0xFFFF_FFFF, 1 << 60,
    ]

    /// True if the sizes of a file are no sizes.
    private static func isPlaceholder(_ data: RIFFChunks.Chunk, _ riff: RIFFChunks) -> Bool {
        guard data.bytes >= 0x7FFF_0000 else { return false }
        return placeholders.contains(data.bytes) || placeholders.contains(riff.riffBytes) || riff.riffBytes + 8 < data.end
    }

    /// Names of chunks and tags that stand behind samples, also when they are cut short.
    private static let tails = [
        "ID3", "APETAGEX", "TAG", "LYRICSBEGIN", "LIST", "id3 ", "bext", "iXML", "axml", "aXML", "_PMX", "XMP ", "cue ", "smpl",
        "inst", "fact", "JUNK", "junk", "PAD ", "FLLR", "afsp", "acid", "DISP", "levl", "minf", "elm1", "regn", "umid", "PEAK",
        "strc", "ResU",
    ]

    /// True if what follows the samples is no sound: a tag, a chunk that was cut short, or nothing but zeros.
    static func isTail(at place: Int64, _ source: ByteSource) throws(StorageError) -> Bool {
        for place in [place, place + place % 2] {
            let head = try source.bytes(at: place, 16)
            if tails.contains(where: { head.starts(with: $0.utf8) }) { return true }
        }
        var place = place
        while place < source.length {
            let bytes = try source.bytes(at: place, 1 << 16)
            guard !bytes.isEmpty, bytes.allSatisfy({ $0 == 0 }) else { return false }
            place += Int64(bytes.count)
        }
        return true
    }

    /// True if whole chunks reach from a place to the end of the file, or nothing does.
    /// Some programs leave out the byte that makes the place even.
    private static func endsWhole(at place: Int64, _ source: ByteSource) throws(StorageError) -> Bool {
        if try chunksEndWhole(at: place + place % 2, source) { return true }
        return place % 2 == 1 ? try chunksEndWhole(at: place, source) : false
    }

    private static func chunksEndWhole(at place: Int64, _ source: ByteSource) throws(StorageError) -> Bool {
        var place = place
        for _ in 0..<1000 {
            if place >= source.length { return place <= source.length + 1 }
            let mark = try source.bytes(at: place, 4)
            guard mark.count == 4, mark.allSatisfy({ (0x20...0x7E).contains($0) }),
                let size = try source.number(at: place + 4, bytes: 4, .little)
            else { return false }
            place += 8 + Int64(size + size % 2)
        }
        return false
    }

    /// True if the header counts less than there is.
    var isWrong: Bool { frames > 0 && (said == nil || isBehind || isTurned) }

    /// Frames that are there.
    var frames: Int64 { count(bytes) }

    /// Frames of the sound in a file of so many: a fact chunk that ends in the last two blocks leaves their padding out.
    func sound(of frames: Int64) -> Int64 {
        guard let fact, said != nil, fact > 0, fact < frames, frames - fact <= 2 * blockFrames else { return frames }
        return fact
    }

    /// Frames in so many bytes.
    private func count(_ bytes: Int64) -> Int64 { min(bytes, 1 << 59) / blockBytes * blockFrames }

    /// The worth of libsndfile's claim.
    func found(_ claimed: Int64) -> SoundLength.Found {
        // A take of Dicta's may be read while it grows.
        if isBehind, isOwn { return .asClaimed }
        if claimed < frames { return .more(.unclosed) }
        if let said, count(said) > frames { return .cut(frames, of: count(said)) }
        return claimed > frames && blockFrames == 1 ? .frames(frames) : .asClaimed
    }

    /// The claim of a file whose header counts less than it has; nil for any other one. Blocks.
    static func ofWrong(_ path: String) throws(StorageError) -> WaveClaim? {
        let claim = try of(path)
        return claim?.isWrong == true ? claim : nil
    }

    /// The claim of a file; nil for one that is no WAV whose samples libsndfile reads. Blocks.
    static func of(_ path: String) throws(StorageError) -> WaveClaim? {
        let descriptor = try onDisk("open", path, File.open(path, .read, .noWait))
        // Only read, so a failing close loses nothing.
        defer { File.close(descriptor) }
        let status = try FileStatus(of: descriptor, path: path)
        guard status.isFile else { return nil }
        return try WaveClaim(ByteSource(descriptor, path: path, length: status.bytes, windowBytes: 16_384))
    }

    /// Words for ffmpeg in front of the file of a wrong claim: it must not believe the header.
    var inputWords: [String] { ["-ignore_length", "1"] }

    /// ffmpeg's filter for such a file: what follows the samples is no sound.
    var filter: String { "atrim=end_sample=\(frames)" }
}
