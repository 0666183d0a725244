// Playing a take while it is being recorded. Reader thread only; blocks on the disk.
internal import Playback
internal import Storage
internal import Stretch
internal import Threads

extension PlaybackReader {
    /// Seconds that rendering stays behind the frames that are safe to read: the writer hands frames on half a second at a
    /// time.
    private static let distance = 1.0

    /// Extends the timeline of a take being recorded to `frames`; `isComplete` once the take is closed.
    mutating func grow(_ load: UInt64, _ frames: Int64, _ isComplete: Bool) {
        guard let renderer = renderers[load] else { return }
        do throws(PlaybackError) {
            try renderer.timeline.grow(to: frames, isComplete: isComplete)
        } catch {
            outbox.post(.failed(.playback(error)))
        }
        guard load == playing else { return }
        setStarved(false)
        if isComplete, isHeldBack { holdBack(false) }
    }

    /// True when playback at a rate above 1 has almost caught up with the recording.
    func shouldHoldBack(_ renderer: TimelineRenderer) -> Bool {
        guard renderer.timeline.isGrowing, !isHeldBack, settings.stretch.rate > 1, settings.scan == nil else { return false }
        return Double(renderer.timeline.length) - renderer.place < PlaybackReader.distance * Double(renderer.timeline.info.rate)
    }

    /// Limits the rate to 1 near the end of a take being recorded, or lifts the limit.
    mutating func holdBack(_ isHeld: Bool) {
        isHeldBack = isHeld
        change.isWanted = true
        outbox.post(.heldBack(isHeld))
    }
}
