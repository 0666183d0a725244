// One take, cut out of the captured stream. Writer thread only.
package import Dictation
internal import Loudness
internal import Realtime
internal import Storage

/// Cuts one take out of the captured stream, exact to the frame, and writes it to its segment file.
///
/// Every command is an edge: a frame of JACK's time at which writing begins, pauses, resumes or ends. An edge may arrive before
/// or after its frame has been captured.
package final class Take {
    /// Phase of a take: before its first frame, writing, paused, or over.
    enum State: Sendable { case waiting, writing, paused, ended }

    /// A change of phase at one frame.
    package struct Edge: Sendable {
        /// Kind of change; a stop has a reason.
        package enum Kind: Sendable {
            case start, pause, resume, stop(Segment.EndReason)
            /// The take goes on in the next recording; the number is that of a caller who waits for it.
            case split(UInt64?)
        }
        /// Extended JACK frame.
        let frame: Int64
        let kind: Kind
        /// Time of day at that frame in ISO 8601; nil when it is not known.
        var time: String?

        /// A change at extended JACK frame `frame`.
        package init(frame: Int64, kind: Kind, time: String? = nil) {
            (self.frame, self.kind, self.time) = (frame, kind, time)
        }

        /// True for the end of the take.
        var isStop: Bool { if case .stop = kind { true } else { false } }
        /// True for the end of a part.
        var isSplit: Bool { if case .split = kind { true } else { false } }
    }

    let request: TakeRequest
    /// Audio file of the take.
    let segment: SegmentWriter
    /// Draws the waveform while recording; nil when it cannot be drawn.
    let peaks: PeakWriter?
    /// Measures the columns of the topic `wave`; nil in a take that nobody can watch.
    private let wave: WaveMeter?
    /// Measures the topic `loudness` while somebody watches; nil in a take that nobody can watch.
    private let watch: LoudnessWatch?
    /// Measures the loudness that is kept with the take; nil when the setting is off.
    private let loudness: LoudnessMeter?
    var state = State.waiting
    /// Extended JACK frame of the first frame in the file; nil until then.
    var firstFrame: Int64?
    /// Frames that passed during pauses.
    private(set) var pausedFrames: Int64 = 0
    /// Highest absolute sample of each side.
    private(set) var peak = Frame.zero
    /// Samples of both sides at the full scale of an input.
    private(set) var clips: Int64 = 0
    /// Places of clips that are to become markers.
    var clipMarks: ClipMarks
    /// Joints left by pauses, in file frames.
    private(set) var joints: [Segment.Joint] = []
    /// Gaps filled with silence, in file frames.
    private(set) var gaps: [Segment.Gap] = []
    /// Looks for dropouts; nil when the setting is off.
    private(set) var dropouts: DropoutWatch?
    /// True once the warning before the end was given.
    var isWarned: Bool
    /// Loss of the file's name as it was told last; nil if the file has its name.
    var loss: StorageError?
    /// Reason for which the take ended.
    private(set) var endReason = Segment.EndReason.stopped
    /// True when the take has ended and is to continue at the next server.
    private(set) var isInterrupted = false
    /// Extended JACK frame of the stop that ended the take; nil when something else did.
    private(set) var stoppedAt: Int64?

    /// Joints and gaps that the journal does not have yet.
    private var untold: [JournalEntry.Line] = []
    /// Joints and gaps that the journal has.
    private var toldCount = 0

    /// Markers of the take, in file frames.
    private(set) var markers: [Marker] = []
    /// Marker requests whose frame has not been captured yet.
    var marksToCome: [TakeMark] = []

    /// Edges to come, ordered by frame.
    var edges: [Edge] = []
    /// The split that has ended this part; nil while the part runs, and for any other end.
    var cut: TakeCut?
    /// Callers whose split was refused, since the part has no frame before it.
    var refusedCuts: [UInt64] = []
    /// Place of the next split that the take makes by itself.
    var nextSplit: NextSplit
    /// Extended JACK frame of the latest pause.
    private var pausedAt: Int64 = 0
    /// Fades the first frames of a pause out under the sound after it.
    var crossfade: PauseCrossfade

    /// Makes a take that begins with its pre-roll; a continued take may begin with a pause.
    init(
        _ request: TakeRequest, segment: SegmentWriter, peaks: PeakWriter? = nil, wave: WaveMeter? = nil,
        watch: LoudnessWatch? = nil
    ) {
        self.wave = wave
        self.watch = watch
        loudness = request.loudnessMeter
        clipMarks = ClipMarks(rate: request.format.rate)
        isWarned = request.isWarned
        self.request = request
        self.segment = segment
        self.peaks = peaks
        nextSplit = NextSplit(request)
        crossfade = PauseCrossfade(length: max(16, request.format.rate / 200))
        edges = [Edge(frame: request.startFrame - request.preRollFrames, kind: .start)]
        // A part with voice activation begins with its first sound.
        if request.isPaused || request.voice != nil && request.earlier != nil {
            edges.append(Edge(frame: request.startFrame, kind: .pause))
        }
        if let end = request.stopFrame { edges.append(Edge(frame: end, kind: .stop(.stopped))) }
        gaps = request.segment.gaps
        if request.watchesDropouts { dropouts = DropoutWatch(rate: request.format.rate, after: request.earlier?.peaks ?? (0, 0)) }
    }

    /// Loudness of the file so far; nil when the setting is off, or when memory was short.
    var loudnessFigures: LoudnessFigures? {
        guard framesWritten > 0 else { return nil }
        do throws(LoudnessError) { return try loudness?.figures() } catch { return nil }
    }

    /// Frames in the file, silence included.
    var framesWritten: Int64 { segment.framesWritten }

    /// Frames from extended JACK frame `frame` until an edge, the maximum length or a marker is due; nil when nothing is.
    func framesToNextEdge(from frame: Int64) -> Int64? {
        [edges.first.map { $0.frame - frame }, framesToLimit, framesToWarning, framesToNextMark(from: frame)].compactMap(\.self)
            .min()
    }

    /// Extended JACK frame of the earliest stop to come; nil without one.
    var stopFrame: Int64? { edges.first(where: \.isStop)?.frame }

    /// Adds an edge, after those of the same frame.
    func add(_ edge: Edge) { edges.add(edge) }

    /// Cancels the pause or resume at `frame`. A pause that has just taken effect is undone at the next frame.
    func withdraw(_ frame: Int64) {
        let place = edges.lastIndex { edge in
            switch edge.kind {
            case .pause, .resume: edge.frame == frame
            case .start, .stop, .split: false
            }
        }
        if let place {
            edges.remove(at: place)
        } else if state == .paused, pausedAt == frame {
            add(Edge(frame: frame, kind: .resume))
        }
    }

    /// Cancels the pauses and resumes that come after `frame`: a pause by hand holds from there on.
    func withdrawChanges(after frame: Int64) {
        edges.removeAll { edge in
            switch edge.kind {
            case .pause, .resume: edge.frame > frame
            case .start, .stop, .split: false
            }
        }
    }

    /// Joints and gaps for the journal, once each. A take with thousands of them tells the rest at its end: a journal has a largest
    /// size.
    func takeUntold() -> [JournalEntry.Line] {
        let lines = untold.prefix(max(0, Segment.mostGaps - toldCount))
        toldCount += lines.count
        untold = []
        return Array(lines)
    }

    /// Takes over the markers of a change that was made of the present ones.
    func apply(_ change: MarkerChange) { markers = change.markers }

    /// Ends the take now; edges to come are ignored. With `goesOn` the take is to continue at the next server. False if it had
    /// ended before.
    @discardableResult
    func end(_ reason: Segment.EndReason, goesOn: Bool = false) -> Bool {
        guard state != .ended else { return false }
        state = .ended
        dropouts?.close()
        endReason = reason
        isInterrupted = goesOn
        return true
    }

    // MARK: The stream

    /// Writes the frames of `samples` that belong to the take; the first is extended JACK frame `frame`. Throws when the file
    /// cannot be written.
    func consume(_ samples: UnsafeBufferPointer<Frame>, at frame: Int64) throws(StorageError) {
        var done = 0
        while done < samples.count, let count = nextPiece(at: frame + Int64(done), atMost: samples.count - done) {
            let piece = unsafe UnsafeBufferPointer(rebasing: samples[done..<done + count])
            switch state {
            case .writing: unsafe try write(piece)
            case .paused: unsafe crossfade.keep(piece)
            case .waiting, .ended: break
            }
            done += count
        }
    }

    /// Writes silence for `length` missing frames from `frame` on, so that the timeline stays true. Throws when the file cannot
    /// be written.
    func consumeGap(_ length: Int64, _ cause: Segment.Gap.Cause, at frame: Int64) throws(StorageError) {
        var done: Int64 = 0
        while done < length, let count = nextPiece(at: frame + done, atMost: Int(length - done)) {
            if state == .writing {
                let gap = Segment.Gap(position: framesWritten, length: Int64(count), cause: cause)
                Segment.add(gap, to: &gaps)
                untold.append(.gap(gap))
                crossfade.forget()
                dropouts?.skip()
                try segment.writeSilence(frames: count)
                peaks?.addSilence(count)
                wave?.addSilence(count, to: framesWritten, of: request)
                loudness?.addSilence(count)
                watch?.addSilence(count, of: request, loudness)
            }
            done += Int64(count)
        }
    }

    /// Obeys the edges due at `frame`, then returns the number of frames until the next one, at most `count`. Nil once the take
    /// has ended.
    private func nextPiece(at frame: Int64, atMost count: Int) -> Int? {
        while state != .ended, let edge = edges.first, edge.frame <= frame {
            edges.removeFirst()
            obey(edge, at: frame)
        }
        if let left = framesToLimit, left <= 0 { end(.ended) }
        if isSplitDue { split(at: frame, for: nil) }
        guard state != .ended else { return nil }
        let toEdge = edges.first.map { $0.frame - frame } ?? Int64.max
        return Int(min(Int64(count), toEdge, framesToLimit ?? Int64.max, framesToSplit ?? Int64.max))
    }

    /// Frames left until the maximum length; nil without a maximum, and while nothing is written.
    var framesToLimit: Int64? {
        guard state == .writing, let limit = request.limitFrames else { return nil }
        return limit - framesWritten
    }

    /// Carries out one edge at extended JACK frame `frame`.
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
            crossfade.begin()
        case .resume where state == .paused:
            state = .writing
            pausedFrames += frame - pausedAt
            if beginsHere {
                begin(at: frame)
            } else {
                let joint = Segment.Joint(position: framesWritten, paused: frame - pausedAt, time: edge.time)
                joints.append(joint)
                untold.append(.joint(joint))
            }
        case .split(let caller): split(at: frame, for: caller)
        case .stop(let reason):
            stoppedAt = edge.frame
            end(reason)
        case .pause, .resume:
            break
        }
    }

    /// Writes samples, with a crossfade where they follow a pause.
    private func write(_ samples: UnsafeBufferPointer<Frame>) throws(StorageError) {
        var rest = unsafe samples
        if crossfade.isPending {
            let mixed = unsafe crossfade.mix(samples)
            unsafe try mixed.withFrames { (frames) throws(StorageError) in unsafe try put(frames) }
            unsafe rest = unsafe UnsafeBufferPointer(rebasing: samples[mixed.count...])
        }
        unsafe try put(rest)
    }

    /// Writes samples to the file and the waveform, and measures them.
    private func put(_ samples: UnsafeBufferPointer<Frame>) throws(StorageError) {
        guard !samples.isEmpty else { return }
        var highest = Frame.zero
        for i in 0..<samples.count {
            let sample = unsafe samples[i]
            // A sample that is not a number (NaN, infinite) is no peak; a float file keeps it as it came.
            for side in 0..<2 where sample[side].isFinite { highest[side] = max(highest[side], abs(sample[side])) }
        }
        if highest[0] >= fullScaleInput || highest[1] >= fullScaleInput { unsafe countClips(samples) }
        peak = Frame(max(peak[0], highest[0]), max(peak[1], highest[1]))
        unsafe dropouts?.look(samples, at: framesWritten)
        unsafe try segment.write(samples)
        unsafe peaks?.add(samples)
        unsafe wave?.add(samples, to: framesWritten, of: request)
        unsafe loudness?.add(samples)
        unsafe watch?.add(samples, of: request, loudness)
    }

    private func countClips(_ samples: UnsafeBufferPointer<Frame>) {
        for i in 0..<samples.count {
            let sample = unsafe samples[i]
            var isClip = false
            for side in 0..<2 where sample[side].isFinite && abs(sample[side]) >= fullScaleInput {
                clips += 1
                isClip = true
            }
            if isClip, request.marksClips { clipMarks.note(framesWritten + Int64(i)) }
        }
    }
}

extension [Take.Edge] {
    /// Adds an edge to those in the order of their frames, after those of the same frame.
    mutating func add(_ edge: Take.Edge) {
        let place = lastIndex { $0.frame <= edge.frame }.map { $0 + 1 } ?? 0
        insert(edge, at: place)
    }
}
