// Finding dropouts inside the sound of a take. A value; one thread at a time.
internal import Dictation
internal import Realtime

/// Finds exact silence of 1 ms and more (at least 16 frames) after sound, on each side separately. Network bridges between
/// machines leave such holes when they lose packets, and no JACK server knows of them. Samples are not changed.
struct DropoutWatch {
    /// State of one side: sound has come before, and frames of silence since.
    private struct Side {
        var hasSounded = false
        var silent: Int64 = 0
    }

    /// Shortest silence that counts, in frames.
    private let shortest: Int64
    /// Dropouts found, in file frames; at most `Segment.mostDropouts`.
    private(set) var found: [Segment.Dropout] = []
    /// Number of dropouts, also of those that the full list leaves out.
    private(set) var count = 0
    private var left = Side()
    private var right = Side()
    /// File frame after the last one examined.
    private var end: Int64 = 0
    /// Latest dropout; the other side may have had it too.
    private var last: Segment.Dropout?

    /// Starts before any sound, or behind segments with these peaks: a bridge whose other end comes back later than the server
    /// begins the next segment with silence. `rate` in Hz.
    init(rate: Int, after peaks: (left: Float, right: Float) = (0, 0)) {
        shortest = Int64(max(16, rate / 1000))
        (left.hasSounded, right.hasSounded) = (peaks.left > 0, peaks.right > 0)
    }

    /// Ends a stretch of sound, at the end of the take or at a pause.
    mutating func close() {
        skip()
        left = Side()
        right = Side()
    }

    /// Call before frames that JACK itself missed. Silence after them still counts as a dropout: a bridge that loses its other
    /// end stops the server at first, and is then silent until that end is back.
    mutating func skip() {
        left = silenceEnds(left, .left)
        right = silenceEnds(right, .right)
        last = nil
    }

    /// Records the silence of a side up to `end`, when sound came before it.
    private mutating func silenceEnds(_ side: Side, _ name: Segment.Dropout.Side) -> Side {
        side.hasSounded ? sounds(side, name, end) : Side()
    }

    /// Examines samples; the first one becomes file frame `position`. Costs two comparisons a frame.
    mutating func look(_ samples: UnsafeBufferPointer<Frame>, at position: Int64) {
        end = position + Int64(samples.count)
        for i in 0..<samples.count {
            let sample = unsafe samples[i]
            if sample[0] == 0 { left.silent += 1 } else { left = sounds(left, .left, position + Int64(i)) }
            if sample[1] == 0 { right.silent += 1 } else { right = sounds(right, .right, position + Int64(i)) }
        }
    }

    /// Ends the silence of a side at file frame `position`, and records it when it is long enough.
    private mutating func sounds(_ side: Side, _ name: Segment.Dropout.Side, _ position: Int64) -> Side {
        let sounding = Side(hasSounded: true)
        guard side.silent >= shortest, side.hasSounded else { return sounding }
        let dropout = Segment.Dropout(position: position - side.silent, length: side.silent, side: name)
        // Overlapping dropouts of both sides become one.
        if let last, last.side != name, dropout.position < last.position + last.length {
            let start = min(last.position, dropout.position)
            let whole = Segment.Dropout(position: start, length: position - start, side: .both)
            if count <= Segment.mostDropouts { found[found.count - 1] = whole }
            self.last = whole
            return sounding
        }
        count += 1
        last = dropout
        if found.count < Segment.mostDropouts { found.append(dropout) }
        return sounding
    }
}
