// Pauses and losses in a timeline. Any thread; a value, no I/O.

extension Recording {
    /// A place of the timeline where the sound does not follow what was before it.
    public struct Break: Sendable, Hashable {
        /// The cause of a break.
        public enum Kind: String, Sendable, Hashable {
            /// The take was paused.
            case pause
            /// Frames never came, or the ring to the disk was full: silence stands in their place.
            case lost
            /// The JACK server was gone.
            case away
        }

        /// Its first frame in the timeline; for pauses and absences the first frame after it.
        public var frame: Int64
        /// The cause.
        public var kind: Kind
        /// The time that went by unrecorded, in seconds.
        public var seconds: Double

        /// One line for an answer: kind, frame and seconds.
        public var line: String { "\(kind.rawValue) \(frame) \(seconds.short)" }
    }

    /// Most breaks that are listed.
    private static let mostBreaks = 500

    /// The breaks that are heard, in the order of the timeline, at most 500.
    public var breaks: [Break] {
        var found: [Break] = []
        var start: Int64 = 0
        let segments = segmentsByFile
        for span in timeline.spans {
            defer { start += span.length }
            guard let segment = segments[span.segment], segment.rate > 0 else { continue }
            let scale = Double(rate) / Double(segment.rate)
            func add(_ position: Int64, _ length: Int64, _ kind: Break.Kind) {
                // A server that comes back at another rate makes a segment at that rate.
                let place = segment.rate == rate ? position : Int64(nearest: Double(position) * scale)
                guard place >= span.first, place < span.end else { return }
                let seconds = Double(max(0, length)) / Double(segment.rate)
                found.append(Break(frame: start + place - span.first, kind: kind, seconds: seconds))
            }
            for joint in segment.joints { add(joint.position, joint.paused, .pause) }
            for gap in segment.gaps { add(gap.position, gap.length, gap.cause == .away ? .away : .lost) }
        }
        return Array(found.sorted { $0.frame < $1.frame }.prefix(Self.mostBreaks))
    }
}
