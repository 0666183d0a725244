// Tests of moves of parts, against a model in which each frame carries its own markers (F17), and of stretches.
import Dictation
import TestSupport
import Testing

@Suite("Moves of parts of a timeline (F17)") struct MoveTests {
    /// A frame with the markers that stand on it.
    private struct Frame: Hashable {
        var grain: Grain
        var markers: [String]
    }

    private func model(_ history: EditHistory) -> [Frame] {
        history.timeline.grains.enumerated().map { frame, grain in
            Frame(grain: grain, markers: history.markers.filter { $0.frame == Int64(frame) }.map(\.name))
        }
    }

    /// Three takes in five spans, with a marker on every third frame.
    private func history(_ dice: inout Dice) -> EditHistory {
        var history = EditHistory(
            Timeline([
                Span(segment: "a", first: 3, length: 12), Span(segment: "b", length: 9), Span(segment: "a", first: 20, length: 5),
                Span(segment: "c", length: 7), Span(segment: "c", first: 30, length: 4),
            ]))
        for frame in stride(from: Int64(0), to: history.timeline.length, by: 3) {
            history.arrangement.add(Marker(frame: frame, name: "m\(frame)"))
        }
        return history
    }

    @Test(arguments: 0..<60) func eachFrameGoesWithItsMarkers(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        var history = history(&dice)
        let begin = model(history)
        var wanted = begin
        var past: [[Frame]] = []
        for _ in 0..<20 {
            let count = Int64(wanted.count)
            let low = Int64.random(in: -2...count, using: &dice)
            let range = low..<low + Int64.random(in: 0...15, using: &dice)
            let place = Int64.random(in: -2...count + 5, using: &dice)
            let before = wanted
            let part = range.clamped(to: 0..<count)
            let target = min(max(0, place), count)
            if !part.isEmpty, target < part.lowerBound || target > part.upperBound {
                let moved = wanted[Int(part.lowerBound)..<Int(part.upperBound)]
                wanted.removeSubrange(Int(part.lowerBound)..<Int(part.upperBound))
                wanted.insert(contentsOf: moved, at: Int(target > part.upperBound ? target - Int64(moved.count) : target))
            }
            let isChanged = history.move(range, before: place)
            #expect(model(history) == wanted, "\(range) before \(place)")
            #expect(isChanged == (before.map(\.grain) != wanted.map(\.grain)))
            if isChanged { past.append(before) }
        }
        // A sidecar keeps the steps.
        var recording = Recording(name: "x", created: "")
        recording.edits = history
        var back = try Recording(name: "x", parsing: recording.printed).edits
        #expect(back == history)
        let end = wanted
        for state in past.reversed() {
            #expect(back.undo() == "move")
            #expect(model(back) == state)
        }
        #expect(back.undo() == nil && model(back) == begin)
        while back.redo() != nil {}
        #expect(model(back) == end)
    }

    /// Undoing a move is no undoing of later markers.
    @Test func markersSetAfterwardsStay() {
        var dice = Dice(seed: 1)
        var history = history(&dice)
        let isMoved = history.move(0..<10, before: 20)
        #expect(isMoved)
        // The first frame of the part, which stands behind the twenty less ten frames before it.
        history.arrangement.add(Marker(frame: 10, name: "later"))
        #expect(history.undo() == "move")
        #expect(history.markers.first { $0.name == "later" }?.frame == 0)
        #expect(history.redo() == "move")
        #expect(history.markers.first { $0.name == "later" }?.frame == 10)
    }

    /// A version that knows no moves undoes one by the piece of the step.
    @Test func anOlderVersionUndoesTheTimeline() throws {
        var dice = Dice(seed: 2)
        var history = history(&dice)
        let before = history.timeline
        let isMoved = history.move(0..<10, before: 20)
        #expect(isMoved)
        let step = try #require(history.undoable.last)
        var old = history.timeline
        old.replace(step.range, with: step.piece.timeline)
        #expect(old == before)
    }

    @Test func aStretchEndsWhereAnotherTakeBegins() {
        var dice = Dice(seed: 3)
        let timeline = history(&dice).timeline
        #expect(timeline.stretches.map(\.segment) == ["a", "b", "a", "c"])
        #expect(timeline.stretches.map(\.range) == [0..<12, 12..<21, 21..<26, 26..<37])
        #expect(timeline.length(of: "a") == 17 && timeline.length(of: "d") == 0)
        #expect(Timeline().stretches.isEmpty)
    }
}
