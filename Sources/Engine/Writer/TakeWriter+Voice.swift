// Takes that begin, pause and go on by their sound. Writer thread only; blocks on the disk.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Storage
internal import Synchronization
internal import System

extension TakeWriter {
    /// Arms a take: it begins with the next sound. Its file is made then, so that nothing is left of a take without one.
    mutating func arm(_ request: TakeRequest) {
        guard let order = request.voice, let rate = client?.rate else { return outbox.post(.refused(id: request.id, .noServer)) }
        do throws(EngineError) {
            try request.check(in: library, reserve: reserve)
        } catch {
            return outbox.post(.refused(id: request.id, error))
        }
        armed = request
        armedStop = nil
        lastProgress = Moment.now
        progress.clear(part: request.part)
        gate = VoiceGate(order, rate: rate, from: request.startFrame, opens: false)
        stream?.rewind()
        outbox.post(.armed(id: request.id))
    }

    /// Follows a change of the recording that the armed take goes into.
    mutating func follow(_ name: String?) {
        guard armed?.isPart == true, take == nil else { return }
        guard let name else { return disarm(.stopped) }
        armed?.name = name
    }

    /// Makes the gate of a take that has begun otherwise than by its first sound.
    mutating func makeGate(_ request: TakeRequest) {
        guard armed == nil else { return }
        gate = nil
        guard let order = request.voice, let rate = client?.rate else { return }
        let isContinued = request.earlier != nil
        gate = VoiceGate(
            order, rate: rate, from: request.startFrame, isHeld: isContinued && request.isPaused, opens: !isContinued)
        if isContinued { gate?.pausedAt = request.startFrame }
    }

    /// Listens for the sound that begins the armed take, up to ring position `end`.
    mutating func awaitSound(before end: Int) {
        while take == nil, armed != nil, let part = stream?.next(before: end) {
            switch part {
            case .gap(let missed, let lost, let frame): _ = gate?.skip(to: frame + missed + lost)
            case .sound(let position, let count, let frame):
                guard let samples = unsafe stream?.samples(position, count) else { break }
                if wave.isWatched, frame >= gate?.position ?? frame, let rate = client?.rate {
                    unsafe wave.add(samples, ofInputs: frame, rate: rate)
                }
                unsafe awaitSound(samples, at: frame)
            }
            if take == nil { stream?.release() }
            progressWake.wake()
            lastProgress = Moment.now
        }
        publishGate()
        guard take == nil, let stop = armedStop, let rate = client?.rate else { return }
        let ahead = max(0, stop.frame - (gate?.position ?? stop.frame))
        // A server that stands still never delivers the frame of the stop.
        let isStalled = Moment.now.seconds(since: lastProgress) > 1 + Double(ahead) / Double(rate)
        if ahead == 0 || isStalled { disarm(.stopped) }
    }

    private mutating func awaitSound(_ samples: UnsafeBufferPointer<Frame>, at frame: Int64) {
        var done = 0
        while done < samples.count, take == nil, armed != nil {
            let heard = unsafe gate?.listen(UnsafeBufferPointer(rebasing: samples[done...]), at: frame + Int64(done))
            done += heard?.count ?? samples.count
            switch heard?.action {
            case .sound(let onset): begin(with: onset)
            case .noisy(let words): tellNoisy(words)
            case .silence, nil: break
            }
        }
    }

    /// Begins the armed take with the sound at extended JACK frame `onset`.
    private mutating func begin(with onset: Int64) {
        guard var request = armed, let gate else { return }
        if let stop = armedStop, stop.frame <= onset { return disarm(.stopped) }
        let lead = max(gate.lead, request.preRollFrames)
        request.startFrame = onset
        request.preRollFrames = max(0, min(lead, onset - max(gate.notBefore, stream?.oldest ?? onset)))
        request.created = time(of: onset - request.preRollFrames) ?? request.created
        if request.voice?.isNamed == false, !request.isPart {
            request.name = (Timestamp(iso8601: request.created) ?? Timestamp.now).name
        }
        guard begin(request) else {
            armed = nil
            self.gate = nil
            return
        }
        if let armedStop { take?.add(armedStop) }
        armedStop = nil
        next = request.voice?.splits == true ? armed : nil
        armed = nil
        stream?.rewind()
    }

    /// Ends an armed take that never began.
    mutating func disarm(_ reason: Segment.EndReason) {
        guard let request = armed else { return }
        let threshold = gate?.threshold
        armed = nil
        armedStop = nil
        gate = nil
        publishGate()
        outbox.post(.unheard(id: request.id, reason, threshold: threshold))
    }

    /// Arms the next recording when silence has ended the one before. Call after the take was closed.
    mutating func armNext(after take: Take) {
        guard var request = next, take.endReason == .stopped, let end = take.stoppedAt, end == splitAt else {
            gate = nil
            next = nil
            splitAt = nil
            publishGate()
            return
        }
        splitAt = nil
        request.limitFrames = request.limitFrames.map { $0 - take.framesWritten }
        armed = request
        next = nil
        progress.clear(part: request.part)
        gate?.notBefore = end
        gate?.clear()
        stream?.rewind()
    }

