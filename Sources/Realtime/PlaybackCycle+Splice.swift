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
            // Kept as the reader sent it: the splice may come a second time, and counts from the same place.
            let sent = link.splices[link.splices.readPosition]
            taken = (sent, link.blocks[sent.block].position)
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

    /// The splice away from the current edition, at a place of that edition: the last one, when the reader has replaced earlier
    /// ones.
    @_noLocks @_noAllocation
    private func pendingSplice(_ link: borrowing RealtimeLink) -> Splice? {
        while link.splices.readableCount > 0 {
            let first = link.splices[link.splices.readPosition]
            let isLast = link.splices.readableCount == 1
            if hasBlock, let splice = fromHere(first),
                isLast || link.splices[link.splices.readPosition + 1].from != first.from
            {
                return splice
            }
            // A splice from a later edition, whose first block is not yet taken, stays in the ring.
            if !hasBlock || Int32(bitPattern: first.from &- block.edition) > 0 { return nil }
            link.splices.release(to: link.splices.readPosition + 1)
        }
        return nil
    }

    /// A splice as one from the current edition; nil for one from any other.
    ///
    /// The reader makes a splice again when playback pauses before it. If the callback has carried out the first one meanwhile, the
    /// second one leads away from the edition before, which is over; without it the reader's new frames would never be heard.
    @_noLocks @_noAllocation
    private func fromHere(_ splice: Splice) -> Splice? {
        if splice.from == block.edition { return splice }
        guard let (first, start) = taken, first.to == block.edition, first.from == splice.from,
            Int32(bitPattern: splice.to &- first.to) > 0
        else { return nil }
        var here = splice
        here.at = start + splice.at - first.at
        return here
    }
}
