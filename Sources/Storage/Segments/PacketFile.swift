// The CAF of Apple Lossless that grows beside a take. One owner at a time; blocks on the disk.
import Dictation
import System

/// A CAF of Apple Lossless in a temporary file beside a take: description, cookie, audio, and at the end the packet table.
///
/// The packet table is held in memory until the end (3 MB for a day at 48 kHz). It is written after the audio, as Apple's
/// programs do: libsndfile misreads a table before the audio that is longer than 100 KB, as its own files of an hour have.
final class PacketFile {
    private let format: AudioFormat
    private let file: TemporaryFile
    private let packets: PacketEncoder
    private var table: [UInt8] = []
    private var count: Int64 = 0
    private var frames: Int64 = 0
    private var dataBytes: Int64 = 0
    /// Bytes of the packets so far; the header and the table are small beside them.
    var bytes: Int64 { dataBytes }
    private let sizePlace: Int

    /// Starts a packet file beside `path`. Throws `refusedFormat` if libsndfile cannot encode the format. Blocks.
    init(_ format: AudioFormat, beside other: BufferedFile) throws(StorageError) {
        let path = other.path
        self.format = format
        let packets = PacketEncoder(format, path: path)
        self.packets = packets
        if let unnamed = other.unnamed { file = try unnamed.another() } else { file = try TemporaryFile(beside: Place(path)) }
        // One short packet shows that encoding works at all, and yields the decoder settings.
        let silence = [Int32](repeating: 0, count: 16 * format.channels)
        let cookie = try unsafe silence.withUnsafeBufferPointer { (none) throws(StorageError) in
            try unsafe packets.encode(none).cookie
        }
        var out = ByteWriter(.big)
        CoreAudioHeader.begin(
            format, kind: "alac", flags: format.encoding == .pcm16 ? 1 : 3, packet: (0, PacketEncoder.framesPerPacket), &out)
        out.put("kuki")
        out.put(Int64(cookie.count))
        out.put(cookie)
        sizePlace = out.bytes.count + 4
        CoreAudioHeader.data(0, &out)
        try file.append(out.bytes)
    }

    /// Appends interleaved samples with their value in the upper bits. Only the last call may end with a partial packet.
    func add(_ samples: UnsafeBufferPointer<Int32>) throws(StorageError) {
        guard !samples.isEmpty else { return }
        let batch = try unsafe packets.encode(samples)
        try file.append(batch.packets)
        table += PacketTable.bytes(batch.sizes)
        count += Int64(batch.sizes.count)
        frames += Int64(samples.count / format.channels)
        dataBytes += Int64(batch.packets.count)
    }

    /// Completes the file with the packet table and a last chunk, syncs it, and puts it in the place of `other`. The caller owns the
    /// returned descriptor.
    func replace(_ other: BufferedFile, tail: [UInt8]) throws(StorageError) -> (descriptor: Int32, length: Int64) {
        var out = ByteWriter(.big, capacity: table.count + 36)
        out.put("pakt")
        out.put(Int64(24 + table.count))
        out.put(count)
        out.put(frames)
        out.put(UInt32(0))
        out.put(UInt32(count * Int64(PacketEncoder.framesPerPacket) - frames))
        out.put(table)
        out.put(tail)
        try file.append(out.bytes)
        var size = ByteWriter(.big, capacity: 8)
        size.put(4 + dataBytes)
        try file.overwrite(size.bytes, at: sizePlace)
        guard let unnamed = other.unnamed else {
            // A file that others put at its place is theirs.
            if let loss = other.findLoss() { throw loss }
            let descriptor = try file.take(name: Place(other.path))
            return (descriptor, try FileStatus(of: descriptor, path: other.path).bytes)
        }
        try unnamed.become(file)
        let descriptor = try unnamed.duplicate()
        return (descriptor, try FileStatus(of: descriptor, path: other.path).bytes)
    }
}
