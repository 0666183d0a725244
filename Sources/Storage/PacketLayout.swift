// Room: Storage. A value; any thread.
import Dictation

/// Where things are in a CAF of packets: description, cookie, table with room to grow, audio.
struct PacketLayout {
    let format: AudioFormat
    let cookie: [UInt8]
    /// Room for sizes.
    var tableBytes: Int
    private(set) var tableUsed = 0
    private(set) var packets: Int64 = 0
    private(set) var frames: Int64 = 0
    private(set) var dataBytes: Int64 = 0

    init(_ format: AudioFormat, cookie: [UInt8], tableBytes: Int) {
        self.format = format
        self.cookie = cookie
        self.tableBytes = tableBytes
    }

    /// Three bytes a packet, which says sizes up to 2 MiB, for 60 hours.
    static func room(rate: Int) -> Int { 3 * (60 * 3600 * rate / PacketEncoder.framesPerPacket + 1) }

    var tableStart: Int64 { Int64(header.count) }
    var dataStart: Int64 { tableStart + Int64(tableBytes) + 16 }
    var dataEndOnDisk: Int64 { dataStart + dataBytes }

    /// All up to the first size.
    var header: [UInt8] {
        var out = ByteWriter(.big)
        let bits: UInt32 = format.encoding == .pcm16 ? 1 : 3
        CoreAudioHeader.begin(format, kind: "alac", flags: bits, packet: (0, PacketEncoder.framesPerPacket), &out)
        out.put("kuki")
        out.put(Int64(cookie.count))
        out.put(cookie)
        out.put("pakt")
        out.put(Int64(24 + tableBytes))
        out.put(packets)
        out.put(frames)
        out.put(UInt32(0))
        let full = packets * Int64(PacketEncoder.framesPerPacket)
        out.put(UInt32(full - frames))
        return out.bytes
    }

    /// Right before the audio.
    var dataHeader: [UInt8] {
        var out = ByteWriter(.big)
        CoreAudioHeader.data(dataBytes, &out)
        return out.bytes
    }

    /// Where the sizes go; nil where there is no room left.
    func place(for sizes: [Int]) -> Int64? {
        guard tableUsed + PacketTable.bytes(sizes).count <= tableBytes else { return nil }
        return tableStart + Int64(tableUsed)
    }

    mutating func add(_ sizes: [Int], frames more: Int) {
        tableUsed += PacketTable.bytes(sizes).count
        packets += Int64(sizes.count)
        frames += Int64(more)
        dataBytes += Int64(sizes.reduce(0, +))
    }
}
