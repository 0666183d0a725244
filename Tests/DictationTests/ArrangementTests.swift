// Tests of markers, against a model in which each frame carries its own markers (R15, F5).
import Dictation
import TestSupport
import Testing

/// A frame with the markers that stand on it.
private struct MarkedGrain: Hashable {
    var grain: Grain
    var markers: [String]
}

extension Arrangement {
    fileprivate var grains: [MarkedGrain] {
        timeline.grains.enumerated().map { frame, grain in
            MarkedGrain(grain: grain, markers: markers.filter { $0.frame == Int64(frame) }.map(\.name))
        }
    }
}

@Suite struct ArrangementTests {
    @Test(arguments: 0..<40) func markersGoWhereTheirFramesGo(seed: UInt64) {
        var dice = Dice(seed: seed)
        var history = EditHistory()
        var model: [MarkedGrain] = []
        var undone: [[MarkedGrain]] = []
        var past: [[MarkedGrain]] = []
        var count = 0
        func marker(_ range: ClosedRange<Int64>) -> Marker {
            count += 1
            return Marker(frame: Int64.random(in: range, using: &dice), name: "\(count)")
        }
        for _ in 0..<150 {
            let spans = (0..<Int.random(in: 0...2, using: &dice)).map { _ in
                Span(
                    segment: ["a", "b"].randomElement(using: &dice) ?? "a", first: Int64.random(in: 0...20, using: &dice),
                    length: Int64.random(in: 1...12, using: &dice))
            }
            var piece = Arrangement(Timeline(spans))
            if Bool.random(using: &dice) { piece.add(marker(0...12)) }
            let before = model
            let low = Int64.random(in: 0...Int64(model.count), using: &dice)
            let high = min(Int64(model.count), low + Int64.random(in: 0...15, using: &dice))
            switch Int.random(in: 0..<7, using: &dice) {
            case 0:
                history.append(piece)
                model += piece.grains
            case 1:
                history.insert(piece, at: low)
                model.insert(contentsOf: piece.grains, at: Int(low))
            case 2:
                history.overwrite(from: low, with: piece)
                let end = min(Int64(model.count), low + piece.length)
                // The markers of the replaced part stay at their places on the timeline.
                var new = piece.grains
                for place in Int(low)..<Int(end) { new[place - Int(low)].markers.insert(contentsOf: model[place].markers, at: 0) }
                model.replaceSubrange(Int(low)..<Int(end), with: new)
            case 3:
                history.delete(low..<high)
                model.removeSubrange(Int(low)..<Int(high))
            case 4:
                // The change is no undo step, so undo passes over it. The model is only simple if there is no step to undo or
                // redo.
                guard past.isEmpty, undone.isEmpty else { continue }
                let mark = marker(-3...Int64(model.count) + 3)
                history.arrangement.add(mark)
                if !model.isEmpty { model[Int(min(max(0, mark.frame), Int64(model.count) - 1))].markers.append(mark.name) }
                continue
            case 5:
                #expect((history.undo() == nil) == past.isEmpty)
                if let last = past.popLast() {
                    undone.append(model)
                    model = last
                }
                #expect(history.arrangement.grains == model)
                continue
            default:
                #expect((history.redo() == nil) == undone.isEmpty)
                if let last = undone.popLast() {
                    past.append(model)
                    model = last
                }
                #expect(history.arrangement.grains == model)
                continue
            }
            if before != model {
                past.append(before)
                undone = []
                past.removeFirst(max(0, past.count - EditHistory.limit))
            } else if history.redoable.isEmpty {
                undone = []
                if history.undoable.count > past.count { past.append(before) }
            }
            #expect(history.arrangement.grains == model)
            #expect(history.markers.map(\.frame) == history.markers.map(\.frame).sorted())
        }
    }

    @Test func aMarkerSetAfterAnEditSurvivesItsUndo() {
        var history = EditHistory(Timeline([Span(segment: "a", length: 100)]))
        history.arrangement.add(Marker(frame: 10, name: "before"))
        history.arrangement.add(Marker(frame: 50, name: "inside"))
        history.delete(40..<60)
        history.arrangement.add(Marker(frame: 70, name: "after"))
        #expect(history.markers.map(\.name) == ["before", "after"])
        #expect(history.undo() == "cut")
        #expect(history.markers.map(\.frame) == [10, 50, 90] && history.markers.map(\.name) == ["before", "inside", "after"])
        #expect(history.redo() == "cut" && history.markers.map(\.frame) == [10, 70])
    }

    /// A punch replaces sound and leaves the markers of that stretch, the one that it starts at too; its own come beside them.
    @Test func aPunchKeepsTheMarkersOfItsStretch() {
        var history = EditHistory(Timeline([Span(segment: "a", length: 100)]))
        for frame: Int64 in [9, 10, 30, 59, 60] { history.arrangement.add(Marker(frame: frame, name: "\(frame)")) }
        let before = history.arrangement
        history.overwrite(
            from: 10, with: Arrangement(Timeline([Span(segment: "b", length: 50)]), markers: [Marker(frame: 20, name: "new")]))
        let after = history.arrangement
        #expect(after.markers.map(\.name) == ["9", "10", "30", "new", "59", "60"])
        #expect(after.markers.map(\.frame) == [9, 10, 30, 30, 59, 60])
        #expect(history.undo() == "overwrite" && history.arrangement == before)
        #expect(history.redo() == "overwrite" && history.arrangement == after)
        // A punch beyond the end, and one without a frame.
        history.overwrite(from: 90, with: Arrangement(Timeline([Span(segment: "c", length: 50)])))
        history.overwrite(from: 30, with: Arrangement())
        #expect(history.arrangement.markers == after.markers)
    }

    @Test func markersStayInside() {
        var arrangement = Arrangement()
        #expect(arrangement.add(Marker(frame: 3)) == nil && arrangement.markers.isEmpty)
        arrangement = Arrangement(Timeline([Span(segment: "a", length: 10)]))
        arrangement.add(Marker(frame: 99, name: "end"))
        arrangement.add(Marker(frame: -1, name: "start"))
        #expect(arrangement.markers.map(\.frame) == [0, 9])
        #expect(arrangement.change(.change(at: 1, Marker(frame: 0, name: "end"))) == 1)
        #expect(arrangement.markers.map(\.name) == ["start", "end"])
        #expect(arrangement.change(.remove(at: 0)) == 0 && arrangement.markers.map(\.name) == ["end"])
    }
}
