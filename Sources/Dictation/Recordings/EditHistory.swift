// An arrangement with undo and redo. Any thread; a value, no I/O.
public import JSON

/// An arrangement with its undo and redo steps; a new edit drops the redo steps.
///
/// A step holds only the part that its edit removed: many steps stay small. Setting, renaming and removing markers are not
/// steps: undoing an edit leaves later markers in place, and brings back those that went with the edit.
public struct EditHistory: Sendable, Hashable {
    /// The opposite of an edit: `piece` goes in place of `range`.
    public struct Step: Sendable, Hashable {
        /// The name of the edit, as in a menu: `insert`, `delete`, ...
        public var name: String
        /// The range to replace, in frames of the timeline.
        public var range: Range<Int64>
        /// The part to put there.
        public var piece: Arrangement
        /// Frames of the range whose part stands first now and is to stand last, of a move. Nil for all other steps.
        public var split: Int64?
        /// Identity of the step in the transcript, of an edit of the words, which leaves the timeline alone. Nil for all other steps.
        public var words: Identifier?
        /// Keys of other programs in the sidecar.
        public var others: [JSONTree.Member] = []

        /// Makes a step.
        public init(name: String, range: Range<Int64>, piece: Arrangement) {
            self.name = name
            self.range = range
            self.piece = piece
        }
    }

    /// Most steps kept of edits of the sound, and as many of edits of the words: corrections line by line must not cost the cuts.
    public static let limit = 100

    /// The current arrangement. Its markers may be changed here; edits of the timeline use the methods below.
    public var arrangement: Arrangement
    /// Undo steps, the latest last.
    public private(set) var undoable: [Step] = []
    /// Redo steps, the next one last.
    public private(set) var redoable: [Step] = []

    /// Makes a history.
    public init(_ arrangement: Arrangement = Arrangement(), undoable: [Step] = [], redoable: [Step] = []) {
        self.arrangement = arrangement
        self.undoable = Self.trimmed(undoable)
        self.redoable = Self.trimmed(redoable)
    }

    /// Makes a history without markers or steps.
    public init(_ timeline: Timeline) { self.init(Arrangement(timeline)) }

    /// The current timeline.
    public var timeline: Timeline { arrangement.timeline }
    /// The current markers.
    public var markers: [Marker] { arrangement.markers }

    // MARK: The edits of dictation

    /// Adds a part at the end.
    public mutating func append(_ piece: Arrangement) {
        replace(timeline.length..<timeline.length, with: piece, as: "append")
    }

    /// Inserts a part at a frame; past the end it is appended.
    public mutating func insert(_ piece: Arrangement, at frame: Int64) {
        replace(frame..<frame, with: piece, as: "insert")
    }

    /// Replaces as much as the part is long (punch); the part may be longer than the rest of the timeline. Markers in the replaced
    /// stretch stay at their places on the timeline, beside those of the part.
    public mutating func overwrite(from frame: Int64, with piece: Arrangement) {
        let start = min(max(0, frame), timeline.length)
        let range = start..<start + piece.length
        let marked = Arrangement(piece.timeline, markers: arrangement.part(range).markers + piece.markers)
        replace(range, with: marked, as: "overwrite")
    }

    /// Cuts a range of frames.
    public mutating func delete(_ range: Range<Int64>) {
        replace(range, with: Arrangement(), as: "cut")
    }

    /// Name of the step by which a part goes to another place.
    public static let moving = "move"

    /// Moves a range of frames before a frame of the present timeline; past the end it goes to the end. A place inside the range,
    /// or at one of its ends, changes nothing. False if nothing has changed.
    public mutating func move(_ range: Range<Int64>, before place: Int64) -> Bool {
        let part = range.clamped(to: 0..<timeline.length)
        let place = min(max(0, place), timeline.length)
        guard !part.isEmpty, place < part.lowerBound || place > part.upperBound else { return false }
        let isLater = place > part.upperBound
        let whole = isLater ? part.lowerBound..<place : place..<part.upperBound
        let first = isLater ? part.upperBound - whole.lowerBound : part.lowerBound - whole.lowerBound
        let before = timeline
        let step = swap(whole, first: first)
        guard timeline != before else { return false }
        push(step)
        return true
    }

    /// Exchanges the first frames of a range with the rest of it, and gives the step back.
    private mutating func swap(_ range: Range<Int64>, first: Int64) -> Step { Self.swap(&arrangement, range, first: first) }

    /// Exchanges the first frames of a range with the rest of it, markers included, and gives the step back. The piece of the step
    /// is for versions of Dicta that know no moves.
    private static func swap(_ arrangement: inout Arrangement, _ range: Range<Int64>, first: Int64) -> Step {
        let middle = range.lowerBound + first
        var piece = arrangement.part(middle..<range.upperBound)
        let rest = arrangement.part(range.lowerBound..<middle)
        piece.replace(piece.length..<piece.length, with: rest)
        let opposite = arrangement.replace(range, with: piece)
        var step = Step(name: moving, range: opposite.range, piece: Arrangement(opposite.piece.timeline))
        step.split = range.upperBound - middle
        return step
    }

    /// Name of the step by which one file takes the place of a timeline.
    public static let flattening = "flatten"

