// Repairs FLAC, Ogg and MP3 files. Any thread that may block on the disk.
internal import Messages
import System

/// Repairs files made of independent pieces: the file is cut after the last whole piece and the header counts what is left.
enum StreamRepair {
    /// Cuts a torn frame and writes the length into the stream header.
    static func mendFLAC(_ file: OpenFile) throws(StorageError) -> RecoveryReport {
        var scan = try FLACScan(file.source)
        try scan.advance(file.source)
        if scan.framesSaid != scan.frames || scan.frames == 0 {
            try cutTail(file, scan)
            try setLength(scan.frames, file, scan)
        } else {
            try cutTail(file, scan)
        }
        return file.report("flac", rate: scan.rate, channels: scan.channels, frames: scan.frames)
    }

    /// Writes the length into the header of a FLAC; the sound stays as it is. Blocks for a moment.
    static func setLength(_ frames: Int64, of descriptor: Int32, _ path: String) throws(StorageError) {
        let file = OpenFile(descriptor, path: path, length: try FileStatus(of: descriptor, path: path).bytes)
        try setLength(frames, file, try FLACScan(file.source))
    }

    private static func setLength(_ frames: Int64, _ file: OpenFile, _ scan: FLACScan) throws(StorageError) {
        // The length is the lower 36 bits; the upper ones are rate, channels and sample size.
        let old = try file.source.number(at: scan.lengthPlace, bytes: 8, .big) ?? 0
        var out = ByteWriter(.big, capacity: 8)
        out.put(old & ~0xF_FFFF_FFFF | UInt64(frames) & 0xF_FFFF_FFFF)
        try file.overwrite(out.bytes, at: scan.lengthPlace)
        // The checksum of the whole sound, which is not there any more; zeros mean none.
        if scan.framesSaid > frames {
            try file.overwrite([UInt8](repeating: 0, count: 16), at: scan.lengthPlace + 8)
        }
    }

    /// Cuts a torn page and marks the last whole page as the end of the stream.
    static func mendOgg(_ file: OpenFile) throws(StorageError) -> RecoveryReport {
        var scan = OggScan()
        try scan.advance(file.source)
        guard scan.rate > 0, scan.hasHeaders else {
            throw .notAudio(path: file.source.path, reason: tr("its Ogg header is incomplete"))
        }
        try cutTail(file, scan)
        // A stream without audio ends with its headers; no header page takes the end mark.
        if scan.frames > 0, scan.lastPage.flags & 4 == 0 {
            try file.overwrite(try scan.lastPageEnded(file.source), at: scan.lastPage.start)
        }
        return file.report("ogg", rate: scan.rate, channels: scan.channels, frames: scan.frames)
    }

    /// Cuts a torn frame and updates the info frame. Throws `notAudio` for a file of an unknown kind.
    static func mendMPEG(_ file: OpenFile) throws(StorageError) -> RecoveryReport {
        var scan = MPEGScan()
        try scan.finish(file.source)
        guard scan.rate > 0 else {
            throw .notAudio(path: file.source.path, reason: tr("it is not in a format that Dicta records"))
        }
        var frames = scan.frames
        if let place = scan.tag {
            if let closed = try MPEGTag.closedFrames(scan, place, file.source) {
                frames = closed
            } else if scan.audioFrames > 0 {
                try cutTail(file, scan)
                let correction = try MPEGTag.correction(scan, place, file.source)
                try file.overwrite(correction.bytes, at: correction.offset)
            }
        } else {
            try cutTail(file, scan)
        }
        return file.report("mp3", rate: scan.rate, channels: scan.channels, frames: frames)
    }

    /// Cuts the data after the last whole piece if it can be a torn piece or a hole. A tag of another program, and data longer
    /// than any piece, stays.
    private static func cutTail(_ file: OpenFile, _ scan: some StreamScan) throws(StorageError) {
        guard scan.wholeEnd > 0, scan.wholeEnd < file.length else { return }
        let tail = try file.source.bytes(at: scan.wholeEnd, 16)
        for mark in FLACScan.tags where tail.starts(with: mark.utf8) { return }
        let written = max(scan.wholeEnd, min(file.length, file.lastHole))
        if written - scan.wholeEnd <= scan.longestPiece { return try file.cut(to: scan.wholeEnd) }
        try file.cut(to: written)
    }
}
