// The bed. Control loop only.
internal import Dictation
internal import JackClient
internal import Messages
internal import Player
internal import Realtime
internal import System
internal import Threads

extension CueDesk {
    /// Length of the bed's fades in seconds.
    static let bedFade = 0.02

    /// Plays another bed from now on. `answer` is called once, when its first frames are heard. The one before goes on until then, and
    /// stays if the new one is refused. Throws without a JACK server.
    func setBed(_ source: BedSource, level: Double, _ answer: Answer? = nil) throws(EngineError) {
        let client = try jack.graph().client
        failBed(tr("A later bed replaced this one"))
        if bed?.source == source, bed?.isReady == true {
            bed?.level = level
            bed?.isHeld = false
            pushBed(level, client)
            answer?(.success([:]))
            return
        }
        if let bed { formerBeds.append(bed) }
        bed = Bed(id: nextBed, source: source, level: level, answer: answer)
        bedPlayer.post(.begin(id: nextBed, source))
        nextBed &+= 1
    }

    /// Sets the level of the bed in dB; a held bed stays silent.
    func setBedLevel(_ level: Double) {
        bed?.level = level
        showBed()
    }

    /// Ends the bed. Without a JACK server too: the bed then does not come back with the server.
    func endBed() {
        failBed(tr("The bed was ended before it began"))
        (bed, formerBeds) = (nil, [])
        bedPlayer.post(.end)
        if let client = jack.client { pushBed(Decibel.floor, client) }
    }

    /// Holds the bed at its place, or lets it go on.
    func holdBed(_ isHeld: Bool) {
        bed?.isHeld = isHeld
        for index in formerBeds.indices { formerBeds[index].isHeld = isHeld }
        showBed()
    }

    /// Handles an event of the bed thread.
    func handle(_ event: BedPlayer.Event) {
        switch event {
        case .detached: jack.released()
        case .ready(let id, let position): bedIsReady(id, position)
        case .crowded(let id, let position): makeRoom(id, position)
        case .refused(let id, let error, let kept): bedIsRefused(id, error, kept)
        }
    }

    /// Fades the old bed out, then the new one in.
    private func bedIsReady(_ id: UInt32, _ position: Int) {
        guard let client = jack.client else { return }
        if let index = formerBeds.firstIndex(where: { $0.id == id }) {
            // It plays until the one after it is opened, and stays if that one is refused.
            formerBeds[index].isReady = true
            return pushBed(formerBeds[index].heardLevel, client, from: position)
        }
        guard let ready = bed, ready.id == id else { return }
        formerBeds = []
        bed?.isReady = true
        pushBed(ready.heardLevel, client, from: position)
        bed?.answer = nil
        ready.answer?(.success([:]))
    }

    /// Fades the old bed out, and drops what lies before the new one, which then finds room.
    private func makeRoom(_ id: UInt32, _ position: Int) {
        guard bed?.id == id || formerBeds.contains(where: { $0.id == id }), let client = jack.client else { return }
        pushBed(Decibel.floor, client, from: position)
    }

    /// Drops a bed that cannot be read. The one that the bed thread still has goes on.
    private func bedIsRefused(_ id: UInt32, _ error: EngineError, _ kept: UInt32?) {
        if let refused = formerBeds.firstIndex(where: { $0.id == id }) {
            formerBeds.remove(at: refused)
            return
        }
        guard let refused = bed, refused.id == id else { return }
        bed = formerBeds.first { $0.id == kept }
        formerBeds = []
        if bed != nil {
            showBed()
        } else if let client = jack.client {
            pushBed(Decibel.floor, client)
        }
        if let answer = refused.answer {
            answer(.failure(error))
        } else {
            board.report(bed == nil ? "the bed has ended: \(error)" : "the bed stays as it was: \(error)", of: "bed")
        }
    }

    /// Begins the bed again for a new client.
    func restoreBed() {
        guard let bed else { return }
        bedPlayer.post(.begin(id: bed.id, bed.source))
    }

    /// Fails the caller that waits for the present bed.
    private func failBed(_ words: String) {
        let answer = bed?.answer
        bed?.answer = nil
        answer?(.failure(.wrongState(words)))
    }

    /// Ramps a bed that plays to the level at which it is to be heard.
    private func showBed() {
        guard let bed, bed.isReady, let client = jack.client else { return }
        pushBed(bed.heardLevel, client)
    }

    /// Ramps the bed to a level in dB: the present one, or the one that begins at a position of the ring, once the present one has
    /// faded out.
    private func pushBed(_ level: Double, _ client: JackClient, from position: Int? = nil) {
        let ramp = Int(CueDesk.bedFade * Double(client.rate))
        push(.bed(level: Decibel.factor(level), ramp: ramp, position: position), client)
    }
}
