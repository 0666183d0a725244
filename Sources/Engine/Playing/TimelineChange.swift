// The difference between two timelines of one recording. Control loop only; a value.
internal import Dictation
internal import Playback
internal import Player

/// The part of a timeline that an edit or a take has replaced.
struct TimelineChange: Equatable {
    /// Replaced frames of the old timeline.
    let old: Range<Int64>
    /// Frames that are in their place.
    let length: Int64

    /// Compares two timelines of a recording; nil when they are equal.
    init?(from old: Loaded, to new: Loaded) {
        let (before, after) = (old.pieces, new.pieces)
        let least = min(old.frames, new.frames)
        let head = min(least, TimelineChange.common(before, after))
        guard head < max(old.frames, new.frames) else { return nil }
        let tail = min(least - head, TimelineChange.common(before.reversed(), after.reversed(), isReversed: true))
        self.old = head..<max(head, old.frames - tail)
        length = new.frames - tail - head
    }

    /// Frames that two lists of pieces have in common at their beginning; at their end with `isReversed` lists.
    private static func common(_ before: [FileSpan], _ after: [FileSpan], isReversed: Bool = false) -> Int64 {
        var (left, right) = (before[...], after[...])
        var same: Int64 = 0
        while let a = left.first, let b = right.first {
            let isSame = isReversed ? a.first + a.length == b.first + b.length : a.first == b.first
            guard a.path == b.path, isSame else { break }
            let count = min(a.length, b.length)
            same += count
            for (span, list) in [(a, 0), (b, 1)] {
                let rest = FileSpan(
                    path: span.path, first: isReversed ? span.first : span.first + count, length: span.length - count,
                    rate: span.rate)
                if list == 0 { left = [rest] + left.dropFirst() } else { right = [rest] + right.dropFirst() }
            }
            if left.first?.length == 0 { left = left.dropFirst() }
            if right.first?.length == 0 { right = right.dropFirst() }
        }
        return same
    }

    /// Frame of the new timeline at which the sound of frame `position` of the old one is heard now; nil if it is not heard, and
    /// for the end of the old one. For an edit that moved parts.
    static func place(of position: Int64, in old: Loaded, after new: Loaded) -> Int64? {
        var start: Int64 = 0
        guard
            let span = old.pieces.first(where: { span in
                defer { start += span.length }
                return position < start + span.length
            })
        else { return nil }
        let frame = span.first + position - (start - span.length)
        start = 0
        for piece in new.pieces {
            if piece.path == span.path, (piece.first..<piece.first + piece.length).contains(frame) {
                return start + frame - piece.first
            }
            start += piece.length
        }
        return nil
    }

    /// Frame of the new timeline for frame `place` of the old one: the same sound, wherever it is now. Inside the change it is
    /// the start of an undone part, or the end of a redone one. `verb` is the edit; nil for a take, and while playing.
    func place(of place: Int64, by verb: LibraryVerb?) -> Int64 {
        let isNear = (old.lowerBound...old.upperBound).contains(place)
        if isNear, verb == .undo { return old.lowerBound }
        if isNear, verb == .redo { return old.lowerBound + length }
        guard place > old.lowerBound else { return place }
        guard place < old.upperBound else { return place - old.upperBound + old.lowerBound + length }
        return min(place, old.lowerBound + length)
    }
}

extension Loaded {
    /// The timeline as parts of files.
    fileprivate var pieces: [FileSpan] {
        switch source {
        case .file(let path): [FileSpan(path: path, first: 0, length: frames)]
        case .spans(let spans): spans
        case .take(let before, let path, _): before + [FileSpan(path: path, first: 0, length: frames - takeStart)]
        }
    }
}
