// Takes that wait for their first sound. Writer thread only; blocks on the disk.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Storage
internal import System
internal import Threads

extension TakeWriter {
    /// Arms a take: it begins with the next sound. Its file is made then, so that nothing is left of a take without one.
    mutating func arm(_ request: TakeRequest) {
        guard let order = request.voice, let rate = stream?.rate else { return outbox.post(.refused(id: request.id, .noServer)) }
        do throws(EngineError) {
            try request.check(in: library, reserve: reserve)
        } catch {
            return outbox.post(.refused(id: request.id, error))
        }
        armed = request
        armedEdges = []
        isHeld = false
        lastProgress = Moment.now
        progress.clear(part: request.part)
        gate = VoiceGate(order, rate: rate, from: request.startFrame, opens: false)
        stream?.rewind()
        outbox.post(.armed(id: request.id))
    }

    /// Follows a change of the recording that the armed take goes into, or in which a take is to continue.
    mutating func follow(_ name: String?) {
        if let name {
            coming?.name = name
        } else {
            coming = nil
            isHeld = false
        }
        guard armed?.addsToRecording == true, take == nil else { return }
        guard let name else { return disarm(.stopped) }
        armed?.name = name
    }

    /// Listens for the sound that begins the armed take, up to ring position `end`.
    mutating func awaitSound(before end: Int) {
        while take == nil, armed != nil, let piece = stream?.next(before: end) {
            switch piece {
            case .gap(let missed, let lost, let frame): _ = gate?.skip(to: frame + missed + lost)
            case .sound(let position, let count, let frame):
                guard let samples = unsafe stream?.samples(position, count) else { break }
                if wave.isWatched || loudness.isWatched, frame >= gate?.position ?? frame, let rate = stream?.rate {
                    unsafe wave.add(samples, ofInputs: frame, rate: rate)
                    unsafe loudness.add(samples, ofInputs: rate)
                }
                unsafe awaitSound(samples, at: frame)
            }
            if take == nil { stream?.release() }
            tellProgress()
            lastProgress = Moment.now
        }
        publishGate()
        guard take == nil, let stop = armedStop, let rate = stream?.rate else { return }
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
        if request.voice?.isNamed == false, !request.addsToRecording {
            request.name = (Timestamp(iso8601: request.created) ?? Timestamp.now).name
            request.splits = request.splits?.named(request.name)
        }
        guard begin(request) else {
            armed = nil
            armedEdges = []
            self.gate = nil
            return
        }
        let later = armedEdges.filter { $0.frame > onset }
        for edge in later { take?.add(edge) }
        turnResumes(later, opens: true)
        armedEdges = []
        next = request.voice?.splits == true ? armed : nil
        armed = nil
        stream?.rewind()
    }

    /// Ends an armed take that never began.
    mutating func disarm(_ reason: Segment.EndReason) {
        guard let request = armed else { return }
        let threshold = gate?.threshold
        armed = nil
        armedEdges = []
        gate = nil
        publishGate()
        outbox.post(.unheard(id: request.id, reason, threshold: threshold))
    }

    /// Stop of the armed take, while its frame is to come.
    var armedStop: Take.Edge? { armedEdges.first(where: \.isStop) }

    /// Carries out a change by hand of an armed take that has not begun; false when there is none.
    mutating func obeyArmed(_ edge: Take.Edge) -> Bool {
        guard take == nil, armed != nil else { return false }
        switch edge.kind {
        case .pause: gate?.turn(at: edge.frame, isHeld: true, opens: false)
        case .resume: gate?.turn(at: edge.frame, isHeld: false, opens: false)
        case .stop: break
        case .start, .split: return true
        }
        armedEdges.add(edge)
        return true
    }

    /// Cancels the pause or resume of an armed take at that frame.
    mutating func withdrawArmed(_ frame: Int64) { armedEdges.removeAll { $0.frame == frame && !$0.isStop } }

    /// Tells the gate anew of resumes to come: only a take that has begun goes on without a sound.
    mutating func turnResumes(_ edges: [Take.Edge], opens: Bool) {
        for edge in edges {
            guard case .resume = edge.kind else { continue }
            gate?.withdraw(edge.frame)
            gate?.turn(at: edge.frame, isHeld: false, opens: opens)
        }
    }
}
