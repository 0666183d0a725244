// A value any thread may hold; no I/O.

/// What is heard and the markers in it: what the edits of dictation change, always together.
///
/// A marker belongs to the frame it stands on: behind an insertion it moves, in what is deleted it goes. Each edit is
/// `replace`, and that has an exact opposite, which is how undo works.
public struct Arrangement: Sendable, Hashable {
    public private(set) var timeline: Timeline
    /// By frame, each inside the timeline; of two on one frame the older one first.
    public private(set) var markers: [Marker]

    /// Any thread. A marker outside is brought to the nearest frame; without any frame there is no marker.
    public init(_ timeline: Timeline = Timeline(), markers: [Marker] = []) {
        self.timeline = timeline
        self.markers = []
        add(markers)
    }

    public var length: Int64 { timeline.length }

    /// Puts `piece` in the place of `range`, which is cut to what there is, and returns what undoes it: where, how long, and
    /// what was there.
    @discardableResult
    public mutating func replace(_ range: Range<Int64>, with piece: Arrangement) -> (range: Range<Int64>, piece: Arrangement) {
        let low = min(max(0, range.lowerBound), length)
        let high = min(max(low, range.upperBound), length)
        let removed = part(low..<high)
        let shift = piece.length - (high - low)
        var moved: [Marker] = markers.filter { $0.frame < low }
        moved += piece.markers.map { $0.moved(by: low) }
        moved += markers.filter { $0.frame >= high }.map { $0.moved(by: shift) }
        timeline.replace(low..<high, with: piece.timeline)
        markers = moved
        return (low..<low + piece.length, removed)
    }

    /// The frames of `range` and the markers on them, counted from its start.
    public func part(_ range: Range<Int64>) -> Arrangement {
        let low = max(0, range.lowerBound)
        return Arrangement(
            timeline.part(range), markers: markers.filter { range.contains($0.frame) }.map { $0.moved(by: -low) })
    }

    // MARK: Markers

    /// Returns where in `markers` it stands now; nil where there is no frame to stand on.
    @discardableResult
    public mutating func add(_ marker: Marker) -> Int? {
        guard length > 0 else { return nil }
        return markers.place(marker.kept(inside: length))
    }

    /// Many at once, behind those that are there on the same frames.
    public mutating func add(_ more: [Marker]) {
        guard length > 0, !more.isEmpty else { return }
        let all = markers + more.map { $0.kept(inside: length) }
        markers = all.inOrder()
    }

    @discardableResult
    public mutating func removeMarker(at index: Int) -> Marker { markers.remove(at: index) }

    /// Renames, notes or moves one; returns where it stands now.
    @discardableResult
    public mutating func changeMarker(at index: Int, _ change: (inout Marker) -> Void) -> Int? {
        var marker = markers.remove(at: index)
        change(&marker)
        return add(marker)
    }

    /// Nil where there is no such marker.
    @discardableResult
    public mutating func change(_ edit: MarkerEdit) -> Int? { edit.apply(to: &markers) }

    mutating func renameSegments(_ rename: (String) -> String) {
        timeline = Timeline(timeline.spans.map { Span(segment: rename($0.segment), first: $0.first, length: $0.length) })
    }
}

extension Marker {
    /// The same, on the nearest of so many frames.
    fileprivate func kept(inside length: Int64) -> Marker {
        var marker = self
        marker.frame = min(max(0, frame), length - 1)
        return marker
    }

    /// The same, so many frames later.
    public func moved(by frames: Int64) -> Marker {
        var marker = self
        marker.frame += frames
        return marker
    }
}
