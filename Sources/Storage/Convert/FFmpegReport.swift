// A value; the thread that reads what ffmpeg says.
import Dictation

/// What ffmpeg has said so far, on both its outputs: how far it is, how far it has to go, and what went wrong.
struct FFmpegReport {
    /// How much of the audio is decoded; nil where the file does not say how long it is.
    var fraction: Double? { duration.map { min(1, done / $0) } }
    /// The last thing that went wrong, without the parts that are for ffmpeg's own people.
    private(set) var trouble: String?

    /// Of what came out, as far as it is.
    var seconds: Double { done }

    private var done = 0.0
    private var duration: Double?
    private var progressLine: [UInt8] = []
    private var errorLine: [UInt8] = []

    /// No line that matters is longer.
    private static let longestLine = 4096

    /// `-progress`: lines of key=value.
    mutating func takeOutput(_ bytes: [UInt8]) {
        for line in Self.lines(bytes, &progressLine) where line.hasPrefix("out_time_us=") {
            done = max(done, (Double(line.dropFirst(12)) ?? 0) / 1_000_000)
        }
    }

    /// The log, each line with its level in brackets.
    mutating func takeErrors(_ bytes: [UInt8]) {
        for line in Self.lines(bytes, &errorLine) {
            if duration == nil, let length = Self.duration(line) { duration = length }
            if let words = Self.trouble(line) { trouble = words }
        }
    }

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

    /// `[info]   Duration: 00:00:03.02, start: ...`
    private static func duration(_ line: String) -> Double? {
        guard line.hasPrefix("[info]   Duration: ") else { return nil }
        let text = line.dropFirst(19).prefix { $0 != "," }
        guard case .seconds(let seconds) = TimeSpan(String(text)), seconds > 0 else { return nil }
        return seconds
    }

    /// `[mov @ 0x5581] [error] moov atom not found`
    private static func trouble(_ line: String) -> String? {
        for level in ["[error] ", "[fatal] ", "[panic] "] {
            guard let mark = line.firstRange(of: level) else { continue }
            let words = line[mark.upperBound...]
            if words.contains("matches no streams") { return "there is no audio in it" }
            // The advice that follows is for who typed the command.
            if words.hasPrefix("To ignore this") { return nil }
            // `file:PATH: reason`: the path is told already.
            guard words.hasPrefix("file:"), let colon = words.lastRange(of: ": ") else { return String(words) }
            return String(words[colon.upperBound...])
        }
        return nil
    }
}

extension Substring {
    fileprivate func lastRange(of mark: String) -> Range<Index>? { ranges(of: mark).last }
}
