// Changes from one edition of the playback ring to the next. JACK thread only.
internal import CJack
internal import Rings

/// Changes from one edition to the next, at a frame of the playback ring.
extension PlaybackCycle {
    /// Carries out a splice whose position is reached. A splice that came too late jumps into the middle of its target with a
    /// fade; the playhead then stands where an early splice would have put it.
    @_noLocks @_noAllocation
    mutating func obeySplice(_ link: borrowing RealtimeLink) {
        while let splice = pendingSplice(link), place >= splice.at {
            let late = place - splice.at
            let fades = late > 0 && isHeard
            if fades { fall(link) }
            jump(to: splice.block, link, skipping: late)
            if fades { declick.rise() }
            link.splices.release(to: link.splices.readPosition + 1)
            // The reader holds back new work until this splice is done.
            link.readerWake.post()
        }
    }

    /// Frames to play before the next splice; the largest integer when there is none.
    @_noLocks @_noAllocation
    func framesToSplice(_ link: borrowing RealtimeLink) -> Int {
        guard let splice = pendingSplice(link) else { return Int.max }
        return max(1, splice.at - place)
    }

    /// The splice away from the current edition: the last one, when the reader has replaced earlier ones.
    @_noLocks @_noAllocation
    private func pendingSplice(_ link: borrowing RealtimeLink) -> Splice? {
        while link.splices.readableCount > 0 {
            let first = link.splices[link.splices.readPosition]
            let isLast = link.splices.readableCount == 1
            if hasBlock, first.from == block.edition,
                isLast || link.splices[link.splices.readPosition + 1].from != block.edition
            {
                return first
            }
            // A splice from a later edition, whose first block is not yet taken, stays in the ring.
            if !hasBlock || Int32(bitPattern: first.from &- block.edition) > 0 { return nil }
            link.splices.release(to: link.splices.readPosition + 1)
        }
        return nil
    }
}
