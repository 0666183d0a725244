// Compares the file of a take with the signal that was sent. One owner; blocks on the disk.
import Dictation
import JackTestSupport
import Storage

/// Result of a check of one segment: each frame has to be the one that was sent at its JACK frame.
///
/// The sidecar tells the JACK frame of the first frame, the pauses, and the silence in place of frames that JACK skipped. The probe
/// tells the number that it sent at a JACK frame. So a frame that is lost, repeated or moved is seen, and so is a place in time
/// that the sidecar tells wrong.
struct TakeCheck {
    /// Facts of a take that its sidecar does not have.
    struct Knowledge {
        /// The signal.
        var code: FrameCode
        /// The client that sent the signal; nil if only the order of the frames can be checked.
        var probe: Probe?
        /// Number of the first frame; nil where it is not known.
        var first: UInt32?
        /// True if the signal may begin late: the take began before the client was connected.
        var isComing = false
        /// Pauses of a take that was killed, at most: its sidecar tells neither its pauses nor its gaps. Nil for any other take.
        var unknownJoints: Int?
    }

    /// Frames that were compared.
    private(set) var frames = 0
    /// The first findings in words; empty for a take that is exact.
    private(set) var findings: [String] = []
    /// Stretches whose place was taken from their first frame: JACK's time has jumped near it, so a frame has no certain number.
    private(set) var uncertain = 0
    /// Number of the last frame.
    private(set) var last: UInt32?

    private let known: Knowledge
    private let file: String
    /// Frames of the crossfade at a joint: 5 ms.
    private let fade: Int
    private var silent = 0
    private var unknownJoints: Int
    /// Frames that are not compared before the next stretch: a crossfade, or two ports that are connected one after the other.
    private var skipped = 0

    /// Checks a segment.
    init(_ segment: Segment, path: String, _ known: Knowledge) {
        self.known = known
        file = segment.file
        fade = segment.rate / 200
        unknownJoints = known.unknownJoints ?? 0
        do {
            try check(segment, try SegmentReader(path: path))
        } catch {
            findings.append("\(path): \(error)")
        }
    }

    private mutating func check(_ segment: Segment, _ reader: SegmentReader) throws(StorageError) {
        guard reader.info.frames == segment.frames else {
            return note("\(reader.info.frames) frames in the file, \(segment.frames) in the sidecar")
        }
        // Stretches between pauses, each with the JACK frames that went by before it.
        var starts: [(place: Int, paused: Int)] = [(0, 0)]
        for joint in segment.joints { starts.append((Int(joint.position), starts[starts.count - 1].paused + Int(joint.paused))) }
        for (index, start) in starts.enumerated() {
            let end = index + 1 < starts.count ? starts[index + 1].place : Int(segment.frames)
            let first = min(end, index == 0 ? start.place : start.place + fade)
            skipped = 0
            try check(reader, first..<end, UInt64(start.paused) + segment.startFrame, isFirst: index == 0)
        }
        if known.unknownJoints == nil { checkSilence(segment) }
    }

    /// Checks a stretch without a pause. `origin` is the JACK frame of the file's first frame, moved by the pauses before.
    private mutating func check(
        _ reader: SegmentReader, _ stretch: Range<Int>, _ origin: UInt64, isFirst: Bool
    ) throws(StorageError) {
        var block = [SIMD2<Float>](repeating: .zero, count: 1 << 16)
        var expected = isFirst ? known.first : nil
        var isComing = isFirst && known.isComing
        var place = stretch.lowerBound
        try reader.seek(to: Int64(place))
        while place < stretch.upperBound {
            let wanted = min(block.count, stretch.upperBound - place)
            let count = unsafe try block.withUnsafeMutableBufferPointer { buffer throws(StorageError) in
                unsafe try reader.read(into: UnsafeMutableBufferPointer(rebasing: buffer[..<wanted]))
            }
            guard count > 0 else { return note("ends at frame \(place)") }
            for offset in 0..<count {
                let sample = block[offset]
                if skipped == 0, let next = expected, sample == known.code.encode(next) {
                    expected = next &+ 1
                    continue
                }
                take(sample, at: place + offset, origin, &expected, &isComing)
            }
            place += count
            frames += count
        }
        if let expected { last = expected &- 1 }
    }

    /// Looks at a frame that is not the next one.
    private mutating func take(
        _ sample: SIMD2<Float>, at place: Int, _ origin: UInt64, _ expected: inout UInt32?, _ isComing: inout Bool
    ) {
        guard skipped == 0 else {
            skipped -= 1
            return
        }
        if sample == .zero, expected.map({ known.code.encode($0) != .zero }) ?? true {
            if !isComing { silent += 1 }
            return
        }
        if isComing {
            (isComing, skipped) = (false, Self.connecting)
            return
        }
        let found = known.code.decode(sample)
        if let next = expected, unknownJoints > 0 {
            (unknownJoints, skipped, last, expected) = (unknownJoints - 1, fade, next, nil)
            return
        }
        guard let found else {
            note("frame \(place): \(sample) is no frame of the signal")
            expected = expected.map { $0 &+ 1 }
            return
        }
        if let next = expected {
            note("frame \(place): frame \(found) where \(next) is due")
        } else if known.unknownJoints == nil {
            begin(found, at: UInt64(place) + origin)
        } else if let last, Int32(bitPattern: found &- last) <= 0 {
            note("frame \(place): frame \(found) behind \(last)")
        }
        expected = found &+ 1
    }

    /// Frames in which the two ports of the signal are connected, one after the other.
    private static let connecting = 8192

    /// Compares the first frame of a stretch with the number that the probe sent at its JACK frame.
    private mutating func begin(_ found: UInt32, at frame: UInt64) {
        guard let probe = known.probe else { return }
        let jack = UInt32(truncatingIfNeeded: frame)
        // The code repeats: with 15 bits for each channel after 2^30 frames.
        let sent = UInt32(truncatingIfNeeded: probe.number(of: jack))
        guard known.code.encode(found) != known.code.encode(sent) else { return }
        if probe.hasJump(near: jack, within: 2 * probe.rate) {
            uncertain += 1
        } else {
            note("JACK frame \(frame): frame \(found) of the signal where \(sent) was sent")
        }
    }

    /// Silence stands only where the sidecar tells that JACK skipped frames.
    private mutating func checkSilence(_ segment: Segment) {
        var told = 0
        for gap in segment.gaps where gap.cause == .missed {
            let hidden = segment.joints.reduce(0) { sum, joint in
                let joint = Int(joint.position)
                return sum + max(0, min(joint + fade, Int(gap.position + gap.length)) - max(joint, Int(gap.position)))
            }
            told += Int(gap.length) - hidden
        }
        if silent != told, !known.isComing { note("\(silent) frames of silence, of which the sidecar tells \(told)") }
        for gap in segment.gaps where gap.cause == .lost { note("\(gap.length) frames lost") }
    }

    private mutating func note(_ words: String) {
        if findings.count < 5 { findings.append("\(file): \(words)") }
    }
}
