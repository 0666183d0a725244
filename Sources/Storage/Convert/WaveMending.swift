// Copies the sound of a WAV behind a true header. One thread at a time; each step blocks on the disk for a moment only.
import Dictation
internal import Messages
import System

/// Copies a WAV whose header was never closed, or counted past 4 GiB: a true header around its own description of the format, then
/// the samples to the byte.
@safe final class WaveMending: PieceJob {
    private let path: String
    private let source: Int32
    private let target: Int32
    private let total: Int64
    private var done: Int64 = 0

    private static let piece = 8 << 20

    /// Opens the source and writes the header. Blocks.
    init(_ path: String, _ claim: WaveClaim, to target: Int32) throws(StorageError) {
        (self.path, self.target) = (path, target)
        total = claim.bytes - claim.bytes % claim.blockBytes
        source = try onDisk("open", path, File.open(path, .read, .noWait))
        do throws(StorageError) {
            try onDisk("write", path, File.write(target, Self.header(claim, total)))
            try onDisk("read", path, File.seek(source, to: claim.start))
        } catch {
            File.close(source)
            throw error
        }
    }

    private static func header(_ claim: WaveClaim, _ total: Int64) -> [UInt8] {
        func put(_ bytes: [UInt8], as mark: StaticString, to out: inout ByteWriter) {
            out.put(mark)
            out.put(UInt32(bytes.count))
            out.put(bytes)
            if bytes.count % 2 == 1 { out.zeros(1) }
        }
        var chunks = ByteWriter(.little)
        if !claim.broadcast.isEmpty { put(claim.broadcast, as: "bext", to: &chunks) }
        put(claim.format, as: "fmt ", to: &chunks)
        let riffBytes = 4 + 36 + Int64(chunks.bytes.count) + 8 + total + total % 2
        let isLarge = riffBytes >= Int64(UInt32.max)
        var out = ByteWriter(.little)
        out.put(isLarge ? "RF64" : "RIFF")
        out.put(isLarge ? UInt32.max : UInt32(riffBytes))
        out.put("WAVE")
        out.put(isLarge ? "ds64" : "JUNK")
        out.put(UInt32(28))
        out.put(isLarge ? riffBytes : 0)
        out.put(isLarge ? total : 0)
        out.put(isLarge ? claim.frames : 0)
        out.put(UInt32(0))
        out.put(chunks.bytes)
        out.put("data")
        out.put(isLarge ? UInt32.max : UInt32(total))
        return out.bytes
    }

    deinit {
        // The source was only read, so a failing close loses nothing.
        File.close(source)
    }

    /// Part of the bytes copied, 0 to 1.
    var fraction: Double { total == 0 ? 1 : min(1, Double(done) / Double(total)) }

    /// Copies up to 8 MiB. Returns true at the end. Throws `notAudio` if the source has become shorter.
    func step() throws(StorageError) -> Bool {
        guard done < total else {
            // The next chunk would begin at an even place.
            if total % 2 == 1 { try onDisk("write", path, File.write(target, [0])) }
            return true
        }
        let most = Int(min(Int64(Self.piece), total - done))
        let count = try onDisk("copy", path, File.copyPiece(from: source, to: target, atMost: most))
        guard count > 0 else { throw .notAudio(path: path, reason: tr("it changed meanwhile; try again")) }
        done += Int64(count)
        return false
    }
}
