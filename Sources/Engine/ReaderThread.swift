// Room: Engine. Made by the control loop; everything but `post` runs on the reader thread.
internal import Deck
internal import Dictation
internal import Glibc
internal import JackClient
internal import Realtime
internal import Rings
internal import Storage
internal import Stretch
internal import Synchronization

/// The disk side of playing: renders the loaded recording from the playhead on and keeps the playback ring half full.
///
/// Half, so that after a locate the new sound fits in beside the old, which goes on until the new is there. Each locate is
/// answered with at least one block, be it an empty last one: a freewheeling callback waits for that.
final class ReaderThread: @unchecked Sendable {
    static let chunk = 1024

    let wake: WakeSemaphore
    private let progressWake: WakeSemaphore
    private let inbox: Mailbox<ReaderMessage>
    let outbox: Mailbox<ReaderEvent>
    private let quality: Resampler.Quality

    // Reader thread's own.
    var client: JackClient?
    /// What was loaded and may still be asked for.
    var decks: [UInt64: Deck] = [:]
    /// What the playback ring is fed from.
    var playing: UInt64?
    var generation: UInt32 = 0
    var edition: UInt32 = 0
    var map = RingMap()
    var settings = PlaySettings()
    /// Nothing more to render: the end, or nothing was asked for.
    var isDone = true
    /// Start of a locate whose first block found no room yet. A later locate takes its place: only the last one counts.
    private(set) var awaited: Int64?
    /// Nothing more to render for now: a take that is being written has no more yet.
    var isStarved = false
    var change = PendingChange()
    var isHeldBack = false
    var buffer = [Frame](repeating: .zero, count: ReaderThread.chunk)
    private var isQuitting = false

    init(
        wake: WakeSemaphore, progressWake: WakeSemaphore, outbox: Mailbox<ReaderEvent>, quality: Resampler.Quality
    ) {
        self.wake = wake
        self.progressWake = progressWake
        self.outbox = outbox
        self.quality = quality
        inbox = Mailbox { wake.post() }
    }

    /// Any thread but JACK's.
    func post(_ message: ReaderMessage) { inbox.post(message) }

    /// Any thread but JACK's: look again, the playhead moves now.
    func nudge() { wake.post() }

    /// The thread's body; returns after `.quit`.
    func run() {
        while !isQuitting {
            wake.wait(milliseconds: sleepTime)
            repeat {
                for message in inbox.take() { obey(message) }
                beginIfRoom()
                spliceIfDue()
            } while !isQuitting && fill()
        }
    }

    private func obey(_ message: ReaderMessage) {
        switch message {
        case .attach(let client):
            self.client = client
            // Refused, a splice is late where the machine is busy.
            _ = client.makeThisThreadRealtime()
            forget()
            becomeRealtime()
        case .detach:
            client = nil
            JackClient.makeThisThreadOrdinary()
            forget()
            // Made for this client's rate.
            decks = [:]
            JackClient.makeThisThreadOrdinary()
            outbox.post(.detached)
        case .load(let id, let source):
            // To find out how long a damaged file is can take a second of work.
            JackClient.makeThisThreadOrdinary()
            load(id, source)
            becomeRealtime()
        case .unload(let id):
            decks[id] = nil
            if playing == id { forget() }
        case .locate(let load, let frame, let generation, let settings):
            self.settings = settings
            locate(load, frame, generation)
        case .settings(let wanted): adopt(wanted)
        case .nudge(let id, let frames):
            // Many of them before the next splice stay inside 64 bits.
            change.shift = max(-TimeSpan.mostFrames, min(change.shift + frames, TimeSpan.mostFrames))
            change.nudges.append(id)
            change.isWanted = true
        case .grow(let load, let frames, let isComplete): grow(load, frames, isComplete)
        case .quit: isQuitting = true
        }
    }

    /// Right after a splice there is little ahead of what is heard, and other programs' work must not hold up the rest.
    /// Refused, it works as well as the machine is quiet.
    private func becomeRealtime() { _ = client?.makeThisThreadRealtime() }

    private func forget() {
        playing = nil
        awaited = nil
        isDone = true
        setStarved(false)
        map.clear()
        change = PendingChange()
    }

    private func load(_ id: UInt64, _ source: TapeSource) {
        guard let rate = client?.rate else {
            outbox.post(.refused(id: id, .noServer))
            return
        }
        do throws(DeckError) {
            let tape = try source.open()
            decks[id] = try Deck(tape: tape, outputRate: rate, quality: quality)
            outbox.post(.loaded(id: id, tape.info))
        } catch {
            outbox.post(.refused(id: id, .deck(error)))
        }
    }

    private func locate(_ load: UInt64, _ frame: Int64, _ generation: UInt32) {
        self.generation = generation
        playing = load
        edition &+= 1
        isDone = false
        setStarved(false)
        isHeldBack = false
        answerNudges(at: nil)
        change = PendingChange(cost: change.cost)
        // A locate past the loop plays straight on.
        change.leavesLoop = settings.loop.map { frame >= $0.b } ?? false
        awaited = frame
        beginIfRoom()
    }

    /// Renders the first block of the locate that came last. Without room for it nothing is written: the callback leaves what
    /// is stale, and then there is some.
    private func beginIfRoom() {
        guard let frame = awaited, let client, hasRoom(client) else { return }
        awaited = nil
        attempt { (deck) throws(DeckError) in
            try deck.begin(at: Double(frame), route: route, settings: stretch)
            try render(deck)
        }
    }

