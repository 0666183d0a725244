// The capture ring read as one stream of frames. One thread at a time: the ring has one consumer.
internal import Realtime
internal import Rings

/// The capture ring as one stream of frames, each with its place in JACK's time, gaps included. The ring keeps history behind
/// the cursor, for pre-rolls and late commands.
@safe
struct CaptureStream {
    /// One piece of the stream.
    enum Piece {
        /// `count` contiguous frames of the ring from `position` on; the first is extended JACK frame `frame`.
        case sound(position: Int, count: Int, frame: Int64)
        /// Missing frames, which become silence from extended JACK frame `frame` on: JACK never delivered `missed` frames, and
        /// a full ring dropped `lost` frames. A long gap comes in slices, as sound does; one that JACK has missed for longer than
        /// `longestGap` comes whole.
        case gap(missed: Int64, lost: Int64, frame: Int64)
    }

    private let link: UnsafePointer<RealtimeLink>
    /// Sample rate in Hz.
    let rate: Int
    private let historyFrames: Int
    /// Longest piece in frames; the ring gets the space of one piece back while the next is encoded.
    private let sliceFrames: Int
    /// Known anchors in order; the first covers the oldest frame in the ring.
    private var anchors: [CaptureAnchor] = []
    /// Index of the anchor that covers the cursor; nil before the first frame.
    private var current: Int?
    /// Ring position of the next frame to hand out.
    private var cursor = 0
    /// Missing frames before the cursor that are not handed out yet.
    private var gap: (missed: Int64, lost: Int64) = (0, 0)
    /// True when no further callback can confirm a jump of JACK's time.
    var isEnding = false

    /// Keeps `historyFrames` behind the newest frame, at least one second; `rate` in Hz. `link` must outlive the stream.
    init(link: UnsafePointer<RealtimeLink>, rate: Int, historyFrames: Int) {
        unsafe self.link = unsafe link
        self.rate = rate
        self.historyFrames = max(historyFrames, rate)
        sliceFrames = max(1, rate)
    }

    /// Extended JACK frame at the cursor; nil before JACK's first period.
    var frame: Int64? {
        current.map { anchors[$0].frame + Int64(cursor - anchors[$0].position) - gap.missed - gap.lost }
    }

    /// Extended JACK frame of the oldest frame still kept; nil before JACK's first period.
    var oldest: Int64? {
        guard current != nil, let first = anchors.first else { return nil }
        return first.frame + Int64(max(tail, first.position) - first.position)
    }

    /// Ring position after the newest frame.
    var head: Int { unsafe link.pointee.capture.publishedPosition }

    /// Frames in the ring behind the cursor: not handed out yet.
    var unread: Int { head - cursor }

    /// True when the cursor is at `position` or past it.
    func hasReached(_ position: Int) -> Bool { cursor >= position }

    /// Moves the cursor back to the oldest frame still kept.
    mutating func rewind() {
        guard current != nil else { return }
        cursor = max(tail, anchors[0].position)
        current = 0
        gap = (0, 0)
    }

    /// Moves the cursor past the newest frame; everything before it becomes history.
    mutating func skipToEnd() {
        while next() != nil {}
    }

    /// Extended JACK frame of the next sound, once `least` frames of it (one or more) are in the ring; nil until then. Skips
    /// missing frames before it.
    mutating func skipGap(least: Int) -> Int64? {
        let head = head
        takeAnchors()
        let following = current.map { $0 + 1 } ?? 0
        if following < anchors.count, anchors[following].position == cursor {
            guard settle(following, head) else { return nil }
            current = following
        }
        gap = (0, 0)
        return head - cursor >= max(1, least) ? frame : nil
    }

    /// Collects the anchors published since the last call.
    private mutating func takeAnchors() {
        while let anchor = unsafe link.pointee.anchors.pop() { anchors.append(anchor) }
    }

    /// The next piece; moves the cursor past it. Nil when everything captured before ring position `limit` has been handed
    /// out, and while a jump waits to be confirmed.
    mutating func next(before limit: Int = .max) -> Piece? {
        // Read the head before the anchors: an anchor is always published before the frames it is for.
        let head = head
        takeAnchors()
        if let piece = nextOfGap() { return piece }
        let following = current.map { $0 + 1 } ?? 0
        if following < anchors.count, anchors[following].position == cursor {
            guard settle(following, head) else { return nil }
            let anchor = anchors[following]
            let isFirst = current == nil
            current = following
            if !isFirst { gap = (max(0, anchor.missed), max(0, anchor.lost)) }
            if let piece = nextOfGap() { return piece }
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

    /// The next slice of the missing frames before the cursor; nil without any.
    private mutating func nextOfGap() -> Piece? {
        guard gap.missed > 0 || gap.lost > 0, let frame else { return nil }
        let missed = gap.missed > longestGap ? gap.missed : min(gap.missed, Int64(sliceFrames))
        let lost = max(0, min(gap.lost, Int64(sliceFrames) - missed))
        gap = (gap.missed - missed, gap.lost - lost)
        return .gap(missed: missed, lost: lost, frame: frame)
    }

    /// Frames that JACK can miss within a segment: a minute, as the longest `jack-patience`. After a longer time, as after a suspend or
    /// a jump of JACK's time, the segment ends: nobody wants the silence, and it could fill the disk.
    var longestGap: Int64 { 60 * Int64(rate) }

    /// Decides whether a forward jump of JACK's time is real; false until the next callback has come. A next callback that goes
    /// back shows that the callback with the jump was only late. Its frames then follow those before it, and the missing frames
    /// come after them.
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

    /// Frames of a `.sound` piece, in the ring's own memory. Valid until `release`.
    func samples(_ position: Int, _ count: Int) -> UnsafeBufferPointer<Frame> {
        unsafe link.pointee.capture.contiguous(from: position, count: count)
    }

    /// Gives frames back to the ring that are behind the cursor and older than the history. The history counts from the newest
    /// frame: a take that still writes a long pre-roll gives back all it has written, and the ring keeps its whole capacity.
    /// Frames from ring position `held` on are kept too.
    mutating func release(keeping held: Int? = nil) {
        let keepFrom = min(cursor, head - historyFrames, held ?? .max)
        guard keepFrom > tail else { return }
        unsafe link.pointee.capture.release(to: keepFrom)
        while anchors.count > 1, anchors[1].position <= keepFrom {
            anchors.removeFirst()
            current = current.map { $0 - 1 }
        }
    }

    /// Ring position of the oldest frame still kept.
    private var tail: Int { unsafe link.pointee.capture.readPosition }
}
