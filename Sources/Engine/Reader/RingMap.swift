// Content of the playback ring. A value of the reader thread.

/// Content of the playback ring by its place: the reader's memory of the frames that it has written and nobody has heard yet.
struct RingMap {
    struct Piece {
        var position: Int
        var count: Int
        var timeline: Double
        var step: Double
        var edition: UInt32
        var end: Int { position + count }
    }

    private var pieces: [Piece] = []

    mutating func add(_ piece: Piece) { pieces.append(piece) }

    mutating func clear() { pieces = [] }

    /// Forgets the pieces before `position`; the end of an edition that was heard to its end is kept.
    mutating func forget(before position: Int) {
        let old = pieces
        pieces = old.indices.compactMap { index in
            let isLast = index + 1 == old.count || old[index + 1].edition != old[index].edition
            return old[index].end > position || isLast ? old[index] : nil
        }
    }

    /// Editions that are neither of these are never heard again.
    mutating func keepOnly(_ editions: Set<UInt32>) { pieces.removeAll { !editions.contains($0.edition) } }

    func start(of edition: UInt32) -> Int? { pieces.first { $0.edition == edition }?.position }
    func end(of edition: UInt32) -> Int? { pieces.last { $0.edition == edition }?.end }

    /// Timeline frame at a place of the ring; after the end of the edition, the one that would follow.
    func timeline(at position: Int, of edition: UInt32) -> Double? {
        let mine = pieces.last { $0.edition == edition && $0.position <= position }
        return mine.map { $0.timeline + Double(min(position, $0.end) - $0.position) * $0.step }
    }
}
