// One pass from record to stop. One thread at a time: the writer's.
internal import Dictation
internal import Glibc
internal import Realtime
internal import Storage

/// Cuts one take out of the captured stream, exact to the frame, and hands it to its segment file.
///
/// All commands are edges: frames of JACK's time at which writing begins, pauses, goes on or ends. They may come before or
/// after the frames they mean.
final class Take {
    enum State: Sendable { case waiting, writing, paused, ended }

    struct Edge: Sendable {
        enum Kind: Sendable { case start, pause, resume, stop(Segment.EndReason) }
        let frame: Int64
        let kind: Kind
    }

    let request: TakeRequest
    let segment: SegmentWriter
    /// Draws along; nil where that cannot be.
    let peaks: PeakWriter?
    private(set) var state = State.waiting
    /// Extended JACK frame of the file's first frame.
    private(set) var firstFrame: Int64?
    private(set) var pausedFrames: Int64 = 0
    private(set) var peak = Frame.zero
    private(set) var joints: [Segment.Joint] = []
    private(set) var gaps: [Segment.Gap] = []
    /// Nil where dropouts are not looked for.
    private(set) var dropouts: DropoutWatch?
    private(set) var endReason = Segment.EndReason.stopped

    /// In file frames.
    private(set) var markers: [Marker] = []
    /// Orders for markers whose frame has not come yet.
    var markerRequests: [TakeMark] = []

    private var edges: [Edge] = []
    private var pausedAt: Int64 = 0
    /// Fades the first frames of a pause out under the sound after it.
    private var joint: PauseCrossfade

    init(_ request: TakeRequest, segment: SegmentWriter, peaks: PeakWriter? = nil) {
        self.request = request
        self.segment = segment
        self.peaks = peaks
        joint = PauseCrossfade(length: max(16, request.format.rate / 200))
        edges = [Edge(frame: request.startFrame - request.preRollFrames, kind: .start)]
        if request.isPaused { edges.append(Edge(frame: request.startFrame, kind: .pause)) }
        gaps = request.segment.gaps
        if request.watchesDropouts { dropouts = DropoutWatch(rate: request.format.rate) }
    }

    var framesWritten: Int64 { segment.framesWritten }

    /// Frames of JACK's time until something is due, nil where nothing is.
    func framesToNextEdge(from frame: Int64) -> Int64? {
        [edges.first.map { $0.frame - frame }, framesToLimit, framesToNextMark(from: frame)].compactMap(\.self).min()
    }

    /// Frame of the earliest stop that is to come.
    var stopFrame: Int64? {
        edges.first { if case .stop = $0.kind { true } else { false } }?.frame
    }

    func add(_ edge: Edge) {
        let place = edges.lastIndex { $0.frame <= edge.frame }.map { $0 + 1 } ?? 0
        edges.insert(edge, at: place)
    }

    /// Takes back the pause or resume for this frame. One that has just been obeyed is undone with the next frame.
    func withdraw(_ frame: Int64) {
        let place = edges.lastIndex { edge in
            switch edge.kind {
            case .pause, .resume: edge.frame == frame
            case .start, .stop: false
            }
        }
        if let place {
            edges.remove(at: place)
        } else if state == .paused, pausedAt == frame {
            add(Edge(frame: frame, kind: .resume))
        }
    }

    func change(_ edit: MarkerEdit) -> Int? { edit.apply(to: &markers) }

    /// Ends here and now: edges to come are forgotten.
    func end(_ reason: Segment.EndReason) {
        guard state != .ended else { return }
        state = .ended
        dropouts?.close()
        endReason = reason
    }

    // MARK: The stream

    /// Takes its part out of `samples`, the first of which is JACK's `frame`.
    func consume(_ samples: UnsafeBufferPointer<Frame>, at frame: Int64) throws(StorageError) {
        var done = 0
        while done < samples.count, let part = nextPart(at: frame + Int64(done), atMost: samples.count - done) {
            let piece = unsafe UnsafeBufferPointer(rebasing: samples[done..<done + part])
            switch state {
            case .writing: unsafe try write(piece)
            case .paused: unsafe joint.keep(piece)
            case .waiting, .ended: break
            }
            done += part
        }
    }

    /// Takes silence in place of frames that are gone, so that the timeline stays true.
    func consumeGap(_ length: Int64, _ cause: Segment.Gap.Cause, at frame: Int64) throws(StorageError) {
        var done: Int64 = 0
        while done < length, let part = nextPart(at: frame + done, atMost: Int(length - done)) {
            if state == .writing {
                Segment.add(Segment.Gap(position: framesWritten, length: Int64(part), cause: cause), to: &gaps)
                joint.forget()
                dropouts?.skip()
                try segment.writeSilence(frames: part)
                peaks?.addSilence(part)
            }
            done += Int64(part)
        }
    }

    /// Obeys the edges that hold at `frame`; then how many frames go by until the next one. Nil once the take has ended.
    private func nextPart(at frame: Int64, atMost count: Int) -> Int? {
        while state != .ended, let edge = edges.first, edge.frame <= frame {
            edges.removeFirst()
            obey(edge, at: frame)
        }
        if let left = framesToLimit, left <= 0 { end(.ended) }
        guard state != .ended else { return nil }
        let toEdge = edges.first.map { $0.frame - frame } ?? Int64.max
        return Int(min(Int64(count), toEdge, framesToLimit ?? Int64.max))
    }

    private var framesToLimit: Int64? {
        guard state == .writing, let limit = request.limitFrames else { return nil }
        return limit - framesWritten
    }

    private func obey(_ edge: Edge, at frame: Int64) {
        switch edge.kind {
        case .start:
            state = .writing
            firstFrame = frame
            segment.begin(at: request.broadcastReference(frame))
        case .pause where state == .writing:
            state = .paused
            pausedAt = frame
            dropouts?.close()
            joint.begin()
        case .resume where state == .paused:
            state = .writing
            joints.append(Segment.Joint(position: framesWritten, paused: frame - pausedAt))
            pausedFrames += frame - pausedAt
        case .stop(let reason):
            end(reason)
        case .pause, .resume:
            break
        }
    }

    private func write(_ samples: UnsafeBufferPointer<Frame>) throws(StorageError) {
        var rest = unsafe samples
        if joint.isPending {
            let mixed = unsafe joint.mix(samples)
            unsafe try mixed.withFrames { (frames) throws(StorageError) in unsafe try put(frames) }
            unsafe rest = unsafe UnsafeBufferPointer(rebasing: samples[mixed.count...])
        }
        unsafe try put(rest)
    }

    private func put(_ samples: UnsafeBufferPointer<Frame>) throws(StorageError) {
        guard !samples.isEmpty else { return }
        var highest = peak
        for i in 0..<samples.count {
            let sample = unsafe samples[i]
            // A sample that is no number (NaN, infinite) is no peak; a float file keeps it as it came.
            for side in 0..<2 where sample[side].isFinite { highest[side] = max(highest[side], abs(sample[side])) }
        }
        peak = highest
        unsafe dropouts?.look(samples, at: framesWritten)
        unsafe try segment.write(samples)
        unsafe peaks?.add(samples)
    }
}
