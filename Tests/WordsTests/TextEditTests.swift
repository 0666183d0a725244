// Tests of corrections in an editor (W7).
import Dictation
import TestSupport
import Testing
import Words

@Suite struct TextEditTests {
    private let rate = 1000

    private func sample() -> (transcript: Transcript, timeline: Timeline) {
        var transcript = Transcript()
        var line = Line(text: "the grey cat sat there", in: 0..<2200, speaker: "Ann", confidence: 0.5)
        line.text = "The grey cat sat there."
        line.alternatives = ["the great cat sat there"]
        transcript["a"].hear(0..<3000, [line])
        transcript["a"].hear(3000..<5000, [Line(text: "(laughs) and went away", in: 3100..<4500, confidence: 0.5)])
        return (transcript, Timeline([Span(segment: "a", length: 6000)]))
    }

    private func lines(_ page: String) -> [String] {
        page.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    @Test func thePageHasTimesAndSpeakers() {
        let base = sample()
        let page = TextEdit.page(for: TimelineText(base.transcript, base.timeline), rate: rate)
        #expect(lines(page) == ["[0:00:00.0] (Ann) The grey cat sat there.", "[0:00:03.1] () (laughs) and went away"])
    }

    @Test func aPageThatComesBackAsItWasChangesNothing() throws {
        let base = sample()
        var transcript = base.transcript
        let page = TextEdit.page(for: TimelineText(base.transcript, base.timeline), rate: rate)
        let report = try TextEdit.apply(edited: page.replacing("\n", with: "\r\n"), base: base, rate: rate, onto: &transcript)
        #expect(transcript == base.transcript)
        #expect(report == TextEditReport())
        _ = try TextEdit.apply(edited: page, base: base, rate: rate, marksAll: true, onto: &transcript)
        #expect(transcript["a"].lines.flatMap(\.words).allSatisfy { $0.confidence == 1 })
        #expect(transcript["a"].lines.map(\.spoken) == base.transcript["a"].lines.map(\.spoken))
    }

    @Test func changedWordsBecomeCertainAndOthersStay() throws {
        let base = sample()
        var transcript = base.transcript
        let edited = "[0:00:00.0] (Ben) The great cat sat.\n[0:00:03.1] () (laughs) and went away\n"
        let report = try TextEdit.apply(edited: edited, base: base, rate: rate, onto: &transcript)
        let first = transcript["a"].lines[0]
        #expect(first.spoken == "The great cat sat.")
        #expect(first.speaker == "Ben")
        #expect(first.alternatives.isEmpty)
        #expect(first.words.map(\.confidence) == [0.5, 1, 0.5, 1])
        #expect(Array(first.words.map(\.start)) == base.transcript["a"].lines[0].words.prefix(4).map(\.start))
        #expect(transcript["a"].lines[1] == base.transcript["a"].lines[1])
        #expect((report.changed, report.inserted, report.removed, report.lines) == (2, 0, 1, 1))
        #expect(report.conflicts.isEmpty)
    }

    @Test func breaksAndJoinsMakeLines() throws {
        let base = sample()
        var transcript = base.transcript
        let edited = "[0:00:00.0] (Ann) The grey\ncat sat there. [0:00:03.1] () (laughs) and went #5 away"
        _ = try TextEdit.apply(edited: edited, base: base, rate: rate, onto: &transcript)
        #expect(transcript["a"].lines.map(\.spoken) == ["The grey", "cat sat there. (laughs) and went #5 away"])
        #expect(transcript["a"].lines.map(\.speaker) == ["Ann", "Ann"])
        let five = transcript["a"].lines[1].words[6]
        let old = base.transcript["a"].lines[1].words
        #expect(five.start >= old[2].start && five.end <= old[3].start)
    }

    @Test func wordsOfACutComeBackInTheirPlaces() throws {
        var base = sample()
        let whole = base.timeline
        let cat = base.transcript["a"].lines[0].words[2]
        base.timeline.delete(cat.start..<cat.end)
        var transcript = base.transcript
        let page = TextEdit.page(for: TimelineText(base.transcript, base.timeline), rate: rate)
        let edited = page.replacing("grey", with: "old grey")
        _ = try TextEdit.apply(edited: edited, base: base, rate: rate, onto: &transcript)
        #expect(TimelineText(transcript, base.timeline).lines[0].text == "the old grey sat there")
        #expect(TimelineText(transcript, whole).lines[0].text == "the old grey cat sat there")
    }

    @Test func changesOfBothSidesAreConflictsAndTheUserWins() throws {
        let base = sample()
        var transcript = base.transcript
        let cat = base.transcript["a"].lines[0].words[2]
        transcript["a"].hear(cat.start..<cat.end, [Line([Word("hat", start: cat.start, end: cat.end - 5, confidence: 0.9)])])
        let edited = "[0:00:00.0] (Ann) The grey bat sat there.\n[0:00:03.1] () (laughs) and went away"
        let report = try TextEdit.apply(edited: edited, base: base, rate: rate, onto: &transcript)
        #expect(TimelineText(transcript, base.timeline).lines.map(\.text)[0] == "The grey bat sat there.")
        #expect(report.conflicts.map(\.before) == ["cat"])
        #expect(report.conflicts.map(\.theirs) == ["hat"])
        #expect(report.conflicts.map(\.yours) == ["bat"])
    }

    @Test func soundWithoutWordsGetsThem() throws {
        let timeline = Timeline([Span(segment: "a", first: 50, length: 4000), Span(segment: "b", length: 4000)])
        var transcript = Transcript()
        let report = try TextEdit.apply(
            edited: "[0:00:01.0] (Ann) one two\n[0:00:05.0] three", base: (transcript, timeline), rate: rate, onto: &transcript)
        #expect(report.inserted == 3)
        let text = TimelineText(transcript, timeline)
        #expect(text.lines.map(\.text) == ["one two", "three"])
        #expect(text.lines.map(\.start) == [1000, 5000])
        #expect(text.lines.map(\.speaker) == ["Ann", nil])
    }

    @Test func refusesWhatWouldLoseAll() {
        let base = sample()
        var transcript = base.transcript
        #expect(throws: TextEditError.empty) {
            try TextEdit.apply(edited: "# nothing\n\n", base: base, rate: rate, onto: &transcript)
        }
        var empty = Transcript()
        #expect(throws: TextEditError.noSound) {
            try TextEdit.apply(edited: "one", base: (empty, Timeline()), rate: rate, onto: &empty)
        }
        #expect(transcript == base.transcript)
    }

    @Test func anHourOfSpeechTakesNoTime() throws {
        var dice = Dice(seed: 3)
        var transcript = Transcript()
        let common = (0..<400).map { "word\($0)" }
        for line in 0..<1000 {
            let words = (0..<10).map { _ in common.randomElement(using: &dice) ?? "" }
            let start = Int64(line) * 3600
            transcript["a"].lines.append(Line(text: words.joined(separator: " "), in: start..<start + 3000))
        }
        let base = (transcript, Timeline([Span(segment: "a", length: 3_600_000)]))
        let page = TextEdit.page(for: TimelineText(transcript, base.1), rate: rate)
        let edited = page.replacing("word7 ", with: "changed and more ").replacing("word9 ", with: "")
        let time = try ContinuousClock().measure {
            _ = try TextEdit.apply(edited: edited, base: base, rate: rate, onto: &transcript)
        }
        let words = lines(edited).flatMap { $0.split(separator: " ").dropFirst().map(String.init) }
        #expect(TimelineText(transcript, base.1).words.map(\.text) == words)
        // An optimised build takes a twentieth of it.
        #expect(time < .seconds(10))
        print("an hour of speech is corrected in \(time)")
    }

    @Test func aStretchIsWrittenAloneAndItsWordsKeepTheirTimes() throws {
        let base = sample()
        var transcript = base.transcript
        let report = try TextEdit.write("(Ben) the great cat", in: 0..<1500, of: base.timeline, rate: rate, onto: &transcript)
        let before = base.transcript["a"].lines[0].words
        #expect(report.changed == 1)
        let text = TimelineText(transcript, base.timeline)
        #expect(text.words.map(\.text).prefix(3) == ["the", "great", "cat"])
        #expect(text.words[2].start == before[2].start)
        #expect(text.lines[0].speaker == "Ben")
        // Words outside of the stretch are as they were.
        #expect(text.words.suffix(4).map(\.text) == ["(laughs)", "and", "went", "away"])
        #expect(text.words.last?.confidence == 0.5)
    }

    /// Words on both sides of a joint, replaced by another number of words: each side has those of its time.
    @Test func aTextOverAJointIsSharedByTheTimeOfItsSides() throws {
        var transcript = Transcript()
        transcript["a"].hear(0..<4000, [Line([Word("drei", start: 3000, end: 3900)])])
        transcript["a"].hear(8000..<9000, [Line(text: "sechs strasse", in: 8000..<9000)])
        var timeline = Timeline([Span(segment: "a", length: 10_000)])
        timeline.delete(3600..<8000)
        let base = transcript
        let new = "ein ganz neuer langer satz hier"
        let stretches: [Range<Int64>] = [3000..<4600, 2500..<5000]
        for stretch in stretches {
            transcript = base
            _ = try TextEdit.write(new, in: stretch, of: timeline, rate: rate, onto: &transcript)
            let words = TimelineText(transcript, timeline).words
            #expect(words.map(\.text).joined(separator: " ") == new)
            #expect(words.count { $0.start < 3600 } == 2, "\(words)")
            #expect(words.allSatisfy { $0.end - $0.start >= 100 && $0.start >= 3000 && $0.end <= 4600 }, "\(words)")
        }
        // Fewer words than sides: none is forced into a side of a moment.
        transcript = base
        _ = try TextEdit.write("one", in: 3000..<4600, of: timeline, rate: rate, onto: &transcript)
        let one = TimelineText(transcript, timeline).words
        #expect(one.count == 1 && one.allSatisfy { $0.start >= 3600 }, "\(one)")
    }

    /// Fewer words than before over a joint: those that are or look like old ones keep their times, and the others their side.
    @Test(
        arguments: [
            ("zwei neu", [1000, 2000]), ("neu acht", [3000, 7137]), ("eins neu", [0, 1000]), ("eins neu acht", [0, 3000, 7137]),
            ("eins zwei dreist viel", [0, 1000, 2000, 3000]), ("dreist", [2000]), ("drei neuer acht", [2000, 3000, 7137]),
            ("alpha beta", [0, 3000]), ("eins zwei drei", [0, 1000, 2000]), ("eins sechsten", [0, 4896]),
            ("vier fuenf sechs sieben acht", [3000, 3862, 4896, 5931, 7137]),
        ] as [(String, [Int64])]) func fewerWordsOverAJointKeepTheirSide(new: String, starts: [Int64]) throws
    {
        var transcript = Transcript()
        let lines = [
            Line(text: "eins zwei drei", in: 0..<3000), Line(text: "vier fuenf sechs sieben acht", in: 6000..<11_000),
        ]
        transcript["a"].hear(0..<12_000, lines)
        var timeline = Timeline([Span(segment: "a", length: 12_000)])
        timeline.delete(3000..<6000)
        _ = try TextEdit.write(new, in: 0..<9000, of: timeline, rate: rate, onto: &transcript)
        let words = TimelineText(transcript, timeline).words
        #expect(words.map(\.text).joined(separator: " ") == new)
        #expect(words.map(\.start) == starts)
    }

    @Test func aTextForSoundWithoutWordsBeginsWhereTheStretchBegins() throws {
        var transcript = Transcript()
        let timeline = Timeline([Span(segment: "a", first: 500, length: 2000), Span(segment: "b", length: 4000)])
        _ = try TextEdit.write("# 5 is a number", in: 2500..<5000, of: timeline, rate: rate, onto: &transcript)
        let text = TimelineText(transcript, timeline)
        #expect(text.words.map(\.text) == ["#", "5", "is", "a", "number"])
        #expect(text.lines[0].start == 2500 && text.lines[0].end <= 5000)
        #expect(text.words.allSatisfy { $0.confidence == 1 })
        // Nobody has to listen to the stretch again.
        #expect(text.unheard.ranges == [0..<2500, 5000..<6000])
    }

    @Test func anEmptyTextRemovesTheWordsOfTheStretchOnly() throws {
        let base = sample()
        var transcript = base.transcript
        let report = try TextEdit.write("  ", in: 3000..<5000, of: base.timeline, rate: rate, onto: &transcript)
        #expect(report.removed == 4)
        let text = TimelineText(transcript, base.timeline)
        #expect(text.words.map(\.text) == ["the", "grey", "cat", "sat", "there"])
        #expect(text.unheard.ranges == [5000..<6000])
        #expect(throws: TextEditError.noSound) {
            try TextEdit.write("a", in: 7000..<8000, of: base.timeline, rate: rate, onto: &transcript)
        }
    }
}
