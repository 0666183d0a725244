// Going on with the next recording behind the end of one. Reader thread only; blocks on the disk.
internal import JackClient
internal import Playback
internal import Realtime
internal import Rings
internal import Stretch

/// The ring goes on with the frames of the next recording in the same edition. Their blocks have a generation of their own, which
/// the callback takes at the first of them: until then, all that is told is about the recording that is heard.
extension PlaybackReader {
    /// True when the end of the recording is not the end of playback. A cue or review ends at the end of its recording.
    var goesOn: Bool { settings.scan == nil && follow.goesOn(after: generation) }

    /// Takes a plan: for the locate in force, or for one that comes.
    mutating func take(_ plan: FollowPlan) {
        guard plan.base == follow.plan.base else {
            follow.coming = plan
            return
        }
        follow.plan = plan
        guard follow.isAwaiting else { return }
        follow.isAwaiting = false
        attempt { (reader, _) throws(PlaybackError) in
            // The expected recording will not come: playback ends behind the frames in the ring.
            if reader.goesOn { try reader.beginNext() } else { reader.end() }
        }
    }

    /// Begins to render the next recording at its place, or waits for it.
    mutating func beginNext() throws(PlaybackError) {
        guard let client, let playing, let next = follow.next(after: generation), let renderer = renderers[next.load] else {
            follow.isAwaiting = true
            return
        }
        follow.begun.append(
            FollowState.Begun(
                follow: next, position: unsafe client.link.pointee.playback.writePosition, load: playing, generation: generation,
                settings: settings, leavesLoop: change.leavesLoop))
        (self.playing, generation, settings) = (next.load, next.generation, next.settings)
        change.leavesLoop = settings.loop.map { next.frame >= $0.b } ?? false
        isHeldBack = false
        try renderer.begin(at: Double(next.frame), route: route, settings: stretch)
    }

    /// Forgets the beginnings that the callback has passed.
    mutating func forgetHeard(_ client: JackClient) {
        guard !follow.begun.isEmpty else { return }
        let heard = heardPlace(client)
        follow.begun.removeAll { $0.position < heard }
        closeUnwanted()
    }

    /// Closes the recordings that nobody wants and that have left the ring.
    mutating func closeUnwanted() {
        for load in follow.unwanted where !follow.isInRing(load) && load != playing {
            renderers[load] = nil
            hasClosed = true
            follow.unwanted.remove(load)
        }
    }

    /// Goes back to the recording that is heard at a ring position, for a change of the sound there. False when the
    /// change was meant for a recording that has ended by then.
    mutating func goBack(to at: Int) -> Bool {
        let heard = if let client { heardPlace(client) } else { at }
        follow.begun.removeAll { $0.position < heard }
        // The callback takes the next recording with its first frame.
        guard let index = follow.begun.firstIndex(where: { $0.position > at || $0.position == heard }) else {
            // A change that would begin behind the end of the recording is left out, and the next one stays as it is.
            guard follow.begun.isEmpty else { return false }
            follow.isAwaiting = false
            return true
        }
        let back = follow.begun[index]
        follow.begun.removeSubrange(index...)
        (playing, generation, settings) = (back.load, back.generation, back.settings)
        change.leavesLoop = back.leavesLoop
        follow.isAwaiting = false
        return true
    }

    /// Takes settings for the recording of a load: the one that is rendered, or the one still heard before it. Settings for a
    /// recording that has ended are left out.
    mutating func adopt(_ wanted: PlaySettings, for load: UInt64?) {
        if let client { forgetHeard(client) }
        if let index = follow.begun.firstIndex(where: { $0.load == load }) {
            let ahead = settings
            settings = follow.begun[index].settings
            adopt(wanted)
            follow.begun[index].settings = settings
            settings = ahead
        } else if load == nil || load == playing {
            adopt(wanted)
        }
    }

    /// True for a generation that leads to the one that is rendered without a locate between.
    func isOnTheWay(_ heard: UInt32) -> Bool { heard == generation || follow.begun.contains { $0.generation == heard } }
}