    /// True when the take that is about to be closed goes on in another recording.
    func splits(_ take: Take) -> Bool {
        next != nil && take.endReason == .stopped && take.stoppedAt != nil && take.stoppedAt == splitAt
    }

    /// Carries out a change by hand of an armed take that has not begun; false when there is none.
    mutating func obeyArmed(_ edge: Take.Edge) -> Bool {
        guard take == nil, armed != nil else { return false }
        switch edge.kind {
        case .pause: gate?.turn(at: edge.frame, isHeld: true, opens: false)
        case .resume: gate?.turn(at: edge.frame, isHeld: false, opens: false)
        case .stop: armedStop = edge
        case .start, .split: break
        }
        return true
    }

    /// Tells the gate of a change by hand of the open take.
    mutating func turnGate(_ edge: Take.Edge) {
        switch edge.kind {
        case .pause:
            take?.withdrawChanges(after: edge.frame)
            gate?.turn(at: edge.frame, isHeld: true, opens: false)
        case .resume: gate?.turn(at: edge.frame, isHeld: false, opens: true)
        case .start, .stop, .split: break
        }
    }

    // MARK: The open take

    /// Listens to one part of the stream, and hands the take the frames whose edges are known.
    mutating func hear(_ part: CaptureStream.Part, for take: Take) throws(StorageError) {
        gate?.keep(part)
        switch part {
        case .gap(let missed, let lost, let frame): act(gate?.skip(to: frame + missed + lost), take)
        case .sound(let position, let count, let frame):
            guard let samples = unsafe stream?.samples(position, count) else { break }
            var done = 0
            while done < count {
                let heard = unsafe gate?.listen(UnsafeBufferPointer(rebasing: samples[done...]), at: frame + Int64(done))
                done += heard?.count ?? count
                act(heard?.action, take)
                // The sound after a split belongs to the next recording, which listens from here on.
                if splitAt != nil { break }
            }
        }
        // Without a closure: Swift 6.3.1 crashes on one that reads `gate` here when it optimises.
        var isKnown = false
        if let stop = take.stopFrame, let position = gate?.position { isKnown = position >= stop }
        try pass(before: isKnown ? .max : gate?.passed ?? .max)
        publishGate()
    }

    /// Carries out a consequence of the sound.
    private mutating func act(_ action: VoiceGate.Action?, _ take: Take) {
        switch action {
        case .sound(let onset):
            guard let pausedAt = gate?.pausedAt else { return }
            let resumed = onset - (gate?.lead ?? 0)
            if resumed > pausedAt {
                take.add(Take.Edge(frame: resumed, kind: .resume, time: time(of: resumed)))
            } else {
                // The lead reaches back into what is written: the sound was never away.
                take.withdraw(pausedAt)
            }
            gate?.pausedAt = nil
            outbox.post(.voice(id: take.request.id, isOpen: true))
        case .silence(let frame):
            if next != nil {
                splitAt = frame
                take.add(Take.Edge(frame: frame, kind: .stop(.stopped)))
            } else {
                take.add(Take.Edge(frame: frame, kind: .pause))
                gate?.pausedAt = frame
                outbox.post(.voice(id: take.request.id, isOpen: false))
            }
        case .noisy(let words): tellNoisy(words)
        case nil: break
        }
    }

    /// Hands the take all frames that the gate holds: no edge can come any more.
    mutating func passAll() {
        guard take != nil, gate != nil else { return }
        do throws(StorageError) {
            try pass(before: .max)
        } catch {
            troubles.append(.storage(error))
        }
    }

    /// Hands over frames before extended JACK frame `limit`; a split may begin the next part of the take meanwhile.
    private mutating func pass(before limit: Int64) throws(StorageError) {
        while let take, take.state != .ended, let part = gate?.takePart(before: limit) { try feed(part) }
    }

    // MARK: Telling

    private func tellNoisy(_ words: String) {
        guard let id = take?.request.id ?? armed?.id else { return }
        outbox.post(.noisy(id: id, words))
    }

    /// Publishes the state of the gate for other threads.
    func publishGate() {
        progress.voice.store(gate.map { $0.isOpen && !$0.isHeld ? 2 : 1 } ?? 0, ordering: .relaxed)
        let threshold = Float(gate?.threshold ?? Decibel.floor).bitPattern
        let level = Float(gate?.level ?? Decibel.floor).bitPattern
        progress.voiceLevels.store(UInt64(threshold) | UInt64(level) << 32, ordering: .relaxed)
    }

    /// Time of day at an extended JACK frame in ISO 8601; nil without a client.
    func time(of frame: Int64) -> String? {
        guard client != nil else { return nil }
        let age = Double(Int64(bitPattern: Clock.sinceBoot.nanoseconds &- wallTime(of: frame))) / 1e9
        let now = Clock.wall.now
        let seconds = Double(now.seconds) + Double(now.nanoseconds) / 1e9 - max(0, age)
        return Timestamp(seconds: Int(seconds.rounded(.down))).iso8601
    }
}
