// Parses ffmpeg's progress and log. One thread at a time; a value.
import Dictation
internal import Messages
import System

/// Progress, duration and errors that ffmpeg has reported on its two outputs.
struct FFmpegReport {
    /// Part of the audio decoded, 0 to 1; nil when the file does not tell its length.
    var fraction: Double? { duration.map { min(1, done / $0) } }
    /// Last error, without the parts meant for ffmpeg's developers.
    private(set) var trouble: String?

    /// True once ffmpeg has found that the end is missing.
    private(set) var isCut = false
    /// True if the duration is a guess.
    private(set) var isGuess = false
    /// Number of pieces that could not be decoded, and are left out.
    private(set) var lost = 0

    /// Seconds of audio written so far.
    var seconds: Double { done }

    /// The error of the disk, or of the limit of file sizes, that has ended ffmpeg with this code, or by this negative signal, while it
    /// wrote for `path`; nil for any other error.
    func diskError(code: Int32, path: String) -> StorageError? {
        if trouble?.contains("No space left on device") == true { return .diskFull(path: path) }
        guard code == -SignalNumber.fileLimit || trouble?.contains("File too large") == true else { return nil }
        return .system(operation: "write", path: path, code: Errno.fileTooLarge)
    }

    private var done = 0.0
    private var duration: Double?
    private var progressLine: [UInt8] = []
    private var errorLine: [UInt8] = []

    /// Highest length of a line that is kept; no relevant line is longer.
    private static let longestLine = 4096

    /// Parses the output of `-progress`: lines of key=value.
    mutating func takeOutput(_ bytes: [UInt8]) {
        for line in Self.lines(bytes, &progressLine) where line.hasPrefix("out_time_us=") {
            done = max(done, (Double(line.dropFirst(12)) ?? 0) / 1_000_000)
        }
    }

    /// Parses the log, each line with its level in brackets.
    mutating func takeErrors(_ bytes: [UInt8]) {
        for line in Self.lines(bytes, &errorLine) {
            if duration == nil, let length = Self.duration(line) { duration = length }
            if let words = Self.trouble(line) { trouble = words }
            takeDamage(line)
        }
    }

    /// Notes damage, from lines such as `[matroska,webm @ 0x5581] [error] File ended prematurely`.
    private mutating func takeDamage(_ line: String) {
        if line.hasPrefix("[error] Error while decoding stream") { lost += 1 }
        guard !line.hasPrefix("[info]"), line.contains(" @ 0x") else { return }
        if line.contains("] [error] Error submitting packet to decoder") { lost += 1 }
        let isGuess = line.contains("] [warning] Estimating duration from bitrate")
        if isGuess { self.isGuess = true }
        // The head of an ASF tells its length; in a stream of broadcast packets damage lies anywhere.
        isCut =
            isCut || line.hasSuffix("] File ended prematurely") || line.hasSuffix(": partial file")
            || isGuess && line.hasPrefix("[asf ")
            || line.contains("] [warning] Packet corrupt (") && !line.hasPrefix("[mpegts ")
    }

    /// Splits bytes into complete lines and keeps the rest.
    private static func lines(_ bytes: [UInt8], _ rest: inout [UInt8]) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines.append(String(decoding: rest, as: UTF8.self))
                rest = []
            } else if rest.count < longestLine {
                rest.append(byte)
            }
        }
        return lines
    }

    /// Duration in seconds, from a line such as `[info]   Duration: 00:00:03.02, start: ...`.
    private static func duration(_ line: String) -> Double? {
        guard line.hasPrefix("[info]   Duration: ") else { return nil }
        let text = line.dropFirst(19).prefix { $0 != "," }
        guard case .seconds(let seconds) = TimeSpan(String(text)), seconds > 0 else { return nil }
        return seconds
    }

    /// Error message, from a line such as `[mov @ 0x5581] [error] moov atom not found`.
    private static func trouble(_ line: String) -> String? {
        for level in ["[error] ", "[fatal] ", "[panic] "] {
            guard let mark = line.firstRange(of: level) else { continue }
            let words = line[mark.upperBound...]
            if words.contains("matches no streams") { return tr("there is no audio in it") }
            // Advice for users of ffmpeg's command line.
            if words.hasPrefix("To ignore this") { return nil }
            // In `file:PATH: reason` the path is known already.
            guard words.hasPrefix("file:"), let colon = words.lastRange(of: ": ") else { return String(words) }
            return String(words[colon.upperBound...])
        }
        return nil
    }
}

extension Substring {
    /// Last occurrence of a text.
    fileprivate func lastRange(of mark: String) -> Range<Index>? { ranges(of: mark).last }
}
