// Random corrections against the edited text itself (W7).
import Dictation
import TestSupport
import Testing
import Words

@Suite struct TextEditRandomTests {
    private let rate = 1000

    /// A timeline of pieces of both files, none of them twice.
    private func timeline(_ dice: inout Dice) -> Timeline {
        var pieces: [Span] = []
        for file in ["a", "b"] {
            var at: Int64 = 0
            while at < 4000 {
                let length = Int64.random(in: 100...1500, using: &dice)
                if Int.random(in: 0..<4, using: &dice) > 0 { pieces.append(Span(segment: file, first: at, length: length)) }
                at += length
            }
        }
        pieces.append(Span(segment: "a", first: 5000, length: 100))
        return Timeline(dice.next(below: 2) == 0 ? pieces : pieces.shuffled(using: &dice))
    }

    /// Random changes of the words of a page; the text as it then must be. `fresh` is the beginning of new words.
    private func edit(_ lines: [[String]], _ dice: inout Dice) -> [[String]] {
        var lines = lines
        for number in 0..<Int.random(in: 1...12, using: &dice) {
            let line = dice.next(below: lines.count)
            let place = dice.next(below: lines[line].count)
            switch dice.next(below: 6) {
            case 0: lines[line][place] = "new\(number)"
            case 1: lines[line].insert(contentsOf: (0...dice.next(below: 3)).map { "more\(number).\($0)" }, at: place)
            case 2: lines[line].append("last\(number)")
            case 3 where lines[line].count > 1: lines[line].remove(at: place)
            case 4 where place > 0:
                lines.insert(Array(lines[line][place...]), at: line + 1)
                lines[line].removeSubrange(place...)
            case 5 where line + 1 < lines.count: lines[line] += lines.remove(at: line + 1)
            default: lines.insert(["line\(number)"], at: line)
            }
        }
        return lines
    }

    @Test(arguments: 0..<300) func theTextIsTheEditedOne(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let transcript = makeTranscript(["a", "b"], lines: 4, &dice)
        let base = (transcript: transcript, timeline: timeline(&dice))
        let before = TimelineText(transcript, base.timeline)
        guard !before.lines.isEmpty else { return }
        let edited = edit(before.lines.map { $0.words.map(\.text) }, &dice)
        let page = edited.map { "[0:00:00.0] " + $0.joined(separator: " ") }.joined(separator: "\n")
        var after = transcript
        let report = try TextEdit.apply(edited: page, base: base, rate: rate, onto: &after)
        #expect(report.conflicts.isEmpty)
        let text = TimelineText(after, base.timeline)
        #expect(text.words.map(\.text) == edited.flatMap { $0 })
        // Words that stay have their times; every line goes forwards.
        let times = Dictionary(before.words.map { ($0.text, $0) }) { first, _ in first }
        for word in text.words {
            guard let old = times[word.text] else { continue }
            #expect((word.start, word.end) == (old.start, old.end))
        }
        for file in after.files {
            for line in file.lines {
                #expect(zip(line.words, line.words.dropFirst()).allSatisfy { $0.start <= $1.start })
                #expect(line.words.allSatisfy { $0.start >= 0 && $0.start <= $0.end })
            }
        }
        // Words that were not shown stay.
        let shown = Set(before.words.map(\.text))
        let all = Set(after.files.flatMap(\.lines).flatMap(\.words).map(\.text))
        let hidden = transcript.files.flatMap(\.lines).flatMap(\.words).map(\.text).filter { !shown.contains($0) }
        #expect(hidden.allSatisfy(all.contains))
        // The page of the new text changes nothing more.
        var again = after
        let next = TextEdit.page(for: text, rate: rate)
        _ = try TextEdit.apply(edited: next, base: (after, base.timeline), rate: rate, onto: &again)
        #expect(again == after)
    }

    @Test(arguments: 0..<100) func nothingIsLostWhenSoundAndWordsChangeMeanwhile(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let transcript = makeTranscript(["a", "b"], lines: 4, &dice)
        let base = (transcript: transcript, timeline: timeline(&dice))
        let before = TimelineText(transcript, base.timeline)
        guard !before.lines.isEmpty else { return }
        let edited = edit(before.lines.map { $0.words.map(\.text) }, &dice)
        let page = edited.map { "[0:00:00.0] " + $0.joined(separator: " ") }.joined(separator: "\n")
        // Meanwhile a part is recognised again, and the sound is cut.
        var present = transcript
        let low = Int64.random(in: 0...3000, using: &dice)
        let heard = Line(text: "theirs anew", in: low..<low + 700, confidence: 0.3)
        present["a"].hear(low..<low + 800, [heard])
        var cut = base.timeline
        let start = Int64.random(in: 0...cut.length, using: &dice)
        cut.delete(start..<min(cut.length, start + 700))
        _ = try TextEdit.apply(edited: page, base: base, rate: rate, onto: &present)
        // All that the user wrote is in the files, and is heard again when the cut is undone.
        let known = Set(before.words.map(\.text))
        let mine = edited.flatMap { $0 }.filter { !known.contains($0) }
        let whole = TimelineText(present, base.timeline).words.map(\.text)
        #expect(whole.filter { Set(mine).contains($0) }.sorted() == mine.sorted())
        // Words that the user removed are gone.
        let kept = Set(edited.flatMap { $0 })
        #expect(known.subtracting(kept).isDisjoint(with: whole))
        // The text of the cut sound has no others than the whole one.
        #expect(Set(TimelineText(present, cut).words.map(\.text)).isSubset(of: whole))
    }
}
