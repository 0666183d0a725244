// Places the edges of a take by its sound. Writer thread only; a value.
internal import Messages
internal import Realtime
internal import Speech

/// Listens to the captured stream ahead of the take, and holds the frames in between: an edge of a sound then lies in front of the
/// take's own place, and the lead needs no frame twice.
///
/// All decisions are made by frames, never by a clock: freewheel and a slow disk change nothing.
struct VoiceGate {
    /// The consequence of the sound at the present frame.
    enum Action: Equatable {
        /// Sound began at this extended JACK frame.
        case sound(Int64)
        /// The hold after a sound ended at this extended JACK frame.
        case silence(Int64)
        /// The input has no silence, for this reason.
        case noisy(Message)
    }

    /// A change by hand, or the beginning of the gate: from its frame on the gate acts or does not.
    private struct Turn {
        let frame: Int64
        let isHeld: Bool
        /// True to count the frame as sound.
        let opens: Bool
    }

    let order: VoiceOrder
    private let detector: (options: VoiceOptions, rate: Int)
    private var state: VoiceDetector?
    private var turns: [Turn] = []
    /// Change that took effect last.
    private var last: Turn?
    /// True while the gate listens and does nothing: before its beginning, and during a pause by hand.
    private(set) var isHeld = true
    /// Pieces that the gate has heard and the take has not had.
    private(set) var pieces: [CaptureStream.Piece] = []
    /// Frames from before a sound that belong to it.
    let lead: Int64
    /// Frames of silence after a sound that belong to it.
    private let hold: Int64
    /// Frames that the gate is ahead of the take.
    private let ahead: Int64
    /// Frame from which sound has gone on without a break.
    private var soundSince: Int64 = 0
    /// Frame from which the gate listens: the noise of nine seconds before it acts is enough, however long the pre-roll is.
    private let listensFrom: Int64
    /// Frame at which the gate began to listen.
    private var begun: Int64?
    private var isNoisyTold = false
    /// Extended JACK frame of the pause in silence that lasts now; nil without one.
    var pausedAt: Int64?
    /// Extended JACK frame before which no recording may begin: the end of the one before.
    var notBefore = Int64.min

    /// Makes a gate that acts from extended JACK frame `frame` on, unless it is held; `opens` counts that frame as sound. `rate`
    /// in Hz.
    init(_ order: VoiceOrder, rate: Int, from frame: Int64, isHeld: Bool = false, opens: Bool) {
        self.order = order
        detector = (order.options, rate)
        lead = Int64((order.leadSeconds * Double(rate)).rounded())
        hold = Int64((order.options.holdSeconds * Double(rate)).rounded())
        let measure = VoiceDetector(order.options, rate: rate)
        // The end of the hold is found up to three hops late.
        ahead = lead + measure.latency + Int64(4 * measure.hopFrames)
        turns = [Turn(frame: frame, isHeld: isHeld, opens: opens)]
        listensFrom = frame - Int64(9 * rate)
    }

    /// Extended JACK frame that comes next; nil before the first one.
    var position: Int64? { state?.position }
    /// Extended JACK frame before which the take may have all frames.
    var passed: Int64 { state.map { $0.position - ahead } ?? .min }
    /// True while there is sound.
    var isOpen: Bool { state?.isOpen == true }
    /// Level at which sound begins, in dB; nil while it is not known.
    var threshold: Double? { state?.threshold }
    /// Latest level in dB; nil before the first frame.
    var level: Double? { state?.level }

    /// Ring position of the oldest frame that is held; nil when none is.
    var oldestPosition: Int? {
        for case .sound(let position, _, _) in pieces { return position }
        return nil
    }

    /// Extended JACK frame of the oldest frame that is held; nil when none is.
    var oldestFrame: Int64? {
        switch pieces.first {
        case .sound(_, _, let frame), .gap(_, _, let frame): frame
        case nil: nil
        }
    }

    /// Holds or frees the gate at a frame. `opens` counts that frame as sound.
    mutating func turn(at frame: Int64, isHeld: Bool, opens: Bool) {
        let place = turns.lastIndex { $0.frame <= frame }.map { $0 + 1 } ?? 0
        turns.insert(Turn(frame: frame, isHeld: isHeld, opens: opens), at: place)
    }

