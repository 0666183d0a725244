// Writer thread only. One batch of Apple Lossless, through libsndfile.
import CSndFile
import Dictation

/// Makes packets of Apple Lossless: a small CAF in memory for each batch, and its packets are taken out.
///
/// libsndfile's own writer of it keeps all audio in a temporary file and writes the real one when it is closed: a kill would
/// lose the whole take. Each packet stands for itself, so nothing is lost by making a few at a time. libsndfile still needs
/// its temporary file for the time of a batch, in TMPDIR or /tmp.
///
/// Every batch is decoded and compared, since libsndfile 1.2 writes other samples than it was given where 24 bits of stereo
/// cannot be made smaller (noise near full scale). Such a packet is written as it is, which the format has a mark for.
@safe final class PacketEncoder {
    static let framesPerPacket = 4096

    struct Batch {
        var packets: [UInt8] = []
        var sizes: [Int] = []
        var cookie: [UInt8] = []

        mutating func replace(_ numbers: Set<Int>, _ other: (Int) -> [UInt8]) {
            var fresh: [UInt8] = []
            var start = 0
            for index in sizes.indices {
                let end = start + sizes[index]
                let packet = numbers.contains(index) ? other(index) : Array(packets[start..<end])
                fresh += packet
                sizes[index] = packet.count
                start = end
            }
            packets = fresh
        }
    }

    private let format: AudioFormat
    private let path: String

    init(_ format: AudioFormat, path: String) {
        self.format = format
        self.path = path
    }

    /// Interleaved samples with their value in the upper bits. All packets are full but the last.
    func encode(_ samples: UnsafeBufferPointer<Int32>) throws(StorageError) -> Batch {
        let memory = MemoryFile()
        var info = SF_INFO()
        info.samplerate = Int32(format.rate)
        info.channels = Int32(format.channels)
        info.format = Int32(SF_FORMAT_CAF | (format.encoding == .pcm16 ? SF_FORMAT_ALAC_16 : SF_FORMAT_ALAC_24))
        var io = MemoryFile.virtualIO()
        guard let sound = unsafe sf_open_virtual(&io, Int32(SFM_WRITE), &info, memory.asUserData) else {
            throw unsafe .refusedFormat(path: path, reason: String(cString: sf_strerror(nil)))
        }
        let frames = Int64(samples.count / format.channels)
        let taken = unsafe sf_writef_int(sound, samples.baseAddress, frames)
        let code = unsafe sf_close(sound)
        guard code == 0, taken == frames, var batch = Self.batch(memory.bytes) else {
            throw unsafe .refusedFormat(path: path, reason: "Apple Lossless: \(String(cString: sf_error_number(code)))")
        }
        let bad = unsafe try packetsThatDiffer(memory, samples)
        if !bad.isEmpty { batch.replace(bad) { unsafe UncompressedPacket.bytes(samples, $0, format) } }
        return batch
    }

    /// Numbers of the packets that do not come back as they were given.
    private func packetsThatDiffer(
        _ memory: MemoryFile, _ samples: UnsafeBufferPointer<Int32>
    ) throws(StorageError) -> Set<Int> {
        memory.rewind()
        var info = SF_INFO()
        var io = MemoryFile.virtualIO()
        guard let sound = unsafe sf_open_virtual(&io, Int32(SFM_READ), &info, memory.asUserData) else {
            throw unsafe .refusedFormat(path: path, reason: String(cString: sf_strerror(nil)))
        }
        var back = [Int32](repeating: 0, count: samples.count)
        let got = unsafe sf_readf_int(sound, &back, Int64(samples.count / format.channels))
        // Only read from.
        _ = unsafe sf_close(sound)
        var bad: Set<Int> = []
        for index in 0..<samples.count where unsafe index >= Int(got) * format.channels || back[index] != samples[index] {
            bad.insert(index / (Self.framesPerPacket * format.channels))
        }
        return bad
    }

    /// Out of the small file.
    private static func batch(_ file: [UInt8]) -> Batch? {
        var batch = Batch()
        var data: Range<Int>?
        var start = 8
        while start + 12 <= file.count {
            let size = file[(start + 4)..<(start + 12)].reduce(0) { $0 << 8 | Int64($1) }
            let contents = start + 12
            guard size >= 0, Int64(contents) + size <= Int64(file.count) else { break }
            let end = contents + Int(size)
            switch String(decoding: file[start..<start + 4], as: UTF8.self) {
            case "kuki": batch.cookie = Array(file[contents..<end])
            case "pakt" where size >= 24: batch.sizes = PacketTable.sizes(file[(contents + 24)..<end])
            case "data" where size >= 4: data = contents + 4..<end
            default: break
            }
            start = end
        }
        guard let data, batch.sizes.reduce(0, +) <= data.count, !batch.cookie.isEmpty else { return nil }
        batch.packets = Array(file[data.prefix(batch.sizes.reduce(0, +))])
        return batch
    }
}