    /// Puts a timeline that sounds the same in the place of the present one. Markers stay, also those that change before this is
    /// undone.
    public mutating func flatten(to timeline: Timeline) {
        let before = self.timeline
        arrangement = Arrangement(timeline, markers: markers)
        push(Step(name: Self.flattening, range: 0..<timeline.length, piece: Arrangement(before)))
    }

    /// Name of the step by which sound that a file has lost leaves the timeline.
    public static let shortening = "shorten"

    /// Takes what lies behind the end of a file, of so many frames, out of the timeline: one step, of which undo brings all back.
    mutating func shorten(_ segment: String, to frames: Int64) {
        var (place, missing): (Int64, [Range<Int64>]) = (0, [])
        for span in timeline.spans {
            let end = place + span.length
            if span.segment == segment, span.end > frames { missing.append(max(place, end - (span.end - frames))..<end) }
            place = end
        }
        guard let first = missing.first?.lowerBound, let last = missing.last?.upperBound else { return }
        var rest = arrangement.part(first..<last)
        for range in missing.reversed() {
            rest.replace(range.lowerBound - first..<range.upperBound - first, with: Arrangement())
        }
        replace(first..<last, with: rest, as: Self.shortening)
    }

    /// Name of the step of an edit of the words.
    public static let wording = "words"

    /// Notes an edit of the words as the last step. `id` is that of the step in the transcript; the same one twice in a row is one
    /// step.
    public mutating func noteWords(_ id: Identifier) {
        guard undoable.last?.words != id else {
            redoable = []
            return
        }
        var step = Step(name: Self.wording, range: 0..<0, piece: Arrangement())
        step.words = id
        push(step)
    }

    /// Adds a step, which makes an end of redo.
    private mutating func push(_ step: Step) {
        undoable = Self.trimmed(undoable + [step])
        redoable = []
    }

    private static func trimmed(_ steps: [Step]) -> [Step] {
        guard steps.count > limit else { return steps }
        var (sound, words) = (0, 0)
        return steps.reversed().filter { step in
            if step.words == nil { sound += 1 } else { words += 1 }
            return step.words == nil ? sound <= limit : words <= limit
        }.reversed()
    }

    /// The steps of the words.
    public var wordings: Set<Identifier> { Set((undoable + redoable).compactMap(\.words)) }

    /// Drops a step of the words, which the transcript does not have any more.
    public mutating func dropWords(_ id: Identifier) {
        undoable.removeAll { $0.words == id }
        redoable.removeAll { $0.words == id }
    }

    /// Carries out an edit; one that changes nothing is no step.
    public mutating func replace(_ range: Range<Int64>, with piece: Arrangement, as name: String) {
        let before = timeline
        let opposite = arrangement.replace(range, with: piece)
        guard timeline != before || !opposite.piece.markers.isEmpty || !piece.markers.isEmpty else { return }
        push(Step(name: name, range: opposite.range, piece: opposite.piece))
    }

    /// Undoes the last edit and returns its name; nil when there is none.
    public mutating func undo() -> String? { Self.step(&arrangement, from: &undoable, to: &redoable) }

    /// Redoes the last undone edit and returns its name; nil when there is none.
    public mutating func redo() -> String? { Self.step(&arrangement, from: &redoable, to: &undoable) }

    private static func step(_ arrangement: inout Arrangement, from: inout [Step], to: inout [Step]) -> String? {
        guard var step = from.popLast() else { return nil }
        if step.words != nil {
            // The transcript has what changes.
        } else if step.name == moving, let first = step.split, first > 0, step.range.upperBound <= arrangement.length,
            first < step.range.upperBound - step.range.lowerBound
        {
            let others = step.others
            step = swap(&arrangement, step.range, first: first)
            step.others = others
        } else if step.name == flattening {
            let before = arrangement.timeline
            arrangement = Arrangement(step.piece.timeline, markers: arrangement.markers)
            (step.range, step.piece) = (0..<arrangement.length, Arrangement(before))
        } else {
            (step.range, step.piece) = arrangement.replace(step.range, with: step.piece)
        }
        to.append(step)
        return step.name
    }

    /// Drops all undo and redo steps.
    public mutating func forget() {
        undoable = []
        redoable = []
    }

    /// The segments in use by the timeline or a step; all others may be deleted.
    public var segments: Set<String> {
        Set((undoable + redoable).flatMap(\.piece.timeline.segments) + timeline.segments)
    }

    /// Gives an identity to each marker that has none, here and in the steps.
    mutating func identify(by recording: Identifier) {
        arrangement.identifyMarkers(by: recording, list: "timeline")
        for index in undoable.indices { undoable[index].piece.identifyMarkers(by: recording, list: "undo \(index + 1)") }
        for index in redoable.indices { redoable[index].piece.identifyMarkers(by: recording, list: "redo \(index + 1)") }
    }

    /// The frame after the last one of a segment that the timeline or a step uses; 0 for a segment that none uses.
    public func lastFrame(of segment: String) -> Int64 {
        let spans = (undoable + redoable).flatMap(\.piece.timeline.spans) + timeline.spans
        return spans.filter { $0.segment == segment }.map(\.end).max() ?? 0
    }

    mutating func renameSegments(_ rename: (String) -> String) {
        arrangement.renameSegments(rename)
        for index in undoable.indices { undoable[index].piece.renameSegments(rename) }
        for index in redoable.indices { redoable[index].piece.renameSegments(rename) }
    }
}
