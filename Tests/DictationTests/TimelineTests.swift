// Tests of the timeline, against a model that holds every frame by itself.
import Dictation
import TestSupport
import Testing

/// The origin of a frame of a recording: a frame of a file.
struct Grain: Hashable {
    var segment: String
    var frame: Int64
}

extension Timeline {
    var grains: [Grain] {
        spans.flatMap { span in (span.first..<span.end).map { Grain(segment: span.segment, frame: $0) } }
    }
}

@Suite struct TimelineTests {
    func random(_ dice: inout Dice) -> Timeline {
        Timeline(
            (0..<Int.random(in: 0...3, using: &dice)).map { _ in
                Span(
                    segment: ["a", "b", "c"].randomElement(using: &dice) ?? "a", first: Int64.random(in: 0...20, using: &dice),
                    length: Int64.random(in: 0...12, using: &dice))
            })
    }

    @Test(arguments: 0..<40) func editsAreThoseOfTheModel(seed: Int) {
        var dice = Dice(seed: UInt64(seed))
        var history = EditHistory()
        var model: [Grain] = []
        var past: [[Grain]] = []
        for _ in 0..<120 {
            let piece = random(&dice)
            let count = Int64(model.count)
            // Some ranges reach past both ends of the timeline.
            let low = Int64.random(in: -3...count + 3, using: &dice)
            let high = low + Int64.random(in: 0...15, using: &dice)
            let from = Int(min(max(0, low), count))
            let before = model
            let kind = Int.random(in: 0..<5, using: &dice)
            switch kind {
            case 0:
                history.append(Arrangement(piece))
                model += piece.grains
            case 1:
                history.insert(Arrangement(piece), at: low)
                model.insert(contentsOf: piece.grains, at: from)
            case 2:
                history.overwrite(from: low, with: Arrangement(piece))
                model.replaceSubrange(from..<min(model.count, from + piece.grains.count), with: piece.grains)
            case 3:
                history.delete(low..<high)
                model.removeSubrange(from..<max(from, Int(min(max(0, high), count))))
            default:
                let undone = history.undo()
                #expect((undone == nil) == past.isEmpty)
                if let last = past.popLast() {
                    #expect(history.timeline.grains == last)
                    if Bool.random(using: &dice) {
                        model = last
                    } else {
                        #expect(history.redo() != nil)
                        past.append(last)
                    }
                }
            }
            if kind < 4, before != model { past.append(before) }
            past.removeFirst(max(0, past.count - EditHistory.limit))
            check(history.timeline, model)
        }
    }

    func check(_ timeline: Timeline, _ model: [Grain]) {
        #expect(timeline.grains == model)
        #expect(timeline.length == Int64(model.count))
        #expect(timeline.spans.allSatisfy { $0.length > 0 })
        for (one, next) in zip(timeline.spans, timeline.spans.dropFirst()) {
            #expect(one.segment != next.segment || one.end != next.first)
        }
        for (frame, grain) in model.enumerated() {
            let place = timeline.place(of: Int64(frame))
            #expect(place?.segment == grain.segment && place?.frame == grain.frame)
        }
        #expect(timeline.place(of: timeline.length) == nil && timeline.place(of: -1) == nil)
    }

    @Test func spansMeetWhereTheEarCouldTell() {
        let take = Timeline([Span(segment: "a", length: 100)])
        var edited = take
        edited.insert(Timeline([Span(segment: "b", length: 30)]), at: 40)
        #expect(edited.spans.map(\.length) == [40, 30, 60] && edited.segments == ["a", "b"])
        edited.delete(40..<70)
        #expect(edited == take && edited.spans.count == 1)
    }

    /// Sidecars of older versions call a cut a deletion.
    @Test func aCutOfAnOlderVersionIsACut() throws {
        let format = try AudioFormat(rate: 48_000)
        var recording = Recording(name: "a", created: "", segment: Segment(file: "a.wav", created: "", format: format))
        recording.edits.replace(0..<0, with: Arrangement(Timeline([Span(segment: "a.wav", length: 10)])), as: "append")
        recording.edits.replace(0..<4, with: Arrangement(), as: "delete")
        var read = try Recording(name: "a", parsing: recording.printed)
        #expect(read.edits.undo() == "cut" && read.edits.redo() == "cut")
    }

    @Test func aNewEditEndsWhatCouldBeRedone() {
        var history = EditHistory(Timeline([Span(segment: "a", length: 10)]))
        history.delete(0..<4)
        history.delete(3..<3)
        #expect(history.undoable.map(\.name) == ["cut"])
        #expect(history.undo() == "cut" && history.timeline.length == 10)
        history.append(Arrangement(Timeline([Span(segment: "b", length: 5)])))
        #expect(history.redo() == nil && history.segments == ["a", "b"])
    }
}
