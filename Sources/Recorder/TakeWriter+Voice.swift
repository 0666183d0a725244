// Takes that pause, go on and end by their sound. Writer thread only; blocks on the disk.
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime
internal import Storage
internal import Synchronization
internal import System
internal import Threads

extension TakeWriter {
    /// Makes the gate of a take that has begun otherwise than by its first sound.
    mutating func makeGate(_ request: TakeRequest) {
        guard armed == nil else { return }
        gate = nil
        guard let order = request.voice, let rate = stream?.rate else { return }
        let isContinued = request.earlier != nil
        gate = VoiceGate(
            order, rate: rate, from: request.startFrame, isHeld: isContinued && request.isPaused, opens: !isContinued)
        if isContinued { gate?.pausedAt = request.startFrame }
    }

    /// Arms the next recording when silence has ended the one before. Call after the take was closed.
    mutating func armNext(after take: Take) {
        guard var request = next, splits(take), let end = take.stoppedAt else {
            gate = nil
            next = nil
            splitAt = nil
            publishGate()
            return
        }
        splitAt = nil
        // A split by hand may have begun further parts since the take was armed.
        request.limitFrames = take.request.limitFrames.map { $0 - take.framesWritten }
        request.part = take.request.part
        request.isWarned = take.isWarned
        armed = request
        armedEdges = take.edges.filter { !$0.isSplit }
        turnResumes(armedEdges, opens: false)
        next = nil
        progress.clear(part: request.part)
        gate?.notBefore = end
        gate?.clear()
        stream?.rewind()
    }

    /// True when silence has ended the take, which goes on in another recording: its limit is not reached.
    func splits(_ take: Take) -> Bool {
        next != nil && take.endReason == .stopped && take.stoppedAt != nil && take.stoppedAt == splitAt
            && take.request.limitFrames ?? .max > take.framesWritten
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

    /// Listens to one piece of the stream, and hands the take the frames whose edges are known.
    mutating func hear(_ piece: CaptureStream.Piece, for take: Take) throws(StorageError) {
        gate?.keep(piece)
        switch piece {
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
        while let take, take.state != .ended, let piece = gate?.takePiece(before: limit) { try feed(piece) }
    }

    // MARK: Telling

    func tellNoisy(_ words: Message) {
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
        let seconds = Double(now.seconds) + Double(now.nanoseconds) / 1e9 - age
        return Timestamp(seconds: Int(seconds.rounded(.down))).iso8601
    }
}
