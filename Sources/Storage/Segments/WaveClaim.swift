// The length of a WAV by its bytes. A value; any thread; making it blocks on the disk.
import System

/// Place and length of the samples of a WAV or RF64 whose header may never have been closed, or may have counted past 4 GiB.
struct WaveClaim {
    /// Offset of the first sample.
    let start: Int64
    /// Bytes of samples that are there.
    private(set) var bytes: Int64
    /// Bytes by the header; nil for a header that does not know.
    private(set) var said: Int64?
    /// Bytes of one frame.
    let frameBytes: Int64
    /// Frames a second.
    let rate: Int
    /// Channels in the file.
    let channels: Int
    /// Code of the sample format: 1 for integers, 3 for floats.
    let code: Int
    /// Contents of the broadcast description; nil without one.
    let description: BroadcastDescription?
    /// True if the header counts some samples, and there are more: its writer has died, or works still.
    private(set) var isBehind = false
    /// True if the samples are longer than 32 bits can count.
    private var isTurned = false
    /// True for a header as Dicta writes it, which has room for 64 bits.
    private let hasRoom: Bool

    /// Bytes behind the samples that are padding of a recorder, not sound.
    private static let padding: Int64 = 65_536

    /// Looks at a file; nil for one whose samples are encoded, and for one without a whole header.
    init?(_ source: ByteSource) throws(StorageError) {
        guard let riff = try? RIFFChunks(source), let data = riff.first("data"), let format = riff.first("fmt "),
            format.start < data.start
        else { return nil }
        func number(_ offset: Int64, _ bytes: Int) throws(StorageError) -> Int {
            Int(try source.number(at: format.start + offset, bytes: bytes, .little) ?? 0)
        }
        var code = try number(0, 2)
        if code == 0xFFFE, format.bytes >= 26 { code = try number(24, 2) }
        let channels = try number(2, 2)
        let (rate, frameBytes) = (try number(4, 4), Int64(try number(12, 2)))
        guard code == 1 || code == 3, frameBytes > 0, channels > 0, rate > 0 else { return nil }
        (self.code, self.channels, self.rate, self.frameBytes) = (code, channels, rate, frameBytes)
        let broadcast = riff.first("bext")
        description = try broadcast.flatMap { (chunk) throws(StorageError) in
            BroadcastDescription(Array(try source.bytes(at: chunk.start, Int(min(chunk.bytes, 65_536)))))
        }
        hasRoom = riff.chunks.first.map { ["JUNK", "ds64"].contains($0.mark) && $0.bytes == 28 } ?? false
        start = data.start
        let rest = max(0, source.length - start)
        // Programs that write to a pipe cannot know the length.
        let isOpen =
            data.bytes == 0 && rest > 0 && riff.riffBytes + 8 != source.length
            || !riff.isLarge && data.bytes >= 0x7FFF_0000 && data.bytes > rest
        said = isOpen ? nil : data.bytes
        bytes = min(isOpen ? rest : data.bytes, rest)
        if !isOpen, data.bytes < rest, try !Self.endsWhole(at: data.end, source) {
            // Sizes of 32 bits begin anew at 4 GiB; chunks behind the samples show which turn it is.
            var turn = data.bytes + 1 << 32
            while !riff.isLarge, turn < rest, try !Self.endsWhole(at: start + turn, source) { turn += 1 << 32 }
            if !riff.isLarge, turn <= rest {
                (bytes, said, isTurned) = (turn, turn, true)
            } else if data.bytes == 0 || rest - data.bytes > Self.padding {
                // The header was not brought up to date any more.
                (bytes, said) = (rest, nil)
                isBehind = data.bytes > 0 || description?.originator.hasPrefix("dicta ") == true
            }
        }
    }

    /// True if whole chunks reach from a place to the end of the file, or nothing does.
    private static func endsWhole(at place: Int64, _ source: ByteSource) throws(StorageError) -> Bool {
        var place = place + place % 2
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
    var frames: Int64 { bytes / frameBytes }

    /// What libsndfile's claim is worth.
    func found(_ claimed: Int64) -> SoundLength.Found {
        // A take of Dicta's may be read while it grows.
        if isBehind, hasRoom { return .asClaimed }
        if claimed < frames { return .more(.unclosed) }
        if let said, said / frameBytes > frames { return .cut(frames, of: said / frameBytes) }
        return claimed > frames ? .frames(frames) : .asClaimed
    }
}
