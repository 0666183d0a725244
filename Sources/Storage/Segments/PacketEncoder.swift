// Encodes batches of Apple Lossless through libsndfile. One owner at a time; blocks on a temporary file.
import CSndFile
import Dictation
import System

/// Makes packets of Apple Lossless: each batch is encoded as a small CAF in memory, and its packets are taken out.
///
/// libsndfile's own ALAC writer keeps all audio in a temporary file and writes the real one on close: a kill would lose the
/// whole take. Packets are independent, so encoding a few at a time loses nothing. libsndfile still needs its temporary file,
/// in TMPDIR or /tmp, while a batch is encoded.
///
/// Every batch is decoded and compared: libsndfile 1.2 writes wrong samples where 24-bit stereo cannot be compressed (noise
/// near full scale). A packet that differs is stored uncompressed, which the format allows.
@safe final class PacketEncoder {
    static let framesPerPacket = 4096

    /// Packets in a row, their sizes in bytes, and the decoder settings ("magic cookie").
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

    /// Makes an encoder; `path` is used in errors only.
    init(_ format: AudioFormat, path: String) {
        self.format = format
        self.path = path
    }

    /// Encodes interleaved samples with their value in the upper bits. Every packet is full but the last.
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

    /// Returns the numbers of the packets that do not decode to the samples they were made from.
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
        // The file was only read, so a failing close loses nothing.
        _ = unsafe sf_close(sound)
        var bad: Set<Int> = []
        for index in 0..<samples.count where unsafe index >= Int(got) * format.channels || back[index] != samples[index] {
            bad.insert(index / (Self.framesPerPacket * format.channels))
        }
        return bad
    }

    /// Takes packets, sizes and cookie out of the small CAF; nil if one is missing.
    private static func batch(_ file: [UInt8]) -> Batch? {
        var batch = Batch()
        var data: Range<Int>?
        var start = 8
        while start + 12 <= file.count {
            let size = Int64(file[(start + 4)..<(start + 12)], .big)
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
