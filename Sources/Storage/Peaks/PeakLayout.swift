// The format of a peak file, defined here only. A value; any thread; no I/O.
import System

/// The format of a peak file: the waveform of one audio file at seven zoom levels, in less than 1 % of the audio's size (for
/// audio of a second and more). Numbers are little-endian.
///
///     0   8   "DICTAPKS"
///     8   u16 version: 1
///     10  u16 size of this header: 72
///     12  u16 channels of the audio (of more than two the first two are stored)
///     14  u16 zoom levels: 7
///     16  u32 frames per second
///     20  u32 frames per column at the finest level: 256 or a power of two above it
///     24  u32 columns of that level in a block: 4096
///     28  u32 zero
///     32  u64 frames of the audio
///     40  u64 size of the audio file in bytes
///     48  i64 modification time of the audio file, in nanoseconds since 1970
///     56  u64 zero
///     64  u32 zero
///     68  u32 CRC-32 of the 68 bytes before
///
/// Blocks follow, one for every 4096 columns of the finest level. A block holds its columns at all levels, finest first; each
/// level has a quarter of the columns of the one before, and the coarsest has one. Each level ends with the CRC-32 of its
/// bytes. The last block holds only the columns there are, rounded up to a whole column at each level. A level can thus be read
/// without the others, and a file of 24 hours is written with memory for one block.
///
/// A column has three bytes per channel, left first: lowest sample and highest sample (signed), and RMS (unsigned). The bytes
/// are square roots, so that quiet audio is visible: `c` stands for `c * |c| / 127 / 127`. Lowest and highest are rounded
/// outwards and limited to full scale (-127, 127).
package struct PeakLayout: Sendable, Hashable {
    static let magic = Array("DICTAPKS".utf8)
    static let version = 1
    /// Size of the header in bytes.
    package static let headerBytes = 72
    /// Count of zoom levels.
    package static let levels = 7
    /// Columns of the finest level in a block.
    static let blockColumns = 4096

    /// Identity and format of the audio.
    var stamp: PeakStamp
    /// Frames per column at the finest level.
    var base: Int

    /// Stored channels of the audio file: the first two at most.
    var channels: Int { min(2, stamp.channels) }

    init(_ stamp: PeakStamp, base: Int) {
        self.stamp = stamp
        self.base = base
    }

    /// Returns the finest zoom, in frames per column, that stays below 1 % of an audio file with so many bytes per frame.
    static func base(channels: Int, bytesPerFrame: Double) -> Int {
        // Three bytes per column and channel, and a third more for the other levels; the rest is for header and checksums.
        let wanted = 4 * Double(min(2, channels)) / (0.0085 * max(bytesPerFrame, 0.001))
        var base = 256
        while Double(base) < wanted, base < 1 << 20 { base *= 2 }
        return base
    }

    /// Frames per column at a level.
    func framesPerColumn(_ level: Int) -> Int { base << (2 * level) }
    /// Frames in a full block.
    var framesPerBlock: Int { base * Self.blockColumns }
    /// Bytes of a column.
    package var bytesPerColumn: Int { 3 * channels }

    /// Columns needed for so many frames, rounded up.
    static func columns(_ frames: Int64, _ framesPerColumn: Int) -> Int {
        Int((frames + Int64(framesPerColumn) - 1) / Int64(framesPerColumn))
    }

    /// Count of blocks in the file.
    package var blocks: Int { Self.columns(stamp.frames, framesPerBlock) }

    /// Columns of a level in a block.
    package func columns(block: Int, level: Int) -> Int {
        let left = stamp.frames - Int64(block) * Int64(framesPerBlock)
        return Self.columns(min(max(0, left), Int64(framesPerBlock)), framesPerColumn(level))
    }

    /// Byte offset of a level of a block in the file.
    package func place(block: Int, level: Int) -> Int64 {
        let whole = (0..<Self.levels).reduce(0) { $0 + (Self.blockColumns >> (2 * $1)) * bytesPerColumn + 4 }
        let before = (0..<level).reduce(0) { $0 + columns(block: block, level: $1) * bytesPerColumn + 4 }
        return Int64(Self.headerBytes) + Int64(block) * Int64(whole) + Int64(before)
    }

    /// Size of the whole file in bytes.
    package var bytes: Int64 {
        guard blocks > 0 else { return Int64(Self.headerBytes) }
        return place(block: blocks - 1, level: Self.levels)
    }

    // MARK: The header

    /// The bytes of the header.
    var header: [UInt8] {
        var out = ByteWriter(.little, capacity: Self.headerBytes)
        out.put(Self.magic)
        for number in [Self.version, Self.headerBytes, stamp.channels, Self.levels] { out.put(UInt16(clamping: number)) }
        for number in [stamp.rate, base, Self.blockColumns, 0] { out.put(UInt32(clamping: number)) }
        out.put(stamp.frames)
        out.put(stamp.bytes)
        out.put(stamp.modified)
        out.zeros(12)
        out.put(Checksum.crc32(out.bytes[...]))
        return out.bytes
    }

    /// Reads a header; nil for one that is damaged or that Dicta did not write.
    package init?(header bytes: [UInt8]) {
        guard bytes.count == Self.headerBytes, bytes.starts(with: Self.magic) else { return nil }
        func number(_ place: Int, _ count: Int) -> UInt64 {
            UInt64(bytes[place..<place + count], .little)
        }
        guard number(68, 4) == UInt64(Checksum.crc32(bytes[..<68])), number(8, 2) == Self.version,
            number(10, 2) == Self.headerBytes, number(14, 2) == Self.levels, number(24, 4) == Self.blockColumns
        else { return nil }
        let base = Int(number(20, 4))
        guard base >= 256, base <= 1 << 20, base & (base - 1) == 0, (1...1024).contains(number(12, 2)), number(16, 4) > 0,
            number(32, 8) < 1 << 50
        else { return nil }
        stamp = PeakStamp(
            bytes: Int64(clamping: number(40, 8)), modified: Int64(bitPattern: number(48, 8)), frames: Int64(number(32, 8)),
            rate: Int(number(16, 4)), channels: Int(number(12, 2)))
        self.base = base
    }

    // MARK: Samples

    /// Encodes a sample as one byte, where 127 is full scale; `up` is the direction to round in. The rounding is done by hand:
    /// without SSE 4.1 the library's rounding is a call per sample.
    static func code(_ value: Float, up: Bool) -> Int8 {
        let root = 127 * abs(value).squareRoot()
        // The test also fails for NaN.
        guard root < 127 else { return value < 0 ? -127 : value > 0 ? 127 : 0 }
        let whole = Int8(truncatingIfNeeded: Int32(root))
        // Rounds away from zero at the outer end of the column, on either side.
        let isUp = up == (value > 0) && Float(whole) < root
        let code = isUp ? whole + 1 : whole
        return value < 0 ? -code : code
    }

    /// Encodes an RMS as one byte.
    static func loudness(_ value: Float) -> UInt8 {
        let root = 127 * value.squareRoot()
        return root < 254 ? UInt8(truncatingIfNeeded: Int32(root + 0.5)) : root > 0 ? 255 : 0
    }

    /// Decodes a byte to a sample or an RMS.
    static func value(_ code: Int) -> Float { Float(code * abs(code)) / (127 * 127) }
}
