// Changing rate, pitch, loop or place during playback. Reader thread only; blocks on the disk.
internal import JackClient
internal import Playback
internal import Realtime
internal import Rings
internal import Stretch
internal import System
internal import Threads

/// Every change of rate, pitch, loop or place is a splice: a few periods ahead of the sound heard now, the recording continues
/// from the same place in the new way. The ring can therefore be long, so that nothing underruns, and a change is still heard
/// soon.
extension PlaybackReader {
    /// Route of the renderer: without the loop during cue and review, or when the playhead was moved past the loop.
    var route: Route {
        // A place that was asked for is heard, also in a silence.
        Route(
            loop: settings.scan == nil && !change.leavesLoop ? settings.loop : nil, scan: settings.scan, gaps: settings.gaps,
            playsFirstGap: true)
    }

    /// Rate and pitch in use: at most rate 1 when playback has caught up with a take being recorded, and with the quicker engine
    /// where the machine was too slow for the better one.
    var stretch: StretchSettings {
        var stretch = settings.stretch
        if limits.exclude(stretch) { stretch.engine = .faster }
        if isHeldBack { stretch.rate = min(1, stretch.rate) }
        return stretch
    }

    /// Takes new settings; any difference requests a splice.
    mutating func adopt(_ wanted: PlaySettings) {
        guard wanted != settings else { return }
        if wanted.loop != settings.loop {
            change.entersLoop = wanted.loop != nil
            change.leavesLoop = false
        }
        if wanted.loop != settings.loop || wanted.scan != settings.scan { change.isSamePlace = false }
        // The first step of a cue or review comes at once, so that a held key responds immediately.
        if settings.scan == nil, let scan = wanted.scan { change.shift += scan.step }
        settings = wanted
        change.isWanted = true
    }

    /// Makes the splice that was requested. One splice is on its way at a time: later requests wait those few milliseconds, and
    /// only the last of them counts.
    mutating func spliceIfDue() {
        guard change.isOpen, let client, playing != nil else {
            change.isWanted = false
            answerNudges(at: nil)
            return
        }
        guard awaited == nil else { return }
        let telemetry = unsafe Telemetry(client.link.pointee.clockPage)
        let isHeard = telemetry.isRolling && isOnTheWay(telemetry.generation)
        // One look at the playhead: it may move at any moment.
        let heard = heardPlace(client)
        var base = edition
        if let sent = change.sent {
            if isTaken(sent, heard) {
                change.sent = nil
                map.keepOnly([edition])
            } else if isHeard || sent.at <= heard || heard < map.start(of: sent.from) ?? heard {
                // The callback comes to it, also from an earlier locate: it is made once.
                return
            } else {
                // Playback paused before it reached the splice: make it again from the playhead. The callback knows both if it
                // begins to play meanwhile and carries out the first one.
                base = sent.from
                change.shift += sent.shift
                change.entersLoop = change.entersLoop || sent.entersLoop
                change.isWanted = true
            }
        }
        // Without room the splice waits until the callback gives back stale or heard frames.
        guard change.isWanted, hasRoom(client) else { return }
        attempt { (reader, renderer) throws(PlaybackError) in
            try reader.splice(renderer, from: base, heard: heard, isHeard: isHeard, client)
        }
    }

    /// True once the callback plays the new edition: it has given back all frames before it.
    private func isTaken(_ sent: PendingChange.Sent, _ heard: Int) -> Bool {
        guard let start = map.start(of: sent.to) else { return true }
        return heard >= start
    }

    /// Renders the new edition from the splice point on, and tells the callback where to switch.
    private mutating func splice(
        _ renderer: TimelineRenderer, from base: UInt32, heard: Int, isHeard: Bool, _ client: JackClient
    ) throws(PlaybackError) {
        let start = Moment.now
        let heard = max(heard, map.start(of: base) ?? 0)
        let lead = isHeard ? leadFrames(client) : 0
        // The old edition must last through the lead and the fade: render more of it when it is too short.
        while base == edition, !isDone, !isStarved, !follow.isAwaiting, hasRoom(client),
            (map.end(of: base) ?? heard) < heard + lead + renderer.fadeFrames
        {
            try render(renderer)
        }
        let end = map.end(of: base) ?? heard
        let at = min(heard + lead, end)
        guard goBack(to: at), let playing, let renderer = renderers[playing] else {
            answerNudges(at: nil)
            change = PendingChange(leavesLoop: change.leavesLoop, cost: change.cost, sent: change.sent)
            return
        }
        let old = isHeard ? copy(from: at, to: min(end, at + renderer.fadeFrames), client) : []
        var place = (map.timeline(at: at, of: base) ?? renderer.place) + Double(change.shift)
        place = min(max(0, place), Double(renderer.timeline.length))
        if change.shift != 0, let loop = settings.loop { change.leavesLoop = place >= Double(loop.b) }
        if change.entersLoop, let loop = settings.loop, place >= Double(loop.b) { place = Double(loop.a) }

        let isSamePlace = change.isSamePlace && change.shift == 0 && isHeard
        var route = route
        route.playsFirstGap = !isHeard || change.shift != 0
        try unsafe old.withFrames { (frames) throws(PlaybackError) in
            unsafe try renderer.splice(
                from: frames, at: place, route: route, settings: stretch, isSamePlace: isSamePlace)
        }
        edition &+= 1
        isDone = false
        let block = unsafe client.link.pointee.blocks.writePosition
        renderFirst(renderer)
        if isHeard {
            change.cost = max(Moment.now.seconds(since: start), change.cost * 0.9)
            renderAhead(renderer, from: at, client)
        }
        let splice = Splice(from: base, at: at, to: edition, block: block)
        // One splice at a time, and a paused callback takes it at once: the ring of 64 is never full.
        let isSent = unsafe client.link.pointee.splices.push(splice)
        assert(isSent)
        let shift = change.shift
        // Told before the answers: a command that follows one of them has to know.
        if shift != 0 { outbox.post(.jumped(Jump(generation: generation, edition: edition, shift: shift))) }
        answerNudges(at: place)
        let sent = PendingChange.Sent(
            from: base, to: edition, at: at, shift: shift, entersLoop: change.entersLoop)
        change = PendingChange(leavesLoop: change.leavesLoop, cost: change.cost, sent: sent)
    }

    /// Answers the waiting nudges with the timeline frame reached; nil when something else moved the playhead.
    mutating func answerNudges(at place: Double?) {
        for id in change.nudges { outbox.post(.nudged(id: id, to: place)) }
        change.nudges = []
        change.shift = 0
    }
}
