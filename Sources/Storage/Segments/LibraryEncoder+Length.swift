// Writer thread only. Headers that say the length while the file is still being written.
import Dictation

extension LibraryEncoder {
    /// Frames in the pieces that the kernel has whole.
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
            // libFLAC hands over each block in one write.
            let blockSize = try header(at: 8, count: 2)
            return min(framesGiven, Int64(file.wholeWrites - headerWrites) * Int64(blockSize))
        }
    }

    var wholeEnd: Int64 {
        switch format.encoding {
        case .opus: ogg.wholeEnd
        case .mp3: mpeg.wholeEnd
        case .pcm16, .pcm24, .float, .vorbis: file.wholeEnd
        }
    }

    /// Makes the header true where there is one that says a length; libsndfile does it only at the end.
    func patchLength(_ frames: Int64) throws(StorageError) {
        switch format.encoding {
        case .opus: break
        case .mp3:
            guard let place = mpeg.tag, mpeg.audioFrames > 0 else { return }
            let connection = try MPEGTag.connection(mpeg, place, source)
            try file.connection(connection.bytes, at: connection.offset)
        case .pcm16, .pcm24, .float, .vorbis:
            // The lower 36 bits of the 8 bytes at 18; the upper ones are rate, channels and bits.
            let mask: UInt64 = 0xF_FFFF_FFFF
            let new = (try header(at: 18, count: 8) & ~mask) | (UInt64(frames) & mask)
            try file.connection((0..<8).map { UInt8(truncatingIfNeeded: new >> (56 - 8 * $0)) }, at: 18)
        }
    }

    /// After a rescue: nothing follows.
    func patchEnd() throws(StorageError) {
        guard format.encoding == .opus, ogg.wholeEnd > 0 else { return }
        source.forget()
        try file.connection(try ogg.lastPageEnded(source), at: ogg.lastPage.start)
    }

    /// A big-endian number in the header, as it is on disk.
    private func header(at offset: Int64, count: Int) throws(StorageError) -> UInt64 {
        try file.read(at: offset, count: count).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
