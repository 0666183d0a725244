// Content of the playback ring. Reader thread only; a value.
internal import Realtime

/// Content of the playback ring by position: the frames that were written and that nobody has heard yet.
struct RingMap {
    private var blocks: [PlaybackBlock] = []

    /// Adds a block after all others.
    mutating func add(_ block: PlaybackBlock) { blocks.append(block) }

    /// Forgets everything.
    mutating func clear() { blocks = [] }

    /// Forgets the blocks before ring position `position`; keeps the last block of each edition, even when it has been heard.
    mutating func forget(before position: Int) {
        let old = blocks
        blocks = old.indices.compactMap { index in
            let isLast = index + 1 == old.count || old[index + 1].edition != old[index].edition
            return old[index].end > position || isLast ? old[index] : nil
        }
    }

    /// Forgets all other editions; they are never heard again.
    mutating func keepOnly(_ editions: Set<UInt32>) { blocks.removeAll { !editions.contains($0.edition) } }

    /// Ring position of the first frame of an edition; nil when nothing of it is known.
    func start(of edition: UInt32) -> Int? { blocks.first { $0.edition == edition }?.position }
    /// Ring position after the last frame of an edition; nil when nothing of it is known.
    func end(of edition: UInt32) -> Int? { blocks.last { $0.edition == edition }?.end }

    /// Timeline frame at a ring position; after the end of the edition, the frame that would follow. Nil before its first known
    /// frame.
    func timeline(at position: Int, of edition: UInt32) -> Double? {
        let mine = blocks.last { $0.edition == edition && $0.position <= position }
        return mine.map { $0.timeline + Double(min(position, $0.end) - $0.position) * $0.step }
    }
}

extension PlaybackBlock {
    /// Ring position after the last frame.
    fileprivate var end: Int { position + count }
}
