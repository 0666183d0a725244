// Times of new words. Any thread; a value, no I/O.
import Dictation

/// A place of a file for words that were not there before.
struct InsertionGap {
    /// Segment file of the words.
    let file: String
    /// Frames between the neighbours.
    private let range: Range<Int64>
    /// Frames that are heard there.
    private let span: Range<Int64>
    /// First frame of the word after them in the same span.
    private let next: Int64
    /// True when the words are said right before the next one.
    private let isLate: Bool

    /// Frames that words take at the usual speed.
    static func length(of words: [String], _ rate: Int) -> Int64 {
        Int64(nearest: Double(words.reduce(0) { $0 + $1.count + 1 }) * 0.08 * Double(max(1, rate)))
    }

    /// Finds the place. At least one word must be given. `follows` is true when the line of the new words has begun before them.
    init(after: EditPlan.Token?, before: EditPlan.Token?, instead: [EditPlan.Token], follows: Bool) {
        if let first = instead.first {
            // Words that were one after the other in one span, as far as they are heard; else at the first of them.
            let same = instead.prefix { $0.place == first.place && $0.word.start >= first.word.start }
            file = first.file
            span = first.span
            let (start, end) = (max(first.word.start, span.lowerBound), same.map(\.word.end).max() ?? first.word.end)
            range = start..<max(start, min(end, span.upperBound))
            next = before.flatMap { $0.place == first.place ? $0.word.start : nil } ?? .max
            isLate = false
            return
        }
        let isAfter = follows || before == nil
        if let host = isAfter ? after ?? before : before {
            file = host.file
            span = host.span
            let isHostBefore = isAfter && after != nil
            let left = after.flatMap { $0.place == host.place ? $0.word : nil }
            let right = before.flatMap { $0.place == host.place ? $0.word : nil }
            // A word that is said over the next one lets no room.
            let low = max(span.lowerBound, left?.end ?? span.lowerBound)
            let high = min(span.upperBound, right?.start ?? span.upperBound)
            let isInOrder = (left?.start ?? .min) <= (right?.start ?? .max)
            let edge = isInOrder ? max(min(low, high), left?.start ?? 0) : isHostBefore ? low : high
            range = low <= high ? low..<high : edge..<edge
            next = isInOrder || !isHostBefore ? right?.start ?? .max : .max
            isLate = !isHostBefore
        } else {
            (file, span, range, next, isLate) = ("", 0..<1, 0..<0, .max, false)
        }
    }

    /// Frames between the neighbours.
    var length: Int64 { range.upperBound - range.lowerBound }

    /// The words with their times, in order. Their middles are heard, and none begins before `notBefore` or after the next word.
    func place(_ texts: [String], notBefore: Int64?, _ rate: Int) -> [Word] {
        var frames = range
        let wanted = Self.length(of: texts, rate)
        if length > wanted {
            frames = isLate ? frames.upperBound - wanted..<frames.upperBound : frames.lowerBound..<frames.lowerBound + wanted
        }
        // A line that goes on from later frames of the file has a new piece here.
        let earliest = notBefore.flatMap { $0 < span.upperBound ? $0 : nil } ?? 0
        return Line.spread(texts, in: frames, confidence: 1).map { word in
            var word = word
            word.start = max(min(word.start, span.upperBound - 1, next), earliest)
            word.end = max(word.end, word.start)
            // An edge of the sound may cut the neighbour, so that the word begins before the edge as it does.
            if word.anchor < span.lowerBound { word.end = 2 * span.lowerBound - word.start }
            if word.anchor >= span.upperBound { word.end = word.start }
            return word
        }
    }
}
