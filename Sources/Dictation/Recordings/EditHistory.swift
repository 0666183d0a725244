// A value any thread may hold; no I/O.

/// An arrangement and the way back: what was undone can be redone until something else is done.
///
/// A step holds only what its edit took away, so that many steps stay small. Markers that are set, renamed or removed are no
/// steps: undoing an edit leaves those that were set since where they stand, and brings back those that went with the edit.
public struct EditHistory: Sendable, Hashable {
    /// The opposite of an edit: `piece` goes in the place of `range`.
    public struct Step: Sendable, Hashable {
        /// What was done, as a menu would say it: `insert`, `delete`, ...
        public var name: String
        public var range: Range<Int64>
        public var piece: Arrangement
        /// Keys of other programs.
        public var others: [JSONTree.Member] = []

        public init(name: String, range: Range<Int64>, piece: Arrangement) {
            self.name = name
            self.range = range
            self.piece = piece
        }
    }

    /// How many steps are kept.
    public static let limit = 100

    /// Markers may be changed in it; edits of the timeline go through the methods below.
    public var arrangement: Arrangement
    public private(set) var undoable: [Step] = []
    public private(set) var redoable: [Step] = []

    public init(_ arrangement: Arrangement = Arrangement(), undoable: [Step] = [], redoable: [Step] = []) {
        self.arrangement = arrangement
        self.undoable = undoable.suffix(Self.limit)
        self.redoable = redoable.suffix(Self.limit)
    }

    public init(_ timeline: Timeline) { self.init(Arrangement(timeline)) }

    public var timeline: Timeline { arrangement.timeline }
    public var markers: [Marker] { arrangement.markers }

    // MARK: The edits of dictation

    public mutating func append(_ piece: Arrangement) {
        replace(timeline.length..<timeline.length, with: piece, as: "append")
    }

    /// Past the end it is appended.
    public mutating func insert(_ piece: Arrangement, at frame: Int64) {
        replace(frame..<frame, with: piece, as: "insert")
    }

    /// As much as the piece is long is heard no more (punch); it may be longer than what is left.
    public mutating func overwrite(from frame: Int64, with piece: Arrangement) {
        let start = min(max(0, frame), timeline.length)
        replace(start..<start + piece.length, with: piece, as: "overwrite")
    }

    public mutating func delete(_ range: Range<Int64>) {
        replace(range, with: Arrangement(), as: "delete")
    }

    /// Every edit is this one. One that changes nothing is none.
    public mutating func replace(_ range: Range<Int64>, with piece: Arrangement, as name: String) {
        let before = timeline
        let opposite = arrangement.replace(range, with: piece)
        guard timeline != before || !opposite.piece.markers.isEmpty || !piece.markers.isEmpty else { return }
        undoable.append(Step(name: name, range: opposite.range, piece: opposite.piece))
        undoable.removeFirst(max(0, undoable.count - Self.limit))
        redoable = []
    }

    /// Name of what was undone; nil when there was nothing to undo.
    public mutating func undo() -> String? { Self.step(&arrangement, from: &undoable, to: &redoable) }

    public mutating func redo() -> String? { Self.step(&arrangement, from: &redoable, to: &undoable) }

    private static func step(_ arrangement: inout Arrangement, from: inout [Step], to: inout [Step]) -> String? {
        guard var step = from.popLast() else { return nil }
        (step.range, step.piece) = arrangement.replace(step.range, with: step.piece)
        to.append(step)
        return step.name
    }

    /// Gives up the way back.
    public mutating func forget() {
        undoable = []
        redoable = []
    }

    /// Segments that some step still needs: all others may be deleted.
    public var segments: Set<String> {
        Set((undoable + redoable).flatMap(\.piece.timeline.segments) + timeline.segments)
    }

    mutating func renameSegments(_ rename: (String) -> String) {
        arrangement.renameSegments(rename)
        for index in undoable.indices { undoable[index].piece.renameSegments(rename) }
        for index in redoable.indices { redoable[index].piece.renameSegments(rename) }
    }
}
