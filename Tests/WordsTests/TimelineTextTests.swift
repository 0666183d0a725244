// Tests of words under edits, against a model in which each frame carries the words of its middle (W1).
import Dictation
import TestSupport
import Testing
import Words

/// A frame of a file.
private struct Grain: Hashable {
    var file: String
    var frame: Int64
}

extension Timeline {
    fileprivate var grains: [Grain] {
        spans.flatMap { span in (span.first..<span.end).map { Grain(file: span.segment, frame: $0) } }
    }
}

/// The model: the words of each frame, and the frames that were heard.
private struct Model {
    var words: [Grain: [String]] = [:]
    var heard: Set<Grain> = []

    init(_ transcript: Transcript) {
        for file in transcript.files {
            for word in file.lines.flatMap(\.words) {
                words[Grain(file: file.file, frame: word.anchor), default: []].append(word.text)
            }
            for range in file.heard.ranges { heard.formUnion(range.map { Grain(file: file.file, frame: $0) }) }
        }
    }
}

@Suite struct TimelineTextTests {
    @Test(arguments: 0..<30) func wordsGoWhereTheirFramesGo(seed: UInt64) {
        var dice = Dice(seed: seed)
        var transcript = makeTranscript(["a", "b"], lines: 3, &dice)
        // Parts that nobody has listened to.
        transcript["a"].forget(1200..<1700)
        transcript["b"].forget(0..<90)
        let model = Model(transcript)
        var history = EditHistory(Timeline([Span(segment: "a", length: 3000)]))
        for _ in 0..<40 {
            let length = history.timeline.length
            let low = Int64.random(in: 0...length, using: &dice)
            let high = min(length, low + Int64.random(in: 0...900, using: &dice))
            let first = Int64.random(in: 0...2000, using: &dice)
            let piece = Arrangement(
                Timeline([
                    Span(
                        segment: ["a", "b"].randomElement(using: &dice) ?? "a", first: first,
                        length: Int64.random(in: 1...999, using: &dice))
                ]))
            switch Int.random(in: 0..<6, using: &dice) {
            case 0: history.append(piece)
            case 1: history.insert(piece, at: low)
            case 2: history.overwrite(from: low, with: piece)
            case 3: history.delete(low..<high)
            case 4: _ = history.undo()
            default: _ = history.redo()
            }
            let text = TimelineText(transcript, history.timeline)
            let grains = history.timeline.grains
            #expect(text.words.map(\.text) == grains.flatMap { model.words[$0] ?? [] })
            let unheard = FrameSet(
                grains.enumerated().filter { !model.heard.contains($0.element) }.map { Int64($0.offset)..<Int64($0.offset) + 1 })
            #expect(text.unheard == unheard)
            for word in text.words { #expect(word.start >= 0 && word.start <= word.end && word.end <= history.timeline.length) }
        }
    }

    @Test func aCutInsideALineLeavesOneLine() {
        var transcript = Transcript()
        var line = Line(text: "the grey cat sat there", in: 0..<2200)
        line.text = "The grey cat sat there."
        line.alternatives = ["the great cat sat there"]
        transcript["a"].hear(0..<3000, [line])
        var timeline = Timeline([Span(segment: "a", length: 3000)])
        #expect(TimelineText(transcript, timeline).lines.map(\.text) == ["The grey cat sat there."])
        let grey = transcript["a"].lines[0].words[1]
        timeline.delete(grey.start..<grey.end)
        let text = TimelineText(transcript, timeline)
        #expect(text.lines.map(\.text) == ["the cat sat there"])
        // Alternatives were those of the whole line.
        #expect(text.lines.map(\.alternatives) == [[]])
        #expect(text.lines[0].words[1].start == grey.start)
    }

    @Test func findsPlacesAndDoubts() {
        var transcript = Transcript()
        transcript["a"].hear(0..<1000, [Line(text: "Der Bürgermeister sprach lange,", in: 0..<1000, confidence: 0.9)])
        transcript["a"].hear(1000..<2000, [Line(text: "länger als sonst.", in: 1000..<2000, confidence: 0.4)])
        transcript["a"].lines[0].words[2].confidence = 0.2
        let text = TimelineText(transcript, Timeline([Span(segment: "a", length: 2000)]))
        #expect(text.places(of: PlainWord.words("burgermeister")).map(\.text) == ["Bürgermeister"])
        #expect(text.places(of: PlainWord.words("Bürger")).map(\.words) == [1..<2])
        let over = text.places(of: PlainWord.words("lange langer"))
        #expect(over.map(\.line) == [0])
        #expect(over.map(\.end) == [text.lines[1].words[0].end])
        #expect(text.places(of: PlainWord.words("lange sonst")).isEmpty)
        #expect(text.doubtful(below: 0.5).map(\.text) == ["sprach", "länger als sonst."])
        #expect(text.line(at: 999) == 0)
        #expect(text.line(at: 1000) == 1)
    }
}
