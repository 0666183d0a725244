// Writer thread only.
import Dictation

/// A CAF of Apple Lossless that grows beside a take: description, cookie, audio, and at the end the table of packets, which
/// is held in memory until then (3 MB for a day at 48 kHz).
///
/// The table stands behind the audio, as Apple's programs have it: libsndfile loses its way where it stands before it and is
/// longer than 100 KB, which its own files of an hour are.
final class PacketFile {
    private let format: AudioFormat
    private let file: TemporaryFile
    private let packets: PacketEncoder
    private var table: [UInt8] = []
    private var count: Int64 = 0
    private var frames: Int64 = 0
    private var dataBytes: Int64 = 0
    private let sizePlace: Int

    init(_ format: AudioFormat, beside path: String) throws(StorageError) {
        self.format = format
        let packets = PacketEncoder(format, path: path)
        self.packets = packets
        file = try TemporaryFile(beside: path)
        // One short packet tells whether it can be done at all, and what the decoder has to know.
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

    /// Interleaved samples with their value in the upper bits; the last call may end with a packet that is not full.
    func add(_ samples: UnsafeBufferPointer<Int32>) throws(StorageError) {
        guard !samples.isEmpty else { return }
        let batch = try unsafe packets.encode(samples)
        try file.append(batch.packets)
        table += PacketTable.bytes(batch.sizes)
        count += Int64(batch.sizes.count)
        frames += Int64(samples.count / format.channels)
        dataBytes += Int64(batch.packets.count)
    }

    /// Writes what is still missing and a last chunk, syncs, and takes the name.
    func take(name: String, tail: [UInt8]) throws(StorageError) -> (descriptor: Int32, length: Int64) {
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
        try file.connection(size.bytes, at: sizePlace)
        return try file.take(name: name)
    }
}
