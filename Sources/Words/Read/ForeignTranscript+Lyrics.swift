// Words in the tags of sound files. Any thread; no I/O.

extension ForeignTranscript {
    /// Reads lyrics; nil unless each line has its time (LRC), since words without times belong to no place of the sound.
    public init?(lyrics: String) {
        let lines = lyrics.split(whereSeparator: \.isNewline).filter { !Self.isNote($0) }
        do throws(ForeignTranscriptError) {
            try self.init(reading: Array(lines.joined(separator: "\n").utf8))
        } catch {
            return nil
        }
        guard kind == .times else { return nil }
    }

    /// True for a line about the lyrics themselves, such as `[ar:Name]`.
    static func isNote(_ line: Substring) -> Bool {
        let text = line.drop(while: \.isWhitespace)
        return text.hasPrefix("[") && text.dropFirst().first?.isLetter == true && text.contains(":")
    }
}
