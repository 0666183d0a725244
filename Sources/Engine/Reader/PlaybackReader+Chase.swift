// Playing a take that is still being recorded. The reader's worker alone.
internal import Playback
internal import Storage
internal import Stretch

extension PlaybackReader {
    /// Seconds that rendering stays behind the frames that are safe to read: the writer hands on half a second at a time.
    private static let distance = 1.0

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

    /// Faster than it is recorded, and nearly there?
    func shouldHoldBack(_ renderer: TimelineRenderer) -> Bool {
        guard renderer.timeline.isGrowing, !isHeldBack, settings.stretch.rate > 1, settings.scan == nil else { return false }
        return Double(renderer.timeline.length) - renderer.place < PlaybackReader.distance * Double(renderer.timeline.info.rate)
    }

    mutating func holdBack(_ isHeld: Bool) {
        isHeldBack = isHeld
        change.isWanted = true
        outbox.post(.heldBack(isHeld))
    }
}
