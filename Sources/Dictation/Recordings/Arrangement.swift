// A timeline with its markers. Any thread; a value, no I/O.

/// A timeline and its markers, which edits change together.
///
/// A marker belongs to its frame: it moves when something is inserted before it, and goes with a part that is cut. Each edit
/// is one `replace`, which has an exact opposite: undo works by it.
public struct Arrangement: Sendable, Hashable {
    /// The spans, in the order of playback.
    public private(set) var timeline: Timeline
    /// The markers by frame, each inside the timeline; of two on one frame the older comes first.
    public private(set) var markers: [Marker]

    /// Makes an arrangement. Markers outside the timeline move to the nearest frame; an empty timeline has no markers.
    public init(_ timeline: Timeline = Timeline(), markers: [Marker] = []) {
        self.timeline = timeline
        self.markers = []
        add(markers)
    }

    /// Length in frames.
    public var length: Int64 { timeline.length }

    /// Puts `piece` in place of `range` (in frames, clamped to the timeline), and returns the opposite edit: the range and
    /// the piece that was there.
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

    /// The part in `range`, in frames, with its markers counted from its start.
    public func part(_ range: Range<Int64>) -> Arrangement {
        let low = max(0, range.lowerBound)
        return Arrangement(
            timeline.part(range), markers: markers.filter { range.contains($0.frame) }.map { $0.moved(by: -low) })
    }

    // MARK: Markers

    /// Adds a marker and returns its index; nil when the timeline is empty.
    @discardableResult
    public mutating func add(_ marker: Marker) -> Int? {
        guard length > 0 else { return nil }
        return markers.place(marker.kept(inside: length))
    }

    /// Adds many markers at once, after older ones on the same frames.
    public mutating func add(_ more: [Marker]) {
        guard length > 0, !more.isEmpty else { return }
        let all = markers + more.map { $0.kept(inside: length) }
        markers = all.inOrder()
    }

    /// Removes and returns the marker of that index.
    @discardableResult
    public mutating func change(_ edit: MarkerEdit) -> Int? { edit.apply(to: &markers) }

    /// Gives an identity to each marker that has none.
    mutating func identifyMarkers(by recording: Identifier, list: String) {
        markers.identify(by: recording, list: list)
    }

    mutating func renameSegments(_ rename: (String) -> String) {
        timeline = Timeline(timeline.spans.map { Span(segment: rename($0.segment), first: $0.first, length: $0.length) })
    }
}

extension Marker {
    /// The marker, moved to the nearest frame of a timeline of that length.
    fileprivate func kept(inside length: Int64) -> Marker {
        var marker = self
        marker.frame = min(max(0, frame), length - 1)
        return marker
    }

    /// The marker, moved later by `frames`.
    public func moved(by frames: Int64) -> Marker {
        var marker = self
        marker.frame += frames
        return marker
    }
}
