// Keeps the length in the header true while the file is being written. One owner at a time; blocks on the disk.
import Dictation
import System

extension LibraryEncoder {
    /// Frames in the pieces that the kernel has completely.
    func framesOnDisk() throws(StorageError) -> Int64 {
        source.length = file.lengthOnDisk
        source.forget()
        switch format.encoding {
        case .opus:
            try ogg.advance(source)
            return min(framesGiven, ogg.frames)
        case .mp3:
            try mpeg.advance(source)
            return min(framesGiven, mpeg.frames)
        case .pcm16, .pcm24, .float, .vorbis:
            // libFLAC writes each block in one write.
            let blockSize = try header(at: 8, count: 2)
            return min(framesGiven, Int64(file.wholeWrites - headerWrites) * Int64(blockSize))
        }
    }

    /// Byte offset after the last whole piece on disk.
    var wholeEnd: Int64 {
        switch format.encoding {
        case .opus: ogg.wholeEnd
        case .mp3: mpeg.wholeEnd
        case .pcm16, .pcm24, .float, .vorbis: file.wholeEnd
        }
    }

    /// Writes the length into headers that have one; libsndfile does so only at close.
    func patchLength(_ frames: Int64) throws(StorageError) {
        switch format.encoding {
        case .opus: break
        case .mp3:
            guard let place = mpeg.tag, mpeg.audioFrames > 0 else { return }
            let correction = try MPEGTag.correction(mpeg, place, source)
            try file.overwrite(correction.bytes, at: correction.offset)
        case .pcm16, .pcm24, .float, .vorbis:
            // The length is the lower 36 bits of the 8 bytes at 18; the upper bits are rate, channels and sample size.
            let mask: UInt64 = 0xF_FFFF_FFFF
            let new = (try header(at: 18, count: 8) & ~mask) | (UInt64(frames) & mask)
            try file.overwrite((0..<8).map { UInt8(truncatingIfNeeded: new >> (56 - 8 * $0)) }, at: 18)
        }
    }

    /// Marks the last page as the end of the stream, after a rescue.
    func patchEnd() throws(StorageError) {
        guard format.encoding == .opus, ogg.wholeEnd > 0 else { return }
        source.forget()
        try file.overwrite(try ogg.lastPageEnded(source), at: ogg.lastPage.start)
    }

    /// Reads a big-endian number of the header from disk.
    private func header(at offset: Int64, count: Int) throws(StorageError) -> UInt64 {
        UInt64(try file.read(at: offset, count: count), .big)
    }
}