    /// Cancels the change at that frame. A pause that has just taken effect is undone at the next frame, which `opens` counts as
    /// sound.
    mutating func withdraw(_ frame: Int64, opens: Bool = true) {
        turns.removeAll { $0.frame == frame }
        guard let last, last.frame == frame, last.isHeld, let position else { return }
        turn(at: position, isHeld: false, opens: opens)
    }

    // MARK: Frames

    /// Keeps a piece for the take.
    mutating func keep(_ piece: CaptureStream.Piece) { pieces.append(piece) }

    /// Removes and returns frames that the take may have, before extended JACK frame `limit`; nil when there are none.
    mutating func takePiece(before limit: Int64) -> CaptureStream.Piece? {
        guard let first = pieces.first else { return nil }
        switch first {
        case .gap(let missed, let lost, let frame):
            guard frame + missed + lost <= limit else { return nil }
        case .sound(let position, let count, let frame):
            guard frame < limit else { return nil }
            let room = limit - frame
            if room < Int64(count) {
                pieces[0] = .sound(position: position + Int(room), count: count - Int(room), frame: limit)
                return .sound(position: position, count: Int(room), frame: frame)
            }
        }
        pieces.removeFirst()
        return first
    }

    /// Drops the frames that the take has not had.
    mutating func clear() { pieces.removeAll(keepingCapacity: true) }

    /// Listens to frames up to the first consequence; `frame` is the first one's extended JACK frame. Returns the number of frames
    /// heard. Frames that were heard before are passed over.
    mutating func listen(_ samples: UnsafeBufferPointer<Frame>, at frame: Int64) -> (count: Int, action: Action?) {
        if begun == nil {
            guard frame + Int64(samples.count) > listensFrom else { return (samples.count, nil) }
            begun = frame
            state = VoiceDetector(detector.options, rate: detector.rate, at: frame)
        }
        guard let place = state?.position else { return (samples.count, nil) }
        var done = Int(max(0, min(Int64(samples.count), place - frame)))
        if let action = skip(to: frame) { return (0, action) }
        while done < samples.count, let here = state?.position, let step = state?.framesToHop {
            while let next = turns.first, next.frame <= here {
                turns.removeFirst()
                if let action = obey(next, at: here) { return (done, action) }
            }
            let toTurn = turns.first.map { Int(clamping: $0.frame - here) } ?? .max
            let count = min(samples.count - done, step, toTurn)
            var found: VoiceEdge?
            unsafe state?.add(UnsafeBufferPointer(rebasing: samples[done..<done + count])) { found = $0 }
            done += count
            if let found, let action = action(found) { return (done, action) }
            if let action = noise { return (done, action) }
        }
        return (done, nil)
    }

    /// Passes over missing frames up to extended JACK frame `frame`. Returns the consequence.
    mutating func skip(to frame: Int64) -> Action? {
        guard let place = state?.position, frame > place else { return nil }
        var found: VoiceEdge?
        state?.skip(frame - place) { found = $0 }
        guard let found else { return nil }
        return action(found)
    }

    /// Carries out a change at its frame.
    private mutating func obey(_ turn: Turn, at frame: Int64) -> Action? {
        last = turn
        isHeld = turn.isHeld
        guard !isHeld else { return nil }
        soundSince = frame
        if turn.opens {
            state?.open()
            pausedAt = nil
            return nil
        }
        return isOpen ? .sound(frame) : nil
    }

    private mutating func action(_ edge: VoiceEdge) -> Action? {
        guard !isHeld else { return nil }
        switch edge {
        case .onset(let frame):
            soundSince = frame
            return .sound(frame)
        case .end(let frame): return .silence(frame + hold)
        }
    }

    /// The reason for which the input has no silence; told once.
    private var noise: Action? {
        mutating get {
            guard !isHeld, !isNoisyTold, order.noisySeconds > 0, let state, let begun else { return nil }
            let rate = Double(detector.rate)
            var words: Message?
            if isOpen, Double(state.position - soundSince) >= order.noisySeconds * rate {
                let seconds = Int((Double(state.position - soundSince) / rate).rounded())
                words = Message("there was no silence for \(seconds) s")
            } else if case .fixed = order.options.threshold, let floor = state.noiseFloor, let threshold = state.threshold,
                floor >= threshold, Double(state.position - begun) >= 8 * rate
            {
                let (noise, limit) = (Int(floor.rounded()), Int(threshold.rounded()))
                words = Message("the noise (\(noise) dB) is above the threshold (\(limit) dB)")
            }
            isNoisyTold = words != nil
            return words.map(Action.noisy)
        }
    }
}