    // MARK: Filling

    /// One chunk; true when there is more to do.
    private func fill() -> Bool {
        guard let client, awaited == nil, !isDone, !isStarved, wanted(client) > 0, hasRoom(client) else { return false }
        map.forget(before: unsafe client.link.pointee.playback.readPosition)
        attempt { (deck) throws(DeckError) in
            try render(deck)
            if shouldHoldBack(deck) { holdBack(true) }
        }
        return true
    }

    /// Does it with the deck that plays; where that fails playback ends with what has been rendered, and the control loop is
    /// told why, once: what was asked for is given up.
    func attempt(_ work: (Deck) throws(DeckError) -> Void) {
        guard let playing, let deck = decks[playing] else {
            end()
            return
        }
        do throws(DeckError) {
            try work(deck)
        } catch {
            let failed = EngineError.deck(error)
            for id in change.nudges { outbox.post(.notNudged(id: id, failed)) }
            // Also a splice on its way: it is heard if the callback comes to it, and nothing is made of it again.
            change = PendingChange(leavesLoop: change.leavesLoop, cost: change.cost)
            outbox.post(.failed(failed))
            end()
        }
        countBadSamples(deck)
    }

    /// Nothing follows what is in the ring; said once for an edition.
    func end() {
        if !isDone { send([], isLast: true) }
    }

    /// Publishes how many samples of files were no numbers.
    private func countBadSamples(_ deck: Deck) {
        let now = deck.tape.badSamples
        guard let client, now > deck.badSamplesTold else { return }
        unsafe client.link.pointee.badFileSamples.add(now - deck.badSamplesTold, ordering: .relaxed)
        deck.badSamplesTold = now
    }

    /// Renders a chunk into the ring. The callers have seen that there is room.
    func render(_ deck: Deck) throws(DeckError) {
        let count = unsafe try buffer.withMutableFrames { (frames) throws(DeckError) in unsafe try deck.render(into: frames) }
        setStarved(count == 0 && !deck.isAtEnd)
        // Of every edition there is a block, so that the callback can go there and wait.
        if isStarved, map.start(of: edition) != nil { return }
        send(deck.pieces, isLast: deck.isAtEnd)
    }

    func setStarved(_ isStarved: Bool) {
        self.isStarved = isStarved
        unsafe client?.link.pointee.isReaderStarved.store(isStarved, ordering: .relaxed)
    }

    /// Writes the first frames of the buffer as blocks.
    private func send(_ pieces: [Deck.Piece], isLast: Bool) {
        if isLast { isDone = true }
        guard let client else { return }
        var offset = 0
        for (index, piece) in pieces.enumerated() {
            let start = offset
            let position = unsafe client.link.pointee.playback.writePosition
            unsafe client.link.pointee.playback.write(piece.count) { buffer[start + $0] }
            offset += piece.count
            map.add(
                RingMap.Piece(
                    position: position, count: piece.count, timeline: piece.timeline, step: piece.step, edition: edition))
            push(
                PlaybackBlock(
                    position: position, count: piece.count, timeline: piece.timeline, step: piece.step,
                    generation: generation, edition: edition, isLast: isLast && index == pieces.count - 1), client)
        }
        if pieces.isEmpty { sendEmpty(isLast: isLast, client) }
        progressWake.post()
    }

    /// A place, or the end, where no frame is there to carry it.
    private func sendEmpty(isLast: Bool, _ client: JackClient) {
        let position = unsafe client.link.pointee.playback.writePosition
        let timeline = map.timeline(at: position, of: edition) ?? playing.flatMap { decks[$0] }?.place ?? 0
        map.add(RingMap.Piece(position: position, count: 0, timeline: timeline, step: 1, edition: edition))
        push(
            PlaybackBlock(
                position: position, count: 0, timeline: timeline, step: 1, generation: generation, edition: edition,
                isLast: isLast), client)
    }

    private func push(_ block: PlaybackBlock, _ client: JackClient) {
        let isSent = unsafe client.link.pointee.blocks.push(block)
        // `hasRoom` keeps places free; without the block its frames would never be heard, and never be given back.
        precondition(isSent, "the block ring has more places than the playback ring has chunks")
    }

    /// Frames that are missing to what is kept ahead of the playhead: half a second, or four periods.
    private func wanted(_ client: JackClient) -> Int {
        let ring = unsafe client.link.pointee.playback.capacity
        let ahead = min(max(client.rate / 2, 4 * client.bufferSize), ring / 2)
        let written = unsafe client.link.pointee.playback.writePosition
        let heard = unsafe client.link.pointee.playback.readPosition
        let origin = map.start(of: edition) ?? written
        return ahead - (written - max(heard, origin))
    }

    func hasRoom(_ client: JackClient) -> Bool {
        let blocks = unsafe client.link.pointee.blocks.writableCount
        let frames = unsafe client.link.pointee.playback.writableCount
        return blocks > 64 && frames >= ReaderThread.chunk
    }

    /// Long when nothing moves; short while a splice or stale sound is in the ring; else a part of what is ahead.
    private var sleepTime: Int {
        guard let client, playing != nil else { return 10_000 }
        if awaited != nil || change.isOpen { return 5 }
        guard !isDone, !isStarved else { return 10_000 }
        return wanted(client) > 0 ? 2 : 100
    }
}
