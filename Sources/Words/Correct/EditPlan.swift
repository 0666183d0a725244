// Finds the edits of the words of each file. Any thread; a value, no I/O.
import Dictation

/// The edits that make an edited page of the text that was given out.
struct EditPlan {
    private(set) var edits: [String: [WordEdit]] = [:]
    /// The files with edits, in the order of the text.
    private(set) var files: [String] = []
    private(set) var report = TextEditReport()
    private let tokens: [Token]
    /// The words of the page, with the indices of their lines.
    private let words: [(text: String, line: Int)]
    private let page: EditedPage
    private let text: TimelineText
    private var groups = 0
    /// Piece of the new line to which the next word may be added.
    private var piece: (line: Int, file: String, start: Int64)?

    init(_ page: EditedPage, _ text: TimelineText, _ base: (transcript: Transcript, timeline: Timeline), rate: Int) {
        self.page = page
        self.text = text
        tokens = Self.tokens(text, base)
        words = page.lines.enumerated().flatMap { index, line in line.words.map { ($0, index) } }
        guard !tokens.isEmpty else {
            insertAll(base.timeline, rate)
            return
        }
        let pairs = WordAlignment(tokens.map(\.text), words.map(\.text)).pairs
        let untouched = untouchedLines(pairs)
        report.lines = page.lines.count - untouched.count
        var run: [WordPair] = []
        var before: Int?
        for pair in pairs {
            guard let old = pair.old, let new = pair.new, isSame(old, new) else {
                run.append(pair)
                continue
            }
            place(run, after: before, before: old, rate)
            run = []
            before = old
            keep(old, new, isTouched: !untouched.contains(words[new].line))
        }
        place(run, after: before, before: nil, rate)
    }

    private func isSame(_ old: Int, _ new: Int) -> Bool {
        tokens[old].text == words[new].text || PlainWord(tokens[old].text) == PlainWord(words[new].text)
    }

    /// Lines of the page that are lines of the text as it was.
    private func untouchedLines(_ pairs: [WordPair]) -> Set<Int> {
        var source: [Int: Int] = [:]
        var touched: Set<Int> = []
        for pair in pairs {
            guard let new = pair.new else { continue }
            let line = words[new].line
            guard let old = pair.old, tokens[old].text == words[new].text else {
                touched.insert(line)
                continue
            }
            if source[line, default: tokens[old].line] != tokens[old].line { touched.insert(line) }
            source[line] = tokens[old].line
        }
        let lengths = Dictionary(tokens.map { ($0.line, 1) }, uniquingKeysWith: +)
        return Set(
            source.filter { line, old in
                !touched.contains(line) && page.lines[line].words.count == lengths[old]
                    && page.lines[line].speaker == SpeakerText.name(text.lines[old].speaker)
            }.keys)
    }

    private mutating func keep(_ old: Int, _ new: Int, isTouched: Bool) {
        let token = tokens[old]
        guard isTouched else {
            return add(.init(kind: .untouched, key: token.key, word: token.word, shown: token.line), to: token.file)
        }
        var word = token.word
        word.text = words[new].text
        let isChanged = token.text != words[new].text
        if isChanged { report.changed += 1 }
        add(.init(kind: isChanged ? .changed : .kept, key: token.key, word: word), to: token.file, line: words[new].line)
    }

    /// Places words that are not those of before, between the words of two indices.
    private mutating func place(_ run: [WordPair], after: Int?, before: Int?, _ rate: Int) {
        guard !run.isEmpty else { return }
        let (olds, news) = (run.compactMap(\.old), run.compactMap(\.new))
        report.changed += run.count { $0.old != nil && $0.new != nil }
        report.removed += run.count { $0.new == nil }
        report.inserted += run.count { $0.old == nil }
        var (start, left) = (run.startIndex, after)
        let isOverJoint = olds.count != news.count && parts(of: olds).count > 1
        // Words that look like those before stay in their places, and so on their side of the joint.
        for index in run.indices where isOverJoint {
            guard let old = run[index].old, let new = run[index].new, isAlike(old, new) else { continue }
            replace(run[start..<index], after: left, before: old, rate)
            change(old, new)
            (start, left) = (index + 1, old)
        }
        replace(run[start...], after: left, before: before, rate)
    }

    private func isAlike(_ old: Int, _ new: Int) -> Bool {
        PlainWord(tokens[old].text).letters.prefix(2) == PlainWord(words[new].text).letters.prefix(2)
    }

    /// Places words at those that they replace.
    private mutating func replace(_ run: ArraySlice<WordPair>, after: Int?, before: Int?, _ rate: Int) {
        let (olds, news) = (run.compactMap(\.old), run.compactMap(\.new))
        if olds.count == news.count {
            for (old, new) in zip(olds, news) { change(old, new) }
            return
        }
        for old in olds {
            var word = tokens[old].word
            word.text = news.map { words[$0].text }.joined(separator: " ")
            add(.init(kind: .removed, key: tokens[old].key, word: word), to: tokens[old].file)
        }
        insert(news, instead: olds, after: after, before: before, rate)
    }

    private mutating func change(_ old: Int, _ new: Int) {
        var word = tokens[old].word
        word.text = words[new].text
        add(.init(kind: .changed, key: tokens[old].key, word: word), to: tokens[old].file, line: words[new].line)
    }

