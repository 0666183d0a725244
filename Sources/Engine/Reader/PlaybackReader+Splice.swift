internal import JackClient
// Changes while playing. The reader's worker alone.
internal import Playback
internal import Realtime
internal import Rings
internal import Stretch

/// Every change of rate, pitch, loop or place is a splice: a few periods ahead of what is heard, the recording goes on from the
/// same place in the new way. So the ring can be long (nothing underruns) and a change is heard soon.
extension PlaybackReader {
    /// The way the renderer goes: no loop while cueing, or where the playhead was put past it.
    var route: Route {
        Route(loop: settings.scan == nil && !change.leavesLoop ? settings.loop : nil, scan: settings.scan)
    }

    /// Settings that are played: slower than those asked for where a take that is being written has been caught up.
    var stretch: StretchSettings {
        var stretch = settings.stretch
        if isHeldBack { stretch.rate = min(1, stretch.rate) }
        return stretch
    }

    mutating func adopt(_ wanted: PlaySettings) {
        guard wanted != settings else { return }
        if wanted.loop != settings.loop {
            change.entersLoop = wanted.loop != nil
            change.leavesLoop = false
        }
        if wanted.loop != settings.loop || wanted.scan != settings.scan { change.isSamePlace = false }
        // The first leap of a cue or review at once: that is how a held key answers.
        if settings.scan == nil, let scan = wanted.scan { change.shift += scan.step }
        settings = wanted
        change.isWanted = true
    }

    /// Makes the splice that was asked for. One at a time: while one is on its way to be heard, what else is asked for waits
    /// those few ms, and only the last of it counts.
    mutating func spliceIfDue() {
        guard change.isOpen, let client, playing != nil else {
            change.isWanted = false
            answerNudges(at: nil)
            return
        }
        guard awaited == nil else { return }
        let telemetry = unsafe Telemetry(client.link.pointee.clockPage)
        let isHeard = telemetry.isRolling && telemetry.generation == generation
        var base = edition
        if let sent = change.sent {
            if isTaken(sent, client) {
                change.sent = nil
                map.keepOnly([edition])
            } else if isHeard || sent.at <= (unsafe client.link.pointee.playback.readPosition) {
                return
            } else {
                // Paused before it came to it: from where the playhead stands, then.
                base = sent.from
                change.shift += sent.shift
                change.entersLoop = change.entersLoop || sent.entersLoop
                change.isWanted = true
            }
        }
        // Without room it waits: the callback leaves what is stale, or what was heard.
        guard change.isWanted, hasRoom(client) else { return }
        let start = Moment.now
        attempt { (reader, renderer) throws(PlaybackError) in try reader.splice(renderer, from: base, isHeard: isHeard, client) }
        if isHeard { change.cost = max(Moment.now.seconds(since: start), change.cost * 0.9) }
    }

    /// The callback gives back what it has left: then the new edition is what it hears.
    private func isTaken(_ sent: PendingChange.Sent, _ client: JackClient) -> Bool {
        guard let start = map.start(of: sent.to) else { return true }
        return unsafe client.link.pointee.playback.readPosition >= start
    }

    private mutating func splice(_ renderer: TimelineRenderer, from base: UInt32, isHeard: Bool, _ client: JackClient)
        throws(PlaybackError)
    {
        let origin = map.start(of: base) ?? 0
        let heard = max(unsafe client.link.pointee.playback.readPosition, origin)
        let lead = isHeard ? leadFrames(client) : 0
        // Little of the old may be there yet: a little more of it is made first.
        while base == edition, !isDone, !isStarved, hasRoom(client),
            (map.end(of: base) ?? heard) < heard + lead + renderer.fadeFrames
        {
            try render(renderer)
        }
        let end = map.end(of: base) ?? heard
        let at = min(heard + lead, end)
        let old = isHeard ? copy(from: at, to: min(end, at + renderer.fadeFrames), client) : []
        var place = (map.timeline(at: at, of: base) ?? renderer.place) + Double(change.shift)
        place = min(max(0, place), Double(renderer.timeline.length))
        if change.shift != 0, let loop = settings.loop { change.leavesLoop = place >= Double(loop.b) }
        if change.entersLoop, let loop = settings.loop, place >= Double(loop.b) { place = Double(loop.a) }

        let isSamePlace = change.isSamePlace && change.shift == 0 && isHeard
        try unsafe old.withFrames { (frames) throws(PlaybackError) in
            unsafe try renderer.splice(
                from: frames, at: place, route: route, settings: stretch, isSamePlace: isSamePlace)
        }
        edition &+= 1
        isDone = false
        let block = unsafe client.link.pointee.blocks.writePosition
        renderFirst(renderer)
        let splice = Splice(from: base, at: at, to: edition, block: block)
        // One at a time, and taken back at once when paused: the ring of 64 is never full.
        let isSent = unsafe client.link.pointee.splices.push(splice)
        assert(isSent)
        let shift = change.shift
        answerNudges(at: place)
        let sent = PendingChange.Sent(
            from: base, to: edition, at: at, shift: shift, entersLoop: change.entersLoop)
        change = PendingChange(leavesLoop: change.leavesLoop, cost: change.cost, sent: sent)
    }

    /// The first block of an edition, be it its end: that is where the callback is sent.
    private mutating func renderFirst(_ renderer: TimelineRenderer) {
        do throws(PlaybackError) {
            try render(renderer)
        } catch {
            outbox.post(.failed(.playback(error)))
            end()
        }
    }

    /// Frames until a splice made now is heard: a period that may begin right away, and the time it takes to make it.
    private func leadFrames(_ client: JackClient) -> Int {
        let work = Int((change.cost * 1.5 + 0.002) * Double(client.rate))
        return client.bufferSize + min(work, client.rate / 10)
    }

    /// Frames that would have been heard; they stay in the ring until the callback has left them.
    private func copy(from start: Int, to end: Int, _ client: JackClient) -> [Frame] {
        guard end > start else { return [] }
        return (start..<end).map { unsafe client.link.pointee.playback[$0] }
    }

    mutating func answerNudges(at place: Double?) {
        for id in change.nudges { outbox.post(.nudged(id: id, to: place)) }
        change.nudges = []
        change.shift = 0
    }
}
