// Consumer's end of the capture ring. One thread at a time: the ring's one consumer.
internal import Realtime
internal import Rings

/// The capture ring as one stream of frames, each with its place in JACK's time, gaps included. Behind the cursor the ring
/// keeps the history from which pre-rolls and late commands are served.
@safe
struct CaptureStream {
    enum Stretch {
        /// So many frames of the ring from `position` on, in one piece; the first is JACK's `frame`.
        case sound(position: Int, count: Int, frame: Int64)
        /// Frames that are not there: silence of this length from `frame` on.
        case gap(missed: Int64, lost: Int64, frame: Int64)
    }

    private let link: UnsafePointer<RealtimeLink>
    private let historyFrames: Int
    /// A longer stretch comes in parts, so that the ring has a part back while the next one is encoded.
    private let sliceFrames: Int
    /// Known anchors from the one that holds at the ring's tail on.
    private var anchors: [CaptureAnchor] = []
    /// Index of the anchor that holds at the cursor; nil before the first frame.
    private var current: Int?
    private var cursor = 0
    /// No callback comes any more that could confirm a jump.
    var isEnding = false

    /// Keeps `historyFrames` behind the newest frame, at least one second; `rate` in Hz. `link` outlives the stream.
    init(link: UnsafePointer<RealtimeLink>, rate: Int, historyFrames: Int) {
        unsafe self.link = unsafe link
        self.historyFrames = max(historyFrames, rate)
        sliceFrames = max(1, rate)
    }

    /// Frame at the cursor; nil before JACK's first period.
    var frame: Int64? {
        current.map { anchors[$0].frame + Int64(cursor - anchors[$0].position) }
    }

    /// Position after the newest frame.
    var head: Int { unsafe link.pointee.capture.publishedPosition }

    /// True where the cursor stands at the position or behind it.
    func hasReached(_ position: Int) -> Bool { cursor >= position }

    /// The oldest frame that is still kept.
    var oldestFrame: Int64? {
        anchors.first.map { $0.frame + Int64(max(0, tail - $0.position)) }
    }

    /// Goes back to the oldest frame that is kept.
    mutating func rewind() {
        guard current != nil else { return }
        cursor = max(tail, anchors[0].position)
        current = 0
    }

    /// Skips to the newest frame; all before it becomes history.
    mutating func skipToEnd() {
        while next() != nil {}
    }

    /// Frame of the next sound, once there are so many frames (one at least); frames that never came are passed over.
    mutating func skipGap(least: Int) -> Int64? {
        let head = head
        takeAnchors()
        let following = current.map { $0 + 1 } ?? 0
        if following < anchors.count, anchors[following].position == cursor {
            guard settle(following, head) else { return nil }
            current = following
        }
        return head - cursor >= max(1, least) ? frame : nil
    }

    private mutating func takeAnchors() {
        while let anchor = unsafe link.pointee.anchors.pop() { anchors.append(anchor) }
    }

    /// The next stretch, past which the cursor then stands; nil when all that has been captured before a position was seen.
    mutating func next(before limit: Int = .max) -> Stretch? {
        // First the head, then the anchors: an anchor is always published before the frames it is for.
        let head = head
        takeAnchors()
        let following = current.map { $0 + 1 } ?? 0
        if following < anchors.count, anchors[following].position == cursor {
            guard settle(following, head) else { return nil }
            let anchor = anchors[following]
            let isFirst = current == nil
            current = following
            if !isFirst, anchor.missed > 0 || anchor.lost > 0 {
                let missed = max(0, anchor.missed)
                return .gap(missed: missed, lost: anchor.lost, frame: anchor.frame - missed - anchor.lost)
            }
        }
        let last = min(head, limit)
        guard let frame, cursor < last else { return nil }
        let next = current.map { $0 + 1 } ?? 0
        let end = next < anchors.count ? min(last, anchors[next].position) : last
        let position = cursor
        let wanted = min(end - position, sliceFrames)
        let count = unsafe link.pointee.capture.contiguous(from: position, count: wanted).count
        cursor += count
        return count > 0 ? .sound(position: position, count: count, frame: frame) : nil
    }

    /// A jump ahead is believed once the next callback has confirmed it. Where that one went back, the callback with the
    /// jump was only late: its frames follow those before it, and the missing ones come after them. False while the
    /// next callback has not come.
    private mutating func settle(_ index: Int, _ head: Int) -> Bool {
        let anchor = anchors[index]
        guard anchor.missed > 0, current != nil else { return true }
        let end = anchor.position + anchor.count
        guard head > end || isEnding else { return false }
        guard index + 1 < anchors.count, anchors[index + 1].position == end, anchors[index + 1].missed < 0 else { return true }
        anchors[index].frame -= anchor.missed
        anchors[index].missed = 0
        anchors[index + 1].missed += anchor.missed
        return true
    }

    /// Frames of a `.sound` stretch. Valid until `release`.
    func samples(_ position: Int, _ count: Int) -> UnsafeBufferPointer<Frame> {
        unsafe link.pointee.capture.contiguous(from: position, count: count)
    }

    /// Gives back the frames that are behind the cursor and older than the history, which counts from the newest frame: a take
    /// that still has a long pre-roll to write gives back all that it has written, and the ring has its whole capacity.
    mutating func release() {
        let keepFrom = min(cursor, head - historyFrames)
        guard keepFrom > tail else { return }
        unsafe link.pointee.capture.release(to: keepFrom)
        while anchors.count > 1, anchors[1].position <= keepFrom {
            anchors.removeFirst()
            current = current.map { $0 - 1 }
        }
    }

    private var tail: Int { unsafe link.pointee.capture.readPosition }
}
