// Tests of steps of the words: what an edit has replaced comes back exactly, and goes again (W7 F24).
import Dictation
import TestSupport
import Testing

@testable import Words

@Suite struct WordsStepTests {
    private func id(_ number: UInt64) -> Identifier { Identifier(random: number, 7) }

    /// A random change of the words: new ones, other ones, fewer, or words heard anew.
    private func change(_ transcript: inout Transcript, _ dice: inout Dice) {
        let file = dice.next(below: 2) == 0 ? "a" : "b"
        let start = Int64.random(in: 0...5000, using: &dice)
        let range = start..<start + Int64.random(in: 1...2500, using: &dice)
        switch dice.next(below: 5) {
        case 0: transcript[file].forget(range)
        case 1: transcript[file].hear(range, [Line(text: "heard anew here", in: range)])
        case 2:
            var other = Transcript()
            (other.language, other.model) = ("de", "other")
            other["a"].hear(range, [Line(text: "words of another program", in: range, confidence: 0.5)])
            transcript.take(other)
        case 3: transcript.alternatives = ["number \(start)"]
        default:
            let lines = transcript[file].lines
            guard !lines.isEmpty else { return }
            transcript[file].lines[dice.next(below: lines.count)].speaker = "Speaker \(start)"
        }
    }

    @Test(arguments: 0..<200) func eachStepLeadsBackAndForthExactly(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        var transcript = makeTranscript(["a", "b"], lines: 5, &dice)
        var states = [transcript]
        var ids: [Identifier] = []
        for number in 0..<10 {
            let before = transcript
            change(&transcript, &dice)
            guard transcript.note(id(UInt64(number)), from: before) else { continue }
            ids.append(id(UInt64(number)))
            states.append(transcript)
        }
        func isSame(_ one: Transcript, _ other: Transcript) -> Bool {
            one.keepingSteps([]).files.filter { !$0.lines.isEmpty || !$0.heard.isEmpty }.sorted { $0.file < $1.file }
                == other.keepingSteps([]).files.filter { !$0.lines.isEmpty || !$0.heard.isEmpty }.sorted { $0.file < $1.file }
                && one.source == other.source
        }
        for round in 0..<2 {
            for (place, step) in ids.enumerated().reversed() {
                let isTurned = transcript.turn(step)
                #expect(isTurned)
                #expect(isSame(transcript, states[place]), "round \(round), step \(place)")
                // The file of the transcript holds the steps.
                var recording = Recording(name: "a", created: "")
                recording.edits = EditHistory(Timeline([Span(segment: "a", length: 6000), Span(segment: "b", length: 6000)]))
                #expect(try Transcript(parsing: transcript.printed(for: recording)) == transcript)
            }
            for (place, step) in ids.enumerated() {
                let isTurned = transcript.turn(step)
                #expect(isTurned)
                #expect(isSame(transcript, states[place + 1]), "round \(round), step \(place)")
            }
        }
        let isUnknown = !transcript.turn(id(99))
        #expect(isUnknown)
    }

    @Test func changesOfOneEditAreOneStep() {
        var transcript = Transcript()
        transcript["a"].hear(0..<1000, [Line(text: "the words of before", in: 0..<900)])
        let start = transcript
        for part in 0..<4 {
            let before = transcript
            transcript["a"].hear(Int64(part) * 250..<Int64(part + 1) * 250, [])
            let isStep = transcript.note(id(1), from: before)
            #expect(isStep)
        }
        #expect(transcript.steps.count == 1 && transcript["a"].lines.isEmpty)
        let isTurned = transcript.turn(id(1))
        #expect(isTurned)
        #expect(transcript["a"] == start["a"])
    }

    @Test func theOldestStepsGoWhenTheyHaveTooManyWords() {
        var transcript = Transcript()
        let many = (0..<40_000).map { "w\($0)" }.joined(separator: " ")
        for number in 0..<5 {
            let before = transcript
            transcript["a"].hear(0..<1_000_000, [Line(text: "\(number) \(many)", in: 0..<1_000_000)])
            let isStep = transcript.note(id(UInt64(number)), from: before)
            #expect(isStep)
        }
        // The first one replaced nothing; the last two have 80,000 words.
        #expect(transcript.steps.map(\.id) == [id(3), id(4)])
        let before = transcript
        transcript["a"].hear(0..<1_000_000, [Line(text: String(repeating: many + " ", count: 4), in: 0..<1_000_000)])
        _ = transcript.note(id(5), from: before)
        let longer = transcript
        transcript["a"].forget(0..<1_000_000)
        _ = transcript.note(id(6), from: longer)
        // One edit can always be undone.
        #expect(transcript.steps.map(\.id) == [id(6)] && transcript.steps[0].words == 160_000)
    }

    @Test func namingASpeakerMakesNoWordCertain() throws {
        var transcript = Transcript()
        transcript["a"].hear(0..<3000, [Line(text: "the grey cat sat", in: 0..<2200, speaker: "left", confidence: 0.5)])
        transcript["a"].hear(3000..<5000, [Line(text: "and went away", in: 3100..<4500, speaker: "right", confidence: 0.4)])
        let base = (transcript: transcript, timeline: Timeline([Span(segment: "a", length: 6000)]))
        let page = TextEdit.page(for: TimelineText(transcript, base.timeline), rate: 1000)
        let edited = page.replacing("(left)", with: "(Ann)").replacing("(right)", with: "(Ben)")
        _ = try TextEdit.apply(edited: edited, base: base, rate: 1000, onto: &transcript)
        #expect(transcript["a"].lines.map(\.speaker) == ["Ann", "Ben"])
        #expect(transcript["a"].lines.flatMap(\.words).map(\.confidence) == [0.5, 0.5, 0.5, 0.5, 0.4, 0.4, 0.4])
        // The same by the verb for a stretch, and a correction makes its word certain alone.
        _ = try TextEdit.write("(Eve) the grey cat sat", in: 0..<2500, of: base.timeline, rate: 1000, onto: &transcript)
        #expect(transcript["a"].lines[0].speaker == "Eve" && transcript["a"].lines[0].words.allSatisfy { $0.confidence == 0.5 })
        _ = try TextEdit.write("(Eve) the great cat sat", in: 0..<2500, of: base.timeline, rate: 1000, onto: &transcript)
        #expect(transcript["a"].lines[0].words.map(\.confidence) == [0.5, 1, 0.5, 0.5])
        // The text that stands there, written once more, is a confirmation.
        _ = try TextEdit.write("(Eve) the great cat sat", in: 0..<2500, of: base.timeline, rate: 1000, onto: &transcript)
        #expect(transcript["a"].lines[0].words.allSatisfy { $0.confidence == 1 })
        // A line with a corrected word stays when the recogniser listens again beside it.
        transcript["a"].lines[0].words[0].confidence = 0.5
        transcript["a"].hearUnheard(0..<3000, [Line(text: "something else was said here", in: 0..<2200)])
        #expect(transcript["a"].lines[0].spoken == "the great cat sat")
    }
}
