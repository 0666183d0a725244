// Rendering into the playback ring. Reader thread only; blocks on the disk.
internal import Dictation
internal import JackClient
internal import Playback
internal import Realtime
internal import Rings
internal import Stretch
internal import Synchronization
internal import System
internal import Threads

extension PlaybackReader {
    /// Renders one chunk; true when there may be more to do.
    mutating func fill() -> Bool {
        guard let client, awaited == nil, !isDone, !isStarved, !follow.isAwaiting, wanted(client) > 0, hasRoom(client) else {
            return false
        }
        map.forget(before: unsafe client.link.pointee.playback.readPosition)
        forgetHeard(client)
        let (time, position) = (processorTime?.seconds, unsafe client.link.pointee.playback.writePosition)
        attempt { (reader, renderer) throws(PlaybackError) in
            try reader.render(renderer)
            if reader.shouldHoldBack(renderer) { reader.holdBack(true) }
        }
        let frames = unsafe client.link.pointee.playback.writePosition - position
        if let time, let now = processorTime?.seconds { weigh(now - time, frames, client) }
        return true
    }

    /// Weighs the processor time of rendering some frames. When it is more than their length for long, the better engine gives
    /// way to the quicker one from the frame heard now on. A freewheeling server has time.
    private mutating func weigh(_ work: Double, _ frames: Int, _ client: JackClient) {
        let now = stretch
        guard !now.isBypass, unsafe !client.link.pointee.isFreewheeling.load(ordering: .relaxed) else {
            renderLoad = RenderLoad()
            return
        }
        guard renderLoad.isTooHigh(adding: work, for: Double(frames) / Double(client.rate)), limits.add(now) else { return }
        if now.engine == .finer {
            change.isWanted = true
            policy.rest()
        }
        outbox.post(.tooSlow(.tooSlow(now.engine, sampleRate: client.rate)))
    }

    /// Runs `work` with the renderer that plays. When it fails, playback ends after the frames already rendered, and the error
    /// is reported once; nothing is tried again.
    mutating func attempt(_ work: (inout PlaybackReader, TimelineRenderer) throws(PlaybackError) -> Void) {
        guard let playing, let renderer = renderers[playing] else {
            change.isWanted = false
            answerNudges(at: nil)
            end()
            return
        }
        do throws(PlaybackError) {
            try work(&self, renderer)
        } catch {
            let failed = EngineError.playback(error)
            for id in change.nudges { outbox.post(.notNudged(id: id, failed)) }
            // Forget a splice on its way too: the callback may still play it, but it is not made again.
            change = PendingChange(leavesLoop: change.leavesLoop, cost: change.cost)
            outbox.post(.failed(failed))
            end()
        }
        countBadSamples(renderer)
    }

    /// Marks the end of playback after the frames in the ring; once for each edition.
    mutating func end() {
        if !isDone { send([], isLast: true) }
    }

    /// Publishes how many samples of files were not numbers (NaN, infinite).
    private func countBadSamples(_ renderer: TimelineRenderer) {
        let now = renderer.timeline.badSamples
        guard let client, now > renderer.badSamplesTold else { return }
        unsafe client.link.pointee.badFileSamples.add(now - renderer.badSamplesTold, ordering: .relaxed)
        renderer.badSamplesTold = now
    }

    /// Renders one chunk into the ring. The caller has checked that there is room.
    mutating func render(_ first: TimelineRenderer) throws(PlaybackError) {
        // The recording before may have ended since the caller began.
        let renderer = playing.flatMap { renderers[$0] } ?? first
        let count = unsafe try buffer.withMutableFrames { (frames) throws(PlaybackError) in
            unsafe try renderer.render(into: frames)
        }
        setStarved(count == 0 && !renderer.isAtEnd)
        // Every edition needs at least one block, so that the callback can go to it and wait there.
        if isStarved, map.start(of: edition) != nil { return }
        let isAtEnd = renderer.isAtEnd
        send(renderer.pieces, isLast: isAtEnd && !goesOn)
        if isAtEnd, goesOn { try beginNext() }
    }

    /// Notes that a take being recorded has no more frames for now, and tells the callback.
    mutating func setStarved(_ isStarved: Bool) {
        self.isStarved = isStarved
        unsafe client?.link.pointee.isReaderStarved.store(isStarved, ordering: .relaxed)
    }

    /// Writes the first frames of `buffer` to the ring, with one block for each piece.
    private mutating func send(_ pieces: [TimelineRenderer.Piece], isLast: Bool) {
        if isLast { isDone = true }
        guard let client else { return }
        var offset = 0
        for (index, piece) in pieces.enumerated() {
            let start = offset
            let position = unsafe client.link.pointee.playback.writePosition
            unsafe client.link.pointee.playback.write(piece.count) { buffer[start + $0] }
            offset += piece.count
            send(
                PlaybackBlock(
                    position: position, count: piece.count, timeline: piece.timeline, step: piece.step,
                    generation: generation, edition: edition, isLast: isLast && index == pieces.count - 1,
                    follows: generation != follow.plan.base), client)
        }
        if pieces.isEmpty { sendEmpty(isLast: isLast, client) }
        unsafe client.link.pointee.readerProgress.tell()
    }

    /// Sends a block without frames, which carries a position or the end.
    private mutating func sendEmpty(isLast: Bool, _ client: JackClient) {
        let position = unsafe client.link.pointee.playback.writePosition
        let timeline = map.timeline(at: position, of: edition) ?? playing.flatMap { renderers[$0] }?.place ?? 0
        send(
            PlaybackBlock(
                position: position, count: 0, timeline: timeline, step: 1, generation: generation, edition: edition,
                isLast: isLast, follows: generation != follow.plan.base), client)
    }

    /// Sends a block, and notes it in the map.
    private mutating func send(_ block: PlaybackBlock, _ client: JackClient) {
        map.add(block)
        let isSent = unsafe client.link.pointee.blocks.push(block)
        // `hasRoom` keeps places free. Without its block, frames would never be heard and never be given back.
        precondition(isSent, "the block ring has more places than the playback ring has chunks")
    }

    /// Frames missing of those kept ahead of the playhead: half a second or four periods, whichever is longer.
    private func wanted(_ client: JackClient) -> Int {
        let ring = unsafe client.link.pointee.playback.capacity
        let ahead = min(max(client.rate / 2, 4 * client.bufferSize), ring / 2)
        let written = unsafe client.link.pointee.playback.writePosition
        let heard = unsafe client.link.pointee.playback.readPosition
        let origin = map.start(of: edition) ?? written
        return ahead - (written - max(heard, origin))
    }

    /// True when the rings have room for a chunk and its blocks.
    func hasRoom(_ client: JackClient) -> Bool {
        let blocks = unsafe client.link.pointee.blocks.writableCount
        let frames = unsafe client.link.pointee.playback.writableCount
        return blocks > 64 && frames >= PlaybackReader.chunk
    }

    /// Milliseconds until the next turn: many when nothing moves, few while a splice or stale sound is in the ring, otherwise a
    /// part of the frames ahead.
    var sleepTime: Int {
        guard let client, playing != nil else { return 10_000 }
        if awaited != nil || change.isOpen { return 5 }
        guard !isDone, !isStarved, !follow.isAwaiting else { return 10_000 }
        return wanted(client) > 0 ? 2 : 100
    }
}
