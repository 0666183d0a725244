// The bed. Control loop only.
internal import Dictation
internal import JackClient
internal import Realtime
internal import System

extension CueDesk {
    /// Length of the bed's fades in seconds.
    static let bedFade = 0.02

    /// Plays another bed from now on, or none. `answer` is called once, when its first frames are heard. Throws without a JACK
    /// server.
    func setBed(_ source: BedSource?, level: Double, _ answer: Answer? = nil) throws(EngineError) {
        let client = try jack.graph().client
        let before = bed?.answer
        bed?.answer = nil
        before?(.failure(.wrongState("A later bed replaced this one")))
        guard let source else {
            bed = nil
            pushBed(0, client)
            bedPlayer.post(.end)
            answer?(.success([:]))
            return
        }
        if bed?.source == source, bed?.isReady == true {
            bed?.level = level
            pushBed(level, client)
            answer?(.success([:]))
            return
        }
        bed = Bed(id: nextBed, source: source, level: level, answer: answer)
        bedPlayer.post(.begin(id: nextBed, source))
        nextBed &+= 1
    }

    /// Holds the bed at its place, or lets it go on.
    func holdBed(_ isHeld: Bool) {
        guard let bed, bed.isReady, let client = jack.client else { return }
        pushBed(isHeld ? Decibel.floor : bed.level, client)
    }

    /// Fades the old bed out, then the new one in.
    func bedIsReady(_ id: UInt32, _ position: Int) {
        guard bed?.id == id, let client = jack.client, let time = jack.time else { return }
        bed?.isReady = true
        let ramp = Int(CueDesk.bedFade * Double(client.rate))
        push(.bed(level: 0, ramp: ramp), client)
        // The callback has the first command after a period at the latest, so the old bed has faded out before the change.
        let change = time.now + Int64(ramp + 2 * client.bufferSize)
        push(.bed(level: Decibel.factor(bed?.level ?? Decibel.floor), at: change, ramp: ramp, position: position), client)
        let answer = bed?.answer
        bed?.answer = nil
        answer?(.success([:]))
    }

    /// Drops a bed that cannot be read.
    func bedIsRefused(_ id: UInt32, _ error: EngineError) {
        guard let refused = bed, refused.id == id else { return }
        bed = nil
        if let client = jack.client { pushBed(Decibel.floor, client) }
        if let answer = refused.answer {
            answer(.failure(error))
        } else {
            board.report("the bed has ended: \(error)", of: "bed")
        }
    }

    /// Begins the bed again for a new client.
    func restoreBed() {
        guard let bed else { return }
        bedPlayer.post(.begin(id: bed.id, bed.source))
    }

    /// Ramps the bed to a level in dB.
    private func pushBed(_ level: Double, _ client: JackClient) {
        push(.bed(level: Decibel.factor(level), ramp: Int(CueDesk.bedFade * Double(client.rate))), client)
    }
}
