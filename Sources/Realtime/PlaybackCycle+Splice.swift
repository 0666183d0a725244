// Changes of the played sound. JACK thread only.
internal import CJack
internal import Rings

/// From one edition to the next, at a frame of the ring.
extension PlaybackCycle {
    /// Carries out a splice whose place is reached. One that came too late jumps into the middle of what it leads to, with a
    /// fade: the place in the timeline is then what it would have been in time.
    @_noLocks @_noAllocation
    mutating func obeySplice(_ link: borrowing RealtimeLink) {
        while let splice = pendingSplice(link), place >= splice.at {
            let late = place - splice.at
            let fades = late > 0 && isHeard
            if fades { fall(link) }
            var index = splice.block
            var rest = late
            while rest >= link.blocks[index].count, index + 1 < link.blocks.publishedPosition,
                link.blocks[index + 1].edition == splice.to
            {
                rest -= link.blocks[index].count
                index += 1
            }
            jump(to: index, link, skipping: rest)
            if fades { declick.rise() }
            link.splices.release(to: link.splices.readPosition + 1)
            // What came in the meantime waits for this.
            link.readerWake.post()
        }
    }

    /// Frames of this edition that are still to be heard.
    @_noLocks @_noAllocation
    func framesToSplice(_ link: borrowing RealtimeLink) -> Int {
        guard let splice = pendingSplice(link) else { return Int.max }
        return max(1, splice.at - place)
    }

    /// The splice that leads away from what plays now, the last one if the reader changed its mind.
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
            // From an edition yet to come (its first block is not taken): it keeps.
            if !hasBlock || Int32(bitPattern: first.from &- block.edition) > 0 { return nil }
            link.splices.release(to: link.splices.readPosition + 1)
        }
        return nil
    }
}
