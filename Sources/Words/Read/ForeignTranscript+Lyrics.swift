// Words in the tags of sound files. Any thread; no I/O.

extension ForeignTranscript {
    /// Reads lyrics; nil unless each line has its time (LRC), since words without times belong to no place of the sound.
    public init?(lyrics: String) {
        let lines = lyrics.split(whereSeparator: \.isNewline).filter { !Self.isNote($0) || Self.offset($0) != nil }
        do throws(ForeignTranscriptError) {
            try self.init(reading: Array(lines.joined(separator: "\n").utf8))
        } catch {
            return nil
        }
        guard kind == .times else { return nil }
    }

    /// Seconds by which the words are heard before their times, of a note such as `[offset:+500]`; nil for other lines.
    static func offset(_ line: Substring) -> Double? {
        guard isNote(line) else { return nil }
        let parts = line.split { $0 == "[" || $0 == ":" || $0 == "]" || $0.isWhitespace }
        guard parts.count == 2, parts[0].lowercased() == "offset", let milliseconds = Int(parts[1]) else { return nil }
        return Double(milliseconds) / 1000
    }

    /// True for a line about the lyrics themselves, such as `[ar:Name]`.
    static func isNote(_ line: Substring) -> Bool {
        let text = line.drop(while: \.isWhitespace)
        return text.hasPrefix("[") && text.dropFirst().first?.isLetter == true && text.contains(":")
    }
}
