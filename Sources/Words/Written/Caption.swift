// Captions of a film. Any thread; a value, no I/O.

/// A text that is shown for a while: at most two rows of 42 characters, for at most seven seconds.
struct Caption: Sendable, Hashable {
    /// First millisecond.
    var start: Int64
    /// Millisecond after the last one; at least one after `start`.
    var end: Int64
    /// One or two rows.
    var rows: [String]
    /// The speaker's name; nil when unknown.
    var speaker: String?

    /// Most characters of a row.
    static let width = 42
    /// Longest time in milliseconds.
    static let longest: Int64 = 7000
    /// Shortest time in milliseconds, where the next caption lets it.
    static let shortest: Int64 = 1000

    /// Captions of a text, in order and without overlaps.
    static func captions(of text: TimelineText, rate: Int) -> [Caption] {
        var captions = text.lines.flatMap { CaptionSplit($0, rate: rate).captions }
        captions.sort { $0.start < $1.start }
        var shown: Int64 = 0
        // A caption that outlasts the sound would make a film of it longer.
        let whole = ClockText.milliseconds(text.length, rate: rate)
        for index in captions.indices {
            // People who speak at once have captions one after the other.
            captions[index].start = max(captions[index].start, shown)
            let start = captions[index].start
            let next = index + 1 < captions.count ? captions[index + 1].start : .max
            let wanted = min(max(captions[index].end, start + shortest), start + longest)
            captions[index].end = max(start + 1, min(wanted, next, whole))
            shown = captions[index].end
        }
        return captions
    }
}
