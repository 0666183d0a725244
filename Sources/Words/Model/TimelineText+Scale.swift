// The text of a sound that was made faster or got another sample rate. Any thread; a value, no I/O.
import Dictation

extension TimelineText {
    /// The text of the same sound at another number of frames: each place is `factor` times as far from the beginning. `length` is
    /// the new length; no word is past it. Frames that nobody has listened to are not kept.
    public func scaled(by factor: Double, length: Int64) -> TimelineText {
        func place(_ frame: Int64) -> Int64 { min(max(0, length), Int64(nearest: Double(frame) * factor)) }
        let moved = lines.map { line in
            var line = line
            for index in line.words.indices {
                line.words[index].start = place(line.words[index].start)
                line.words[index].end = place(line.words[index].end)
            }
            return line
        }
        return TimelineText(lines: moved, length: length)
    }

    /// The text without the lines of some speakers.
    public func without(speakers: Set<String>) -> TimelineText {
        TimelineText(lines: lines.filter { $0.speaker.map(speakers.contains) != true }, length: length)
    }
}