    /// Places new words at those that they replace, else between their neighbours. Words of the line that goes on after them belong
    /// to the word after them, if that is said at another place.
    private mutating func insert(_ news: [Int], instead olds: [Int], after: Int?, before: Int?, _ rate: Int) {
        guard let last = news.last else { return }
        let parts = parts(of: olds)
        guard parts.count < 2 else { return share(news, among: parts, after: after, before: before, rate) }
        guard olds.isEmpty, let left = after, let right = before, tokens[left].place != tokens[right].place,
            words[following(last)].line == words[last].line
        else {
            let isLast = after != nil && before.map { _ in words[following(last)].line != words[news[0]].line } != false
            let follows = isLast || piece?.line == words[news[0]].line
            return insert(news, instead: olds, after: after, before: before, follows: follows, rate)
        }
        let split = piece?.line == words[last].line ? news.count : news.firstIndex { words[$0].line == words[last].line } ?? 0
        insert(Array(news[..<split]), instead: [], after: after, before: before, follows: true, rate)
        insert(Array(news[split...]), instead: [], after: after, before: before, follows: false, rate)
    }

    /// Words of before, by the spans in which they are.
    private func parts(of olds: [Int]) -> [[Int]] {
        var parts: [[Int]] = []
        for old in olds {
            if let last = parts.last?.last, tokens[last].place == tokens[old].place {
                parts[parts.count - 1].append(old)
            } else {
                parts.append([old])
            }
        }
        return parts
    }

    /// Places new words at those of several spans, as if these were heard without a joint: each span gets words for its time. Fewer
    /// words than spans stay in the span of their only neighbour.
    private mutating func share(_ news: [Int], among parts: [[Int]], after: Int?, before: Int?, _ rate: Int) {
        if news.count < parts.count, after == nil || before == nil, let host = after ?? before,
            let part = parts.first(where: { tokens[$0[0]].place == tokens[host].place })
        {
            return insert(news, instead: part, after: after, before: before, follows: true, rate)
        }
        let times = parts.map { part in
            max(1, InsertionGap(after: nil, before: nil, instead: part.map { tokens[$0] }, follows: true).length)
        }
        let whole = times.reduce(Int64(0)) { $0.boundedSum($1) }
        let spread = Line.spread(news.map { words[$0].text }, in: 0..<whole)
        var (placed, end) = (0, Int64(0))
        for (index, part) in parts.enumerated() {
            end = end.boundedSum(times[index])
            let isLast = index == parts.count - 1
            let count = isLast ? news.count : spread.firstIndex { $0.anchor >= end } ?? news.count
            insert(Array(news[placed..<count]), instead: part, after: after, before: before, follows: true, rate)
            placed = count
        }
    }

    /// Index of the word after one of the page.
    private func following(_ new: Int) -> Int { min(new + 1, words.count - 1) }

    private mutating func insert(
        _ news: [Int], instead olds: [Int], after: Int?, before: Int?, follows: Bool, _ rate: Int
    ) {
        guard let first = news.first else { return }
        let gap = InsertionGap(
            after: after.map { tokens[$0] }, before: before.map { tokens[$0] }, instead: olds.map { tokens[$0] }, follows: follows
        )
        let goesOn = piece.flatMap { $0.line == words[first].line && $0.file == gap.file ? $0.start : nil }
        for (new, word) in zip(news, gap.place(news.map { words[$0].text }, notBefore: goesOn, rate)) {
            add(.init(kind: .inserted, key: nil, word: word), to: gap.file, line: words[new].line)
        }
    }

    /// Adds an edit. A new line is in pieces: each lies in one file and goes forwards in it.
    private mutating func add(_ edit: WordEdit, to file: String, line: Int? = nil) {
        var edit = edit
        if let line {
            if piece?.line != line || piece?.file != file || edit.word.start < piece?.start ?? 0 { groups += 1 }
            piece = (line, file, edit.word.start)
            edit.group = groups
            edit.speaker = page.lines[line].speaker
        } else if edit.kind == .untouched {
            piece = nil
        }
        if edits[file] == nil { files.append(file) }
        edits[file, default: []].append(edit)
    }

    /// Places a text for sound that had no words.
    private mutating func insertAll(_ timeline: Timeline, _ rate: Int) {
        report.inserted = words.count
        report.lines = page.lines.count
        var (placer, shown) = (WordPlacer(timeline), Int64(0))
        for (index, line) in page.lines.enumerated() {
            let start = max(shown, min(timeline.length - 1, line.time.map { Int64(nearest: $0 * Double(max(1, rate))) } ?? shown))
            let next =
                page.lines.dropFirst(index + 1).first?.time.map { Int64(nearest: $0 * Double(max(1, rate))) } ?? timeline.length
            let limit = InsertionGap.length(of: line.words, rate)
            let end = max(start, min(timeline.length, next > start ? next : timeline.length, start.boundedSum(limit)))
            placer.place(
                Line.spread(line.words, in: start..<end, confidence: 1),
                of: ForeignLine(start: 0, end: 0, text: line.words.joined(separator: " "), speaker: line.speaker))
            shown = min(end, timeline.length - 1)
        }
        for file in placer.files() {
            for line in file.lines {
                groups += 1
                for word in line.words {
                    var edit = WordEdit(kind: .inserted, key: nil, word: word)
                    (edit.group, edit.speaker) = (groups, line.speaker)
                    add(edit, to: file.file)
                }
            }
        }
    }
}
