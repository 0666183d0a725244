// Any thread but the realtime and the writing one; blocks on the disk.

/// Mends files made of pieces that stand for themselves: cut behind the last whole one, and counted anew.
enum StreamRepair {
    static func mendFLAC(_ file: OpenFile) throws(StorageError) -> RecoveryReport {
        var scan = try FLACScan(file.source)
        try scan.advance(file.source)
        if scan.framesSaid != scan.frames || scan.frames == 0 {
            try cutTail(file, scan)
            // The lower 36 bits; the upper ones are rate, channels and bits.
            let old = try file.source.number(at: scan.lengthPlace, bytes: 8, .big) ?? 0
            var out = ByteWriter(.big, capacity: 8)
            out.put(old & ~0xF_FFFF_FFFF | UInt64(scan.frames) & 0xF_FFFF_FFFF)
            try file.connection(out.bytes, at: scan.lengthPlace)
        } else {
            try cutTail(file, scan)
        }
        return file.report("flac", rate: scan.rate, channels: scan.channels, frames: scan.frames)
    }

    static func mendOgg(_ file: OpenFile) throws(StorageError) -> RecoveryReport {
        var scan = OggScan()
        try scan.advance(file.source)
        guard scan.rate > 0, scan.hasHeaders else {
            throw .notAudio(path: file.source.path, reason: "its Ogg header is not whole")
        }
        try cutTail(file, scan)
        // A stream without audio ends with its headers, which no page of theirs says.
        if scan.frames > 0, scan.lastPage.flags & 4 == 0 {
            try file.connection(try scan.lastPageEnded(file.source), at: scan.lastPage.start)
        }
        return file.report("ogg", rate: scan.rate, channels: scan.channels, frames: scan.frames)
    }

    static func mendMPEG(_ file: OpenFile) throws(StorageError) -> RecoveryReport {
        var scan = MPEGScan()
        try scan.advance(file.source)
        guard scan.rate > 0 else { throw .notAudio(path: file.source.path, reason: "it is no file that is recorded here") }
        var frames = scan.frames
        if let place = scan.tag {
            if let closed = try MPEGTag.closedFrames(scan, place, file.source) {
                frames = closed
            } else if scan.audioFrames > 0 {
                try cutTail(file, scan)
                let connection = try MPEGTag.connection(scan, place, file.source)
                try file.connection(connection.bytes, at: connection.offset)
            }
        } else {
            try cutTail(file, scan)
        }
        return file.report("mp3", rate: scan.rate, channels: scan.channels, frames: frames)
    }

    /// What follows the last whole piece goes if it can be a torn piece or a hole. A tag that other programs put there, or
    /// what is longer than any piece, stays.
    private static func cutTail(_ file: OpenFile, _ scan: some StreamScan) throws(StorageError) {
        guard scan.wholeEnd > 0, scan.wholeEnd < file.length else { return }
        let tail = try file.source.bytes(at: scan.wholeEnd, 16)
        for mark in ["TAG", "APETAGEX", "LYRICSBEGIN"] where tail.starts(with: mark.utf8) { return }
        let written = max(scan.wholeEnd, min(file.length, try file.lastHole))
        if written - scan.wholeEnd <= scan.longestPiece { return try file.cut(to: scan.wholeEnd) }
        try file.cut(to: written)
    }
}
