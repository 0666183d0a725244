// Finds the whole frames of an MP3. A value; one owner; blocks on the disk.
import System

/// The frames of an MP3, and its optional info frame.
struct MPEGScan: StreamScan {
    /// Delay of the encoder (LAME), in audio frames.
    static let encoderDelay: Int64 = 576
    /// Delay of every decoder, in audio frames.
    static let decoderDelay: Int64 = 529

    private(set) var wholeEnd: Int64 = 0
    /// The info frame, which holds no audio: its offset and header; nil without one.
    private(set) var tag: (start: Int64, frame: MPEGFrame)?
    /// Count of MP3 frames with audio.
    private(set) var audioFrames: Int64 = 0
    /// Frames per second.
    private(set) var rate = 0
    private(set) var channels = 0
    let longestPiece: Int64 = 2_881
    /// Samples of a channel in one MP3 frame.
    private(set) var samplesPerFrame: Int64 = 0
    /// Place of the first bytes behind a frame that are no frame of its kind; nil without.
    private(set) var firstGap: Int64?
    /// Version, layer and rate of the frames; nil before the first one.
    private(set) var kind: UInt32?
    private var position: Int64 = 0
    private var hasLooked = false

    /// Length in audio frames that a decoder gives once it has removed both delays.
    var frames: Int64 { max(0, audioFrames * samplesPerFrame - Self.encoderDelay - Self.decoderDelay) }

    /// Scans all bytes that were added since the last call.
    mutating func advance(_ source: ByteSource) throws(StorageError) {
        if !hasLooked { try skipTag(source) }
        while let word = try source.number(at: position, bytes: 4, .big) {
            guard let frame = MPEGFrame(UInt32(word)), kind == nil || frame.kind == kind else {
                if kind != nil, firstGap == nil { firstGap = position }
                try resync(source)
                if try source.number(at: position, bytes: 4, .big) == word { return }
                continue
            }
            guard position + Int64(frame.bytes) <= source.length else { return }
            // The first header may be chance, so it counts only when another of its kind follows.
            if kind == nil, try !isFollowed(frame, at: position, source) {
                position += 1
                continue
            }
            if kind == nil { try learn(frame, source) } else { audioFrames += 1 }
            position += Int64(frame.bytes)
            wholeEnd = position
        }
    }

    /// Scans a file that does not grow any more. Chance can look like the header of a frame that is longer than the file: before any
    /// frame is known, it is skipped.
    mutating func finish(_ source: ByteSource) throws(StorageError) {
        try advance(source)
        while kind == nil {
            let before = position
            try resync(source)
            guard position > before else { return }
            try advance(source)
        }
    }

    /// Skips an ID3v2 tag, which states its own length.
    private mutating func skipTag(_ source: ByteSource) throws(StorageError) {
        guard source.length >= 10 else { return }
        hasLooked = true
        let head = Array(try source.bytes(at: 0, 10))
        guard head.starts(with: "ID3".utf8) else { return }
        position = 10 + head[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
    }

    /// True if another frame of the same kind, or the end of the file, follows.
    private func isFollowed(_ frame: MPEGFrame, at place: Int64, _ source: ByteSource) throws(StorageError) -> Bool {
        let next = place + Int64(frame.bytes)
        guard let word = try source.number(at: next, bytes: 4, .big) else { return next == source.length }
        return MPEGFrame(UInt32(word))?.kind == frame.kind
    }

    private mutating func learn(_ frame: MPEGFrame, _ source: ByteSource) throws(StorageError) {
        kind = frame.kind
        rate = frame.rate
        channels = frame.channels
        samplesPerFrame = Int64(frame.samples)
        // An encoder that has not finished leaves the info frame empty.
        let mark = try source.bytes(at: position + 4 + Int64(frame.sideBytes), 4)
        let hasRoom = frame.bytes >= MPEGFrame.headerBytes + frame.sideBytes + MPEGTag.length
        if hasRoom, mark.elementsEqual("Info".utf8) || mark.elementsEqual("Xing".utf8) || mark.allSatisfy({ $0 == 0 }) {
            tag = (position, frame)
        } else {
            audioFrames += 1
        }
    }

    /// Skips damage up to the next place where two frames of this kind follow each other. At the end of the file the position
    /// stays, since the rest of the frame may still come.
    private mutating func resync(_ source: ByteSource) throws(StorageError) {
        var place = position + 1
        while place + 4 <= source.length {
            let bytes = try source.bytes(at: place, 4_096)
            guard let sync = ByteSource.sync(in: bytes) else {
                place += Int64(bytes.count)
                continue
            }
            place += Int64(sync)
            if let word = try source.number(at: place, bytes: 4, .big), let frame = MPEGFrame(UInt32(word)),
                kind == nil || frame.kind == kind, try isFollowed(frame, at: place, source)
            {
                position = place
                return
            }
            place += 1
        }
    }
}
