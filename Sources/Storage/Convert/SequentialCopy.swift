// Decodes a file in which libsndfile cannot seek. One thread at a time; each step blocks on the disk for a moment only.
import CSndFile
import System

/// Decodes a file that libsndfile reads from its beginning only (GSM, G.721, DWVW and the like) into one of any place, sample by sample.
@safe final class SequentialCopy: PieceJob {
    /// The form of the result. Each holds all samples: no such file has more than 24 bits.
    enum Form {
        case flac, wav
    }

    private let source: SegmentReader
    /// libsndfile's handle of the result; nil once closed.
    private var sound: OpaquePointer?
    private let samples: UnsafeMutableBufferPointer<Int32>
    /// Frames to decode, and those that are decoded.
    private let frames: Int64
    private var done: Int64 = 0

    private static let pieceFrames = 1 << 17

    /// Opens the source, and the result in an empty file, whose descriptor stays the caller's. With a claim the padding of its last block
    /// is left out. Blocks.
    init(_ path: String, as form: Form, to target: Int32, without claim: WaveClaim? = nil) throws(StorageError) {
        source = try SegmentReader(path: path, isSequential: true)
        frames = claim?.sound(of: source.info.frames) ?? source.info.frames
        var info = SF_INFO()
        info.samplerate = Int32(source.info.rate)
        info.channels = Int32(source.info.channels)
        let isShort = source.info.encoding != "24 bit dwvw"
        switch form {
        case .flac: info.format = Int32(SF_FORMAT_FLAC | (isShort ? SF_FORMAT_PCM_16 : SF_FORMAT_PCM_24))
        case .wav: info.format = Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_24)
        }
        // libsndfile closes its own descriptor, even when opening fails.
        let own = try onDisk("open", path, File.duplicate(target))
        guard let opened = unsafe sf_open_fd(own, Int32(SFM_WRITE), &info, Int32(SF_TRUE)) else {
            throw unsafe .decoderRefused(path: path, reason: String(cString: sf_strerror(nil)))
        }
        unsafe sound = opened
        unsafe samples = .allocate(capacity: Self.pieceFrames * source.info.channels)
    }

    deinit {
        // The owner has given up an unfinished file; only the memory is left to free.
        if let sound = unsafe sound { _ = unsafe sf_close(sound) }
        unsafe samples.deallocate()
    }

    /// Part of the frames decoded, 0 to 1.
    var fraction: Double { frames > 0 ? min(1, Double(done) / Double(frames)) : 1 }

    /// Decodes a piece. Returns true at the end.
    func step() throws(StorageError) -> Bool {
        guard let sound = unsafe sound else { return true }
        let wanted = min(Int64(Self.pieceFrames), frames - done)
        let got = unsafe wanted > 0 ? sf_readf_int(source.sound, samples.baseAddress, wanted) : 0
        guard unsafe got == wanted || sf_error(source.sound) == 0 else {
            throw unsafe .notAudio(path: source.path, reason: String(cString: sf_strerror(source.sound)))
        }
        if got > 0 {
            guard unsafe sf_writef_int(sound, samples.baseAddress, got) == got else {
                throw unsafe .decoderRefused(path: source.path, reason: String(cString: sf_strerror(sound)))
            }
            done += got
            return false
        }
        unsafe self.sound = nil
        let code = unsafe sf_close(sound)
        guard code == 0 else {
            throw unsafe .decoderRefused(path: source.path, reason: String(cString: sf_error_number(code)))
        }
        return true
    }
}
