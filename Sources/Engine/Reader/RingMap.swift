// Content of the playback ring. Reader thread only; a value.

/// Content of the playback ring by position: the frames that were written and that nobody has heard yet.
struct RingMap {
    /// Consecutive frames of the ring whose timeline frames are evenly spaced.
    struct Piece {
        /// Ring position of the first frame.
        var position: Int
        /// Number of frames in the ring.
        var count: Int
        /// Timeline frame of the first frame.
        var timeline: Double
        /// Timeline frames per frame of the ring.
        var step: Double
        /// Edition to which the frames belong.
        var edition: UInt32
        /// Ring position after the last frame.
        var end: Int { position + count }
    }

    private var pieces: [Piece] = []

    /// Adds a piece after all others.
    mutating func add(_ piece: Piece) { pieces.append(piece) }

    /// Forgets everything.
    mutating func clear() { pieces = [] }

    /// Forgets the pieces before ring position `position`; keeps the last piece of each edition, even when it has been heard.
    mutating func forget(before position: Int) {
        let old = pieces
        pieces = old.indices.compactMap { index in
            let isLast = index + 1 == old.count || old[index + 1].edition != old[index].edition
            return old[index].end > position || isLast ? old[index] : nil
        }
    }

    /// Forgets all other editions; they are never heard again.
    mutating func keepOnly(_ editions: Set<UInt32>) { pieces.removeAll { !editions.contains($0.edition) } }

    /// Ring position of the first frame of an edition; nil when nothing of it is known.
    func start(of edition: UInt32) -> Int? { pieces.first { $0.edition == edition }?.position }
    /// Ring position after the last frame of an edition; nil when nothing of it is known.
    func end(of edition: UInt32) -> Int? { pieces.last { $0.edition == edition }?.end }

    /// Timeline frame at a ring position; after the end of the edition, the frame that would follow. Nil before its first known
    /// frame.
    func timeline(at position: Int, of edition: UInt32) -> Double? {
        let mine = pieces.last { $0.edition == edition && $0.position <= position }
        return mine.map { $0.timeline + Double(min(position, $0.end) - $0.position) * $0.step }
    }
}
