// Room: Dictation. A value any thread may hold; no I/O.

/// A timeline and the way back: what was undone can be redone until something else is done.
///
/// Timelines share their spans with one another until they differ, so that a step costs as much as its edit.
public struct EditHistory: Sendable, Hashable {
    public struct Step: Sendable, Hashable {
        /// What was done, as a menu would say it: `insert`, `delete`, ...
        public var name: String
        /// As it was before.
        public var timeline: Timeline

        public init(name: String, timeline: Timeline) {
            self.name = name
            self.timeline = timeline
        }
    }

    /// How many steps are kept.
    public static let limit = 100

    public private(set) var timeline: Timeline
    public private(set) var undoable: [Step] = []
    public private(set) var redoable: [Step] = []

    public init(_ timeline: Timeline = Timeline(), undoable: [Step] = [], redoable: [Step] = []) {
        self.timeline = timeline
        self.undoable = undoable
        self.redoable = redoable
    }

    /// An edit that changes nothing is none.
    public mutating func edit(_ name: String, _ change: (inout Timeline) -> Void) {
        var next = timeline
        change(&next)
        guard next != timeline else { return }
        undoable.append(Step(name: name, timeline: timeline))
        undoable.removeFirst(max(0, undoable.count - Self.limit))
        redoable = []
        timeline = next
    }

    /// Name of what was undone; nil when there was nothing to undo.
    public mutating func undo() -> String? {
        guard let step = undoable.popLast() else { return nil }
        redoable.append(Step(name: step.name, timeline: timeline))
        timeline = step.timeline
        return step.name
    }

    public mutating func redo() -> String? {
        guard let step = redoable.popLast() else { return nil }
        undoable.append(Step(name: step.name, timeline: timeline))
        timeline = step.timeline
        return step.name
    }

    /// Segments that some step still needs: all others may be deleted.
    public var segments: Set<String> {
        Set((undoable + redoable).flatMap(\.timeline.segments) + timeline.segments)
    }
}
