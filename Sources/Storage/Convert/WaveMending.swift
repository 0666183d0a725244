// Copies the sound of a WAV behind a true header. One thread at a time; each step blocks on the disk for a moment only.
import Dictation
internal import Messages
import System

/// Copies a WAV whose header was never closed, or counted past 4 GiB: a header of Dicta's, then the samples to the byte.
@safe final class WaveMending: PieceJob {
    private let path: String
    private let source: Int32
    private let target: Int32
    private let format: AudioFormat
    private let claim: WaveClaim
    private let header: WaveHeader
    private var done: Int64 = 0

    private static let piece = 8 << 20

    /// The format of the copy; nil if only a decoder can read the samples: other depths, and more than two channels.
    static func format(_ claim: WaveClaim) -> AudioFormat? {
        let encoding: AudioFormat.SampleEncoding? =
            switch (claim.code, claim.frameBytes / Int64(claim.channels)) {
            case (1, 2): .pcm16
            case (1, 3): .pcm24
            case (3, 4): .float
            default: nil
            }
        guard let encoding, claim.frameBytes % Int64(claim.channels) == 0 else { return nil }
        return try? AudioFormat(container: .wav, encoding: encoding, rate: claim.rate, channels: claim.channels)
    }

    /// Opens the source and writes the header. Blocks.
    init(_ path: String, _ claim: WaveClaim, _ format: AudioFormat, to target: Int32) throws(StorageError) {
        (self.path, self.claim, self.format, self.target) = (path, claim, format, target)
        header = WaveHeader(format, claim.description)
        source = try onDisk("open", path, File.open(path, .read, .noWait))
        do throws(StorageError) {
            let bytes = header.bytes(dataBytes: claim.frames * claim.frameBytes, tailBytes: 0)
            try onDisk("write", path, File.write(target, bytes))
            try onDisk("read", path, File.seek(source, to: claim.start))
        } catch {
            File.close(source)
            throw error
        }
    }

    deinit {
        // The source was only read, so a failing close loses nothing.
        File.close(source)
    }

    private var total: Int64 { claim.frames * claim.frameBytes }

    /// Part of the bytes copied, 0 to 1.
    var fraction: Double { total == 0 ? 1 : min(1, Double(done) / Double(total)) }

    /// Copies up to 8 MiB. Returns true at the end. Throws `notAudio` if the source has become shorter.
    func step() throws(StorageError) -> Bool {
        guard done < total else { return true }
        let most = Int(min(Int64(Self.piece), total - done))
        let count = try onDisk("copy", path, File.copyPiece(from: source, to: target, atMost: most))
        guard count > 0 else { throw .notAudio(path: path, reason: tr("it changed meanwhile; try again")) }
        done += Int64(count)
        return false
    }
}
