// Waiting for the reader while the server freewheels. JACK thread only.
internal import Rings
internal import Synchronization

extension PlaybackCycle {
    /// Freewheel only: waits until `reserve` frames are in the ring behind the next `count` frames. The server may run at its own
    /// pace from the next period on, and an empty ring would then run dry before the reader has its turn. A reader without
    /// progress for a tenth of a second is not waited for: it may have nothing to do.
    @_noLocks @_noAllocation
    func waitForReserve(_ count: Int, _ link: borrowing RealtimeLink) {
        guard isRolling, hasBlock, block.generation == generation, link.isFreewheeling.load(ordering: .relaxed) else { return }
        while link.playback.publishedPosition - place < count + reserve, link.blocks.readableCount < link.blocks.capacity / 2,
            !hasLast(link), !hasNewer(link), !link.isReaderStarved.load(ordering: .relaxed), waitForReader(link, patience: 1)
        {}
    }

    /// True when the last frames of the timeline are in the ring.
    @_noLocks @_noAllocation
    private func hasLast(_ link: borrowing RealtimeLink) -> Bool {
        link.blocks.readableCount > 0 ? link.blocks[link.blocks.publishedPosition - 1].isLast : block.isLast
    }

    /// Freewheel only: the callback outruns the reader and waits until `patience` tenths of a second have passed without
    /// progress. Returns false after that.
    @_noLocks @_noAllocation
    func waitForReader(_ link: borrowing RealtimeLink, patience most: Int = 100) -> Bool {
        let splices = link.splices.publishedPosition
        let blocks = link.blocks.publishedPosition
        return link.readerProgress.wait(waking: link.readerWake, patience: most, link) {
            $0.splices.publishedPosition != splices || $0.blocks.publishedPosition != blocks
        }
    }
}
