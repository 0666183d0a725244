// Dropouts inside the sound of a take. A value of the writer thread.
internal import Dictation
internal import Realtime

/// Finds exact silence of a millisecond and more after sound, a side at a time: the holes that bridges between machines leave
/// where the network lost something, and of which no server knows. Changes no sample.
struct DropoutWatch {
    private struct Side {
        var hasSounded = false
        var silent: Int64 = 0
    }

    private let shortest: Int64
    private(set) var found: [Segment.Dropout] = []
    private(set) var count = 0
    private var left = Side()
    private var right = Side()
    /// After the last frame that was looked at.
    private var end: Int64 = 0
    /// The latest one, which the other side may have had too.
    private var last: Segment.Dropout?

    init(rate: Int) { shortest = Int64(max(16, rate / 1000)) }

    /// Ends the stretch: the take is over, or a pause cuts it.
    mutating func close() {
        skip()
        left = Side()
        right = Side()
    }

    /// Frames follow that JACK itself missed. Silence after them is a dropout as it would be without them: a bridge that has lost
    /// its other end stops the server first, and is silent until that end is back.
    mutating func skip() {
        left = silenceEnds(left, .left)
        right = silenceEnds(right, .right)
        last = nil
    }

    private mutating func silenceEnds(_ side: Side, _ name: Segment.Dropout.Side) -> Side {
        side.hasSounded ? sounds(side, name, end) : Side()
    }

    /// The first of the samples becomes the file frame `position`. Costs two comparisons a frame.
    mutating func look(_ samples: UnsafeBufferPointer<Frame>, at position: Int64) {
        end = position + Int64(samples.count)
        for i in 0..<samples.count {
            let sample = unsafe samples[i]
            if sample[0] == 0 { left.silent += 1 } else { left = sounds(left, .left, position + Int64(i)) }
            if sample[1] == 0 { right.silent += 1 } else { right = sounds(right, .right, position + Int64(i)) }
        }
    }

    private mutating func sounds(_ side: Side, _ name: Segment.Dropout.Side, _ position: Int64) -> Side {
        let sounding = Side(hasSounded: true)
        guard side.silent >= shortest, side.hasSounded else { return sounding }
        let dropout = Segment.Dropout(position: position - side.silent, length: side.silent, side: name)
        // One for both sides where they overlap.
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
