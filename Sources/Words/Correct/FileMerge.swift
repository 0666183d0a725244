// Brings edits into the present transcript of a file. Any thread; a value, no I/O.

/// The edits of one file, made for its transcript of before, in its present one.
struct FileMerge {
    private struct Entry {
        var word: Word
        var line: Int
        /// Number of the new line; 0 for the line as it is; nil when its neighbours decide.
        var group: Int?
        var isRemoved = false
        /// Index of the line before that showed the word.
        var shown: Int?
        /// Number of the part of the line, if new lines begin inside of it.
        var part = 0
    }

    /// The group of words at the beginning of a line that were not shown and now are a line of their own.
    private static let apart = -1

    /// Words that were changed on both sides.
    private(set) var conflicts: [TextEditReport.Conflict] = []
    private let edits: [WordEdit]
    private let base: FileTranscript
    private let present: FileTranscript
    private let marksAll: Bool
    private var entries: [Entry] = []
    /// The entries that are no words of before, in the order of their middles.
    private var theirs: [Int] = []
    private var found: [WordKey: Int] = [:]
    private var groups: [Int: (words: [Word], speaker: String?)] = [:]
    private var heard = FrameSet()

    init(_ edits: [WordEdit], base: FileTranscript, present: FileTranscript, marksAll: Bool) {
        (self.edits, self.base, self.present, self.marksAll) = (edits, base, present, marksAll)
    }

    /// The transcript with the edits.
    mutating func merged() -> FileTranscript {
        find()
        var done: [WordKey: WordEdit.Kind] = [:]
        var inserted: Set<Word> = []
        for edit in edits {
            guard let key = edit.key else {
                // Sound that is heard twice has its new words once.
                if inserted.insert(edit.word).inserted { add(edit.word, edit) }
                continue
            }
            // A word that is heard twice counts as changed if it was changed once.
            switch done[key] {
            case .changed?: continue
            case .removed? where edit.kind != .changed: continue
            case .kept? where edit.kind == .untouched || edit.kind == .kept: continue
            default: break
            }
            done[key] = edit.kind
            apply(edit, key)
        }
        decideRest()
        return rebuilt()
    }

    /// Finds the words of before among the present ones, by text and frames.
    private mutating func find() {
        var places: [Word: [Int]] = [:]
        for (index, line) in present.lines.enumerated() {
            for word in line.words {
                places[Self.bare(word), default: []].append(entries.count)
                entries.append(Entry(word: word, line: index))
            }
        }
        var isKnown = [Bool](repeating: false, count: entries.count)
        for key in places.keys { places[key]?.reverse() }
        for (index, line) in base.lines.enumerated() {
            for (place, word) in line.words.enumerated() {
                guard let entry = places[Self.bare(word)]?.popLast() else { continue }
                found[WordKey(line: index, word: place)] = entry
                isKnown[entry] = true
            }
        }
        theirs = entries.indices.filter { !isKnown[$0] }.sorted { entries[$0].word.anchor < entries[$1].word.anchor }
    }

    private static func bare(_ word: Word) -> Word { Word(word.text, start: word.start, end: word.end) }

    private mutating func apply(_ edit: WordEdit, _ key: WordKey) {
        guard let index = found[key] else { return applyBoth(edit, key) }
        switch edit.kind {
        case .untouched:
            entries[index].group = 0
            entries[index].shown = edit.shown
            if marksAll { entries[index].word.confidence = 1 }
        case .kept, .changed:
            var word = entries[index].word
            word.text = edit.word.text
            if edit.kind == .changed || marksAll { word.confidence = 1 }
            // The word is in its new line from now on.
            entries[index].isRemoved = true
            entries[index].group = edit.group
            add(word, edit)
        case .removed, .inserted: entries[index].isRemoved = true
        }
    }

    /// Applies an edit of a word that is not there any more. The words there now go, unless they are the same.
    private mutating func applyBoth(_ edit: WordEdit, _ key: WordKey) {
        guard edit.kind == .changed || edit.kind == .removed else { return }
        let before = base.lines[key.line].words[key.word]
        let first = theirs.partitioned { entries[$0].word.anchor < before.start }
        let there = theirs[first...].prefix { entries[$0].word.anchor < max(before.end, before.start + 1) }
            .filter { !entries[$0].isRemoved }
        let texts = there.map { entries[$0].word.text }.joined(separator: " ")
        for index in there { entries[index].isRemoved = true }
        if edit.kind == .changed {
            var word = edit.word
            word.confidence = 1
            add(word, edit)
        } else if there.isEmpty {
            return
        }
        guard texts != edit.word.text else { return }
        conflicts.append(
            .init(
                file: present.file, start: before.start, end: before.end, before: before.text, theirs: texts,
                yours: edit.word.text))
    }

    private mutating func add(_ word: Word, _ edit: WordEdit) {
        groups[edit.group, default: ([], edit.speaker)].words.append(word)
        heard.insert(word.start..<max(word.end, word.start))
    }

    /// Words that the text did not show go with their neighbours: those of a cut that may be undone, and those of others.
    private mutating func decideRest() {
        var at = 0
        while at < entries.count {
            var end = at
            while end < entries.count, entries[end].line == entries[at].line { end += 1 }
            var group = entries[at..<end].first { $0.group != nil }?.group ?? 0
            if entries[at].group == nil, isApart(at..<end, group) { group = Self.apart }
            for index in at..<end {
                group = entries[index].group ?? group
                guard !entries[index].isRemoved else { continue }
                entries[index].group = group
                guard group > 0 else { continue }
                groups[group]?.words.append(entries[index].word)
                entries[index].isRemoved = true
            }
            number(at..<end)
            at = end
        }
    }

    /// True when another new line begins between the words at the beginning of a line that the text did not show and the others
    /// of that line, so that they cannot be one line.
    private func isApart(_ line: Range<Int>, _ group: Int) -> Bool {
        guard let shown = entries[line].first(where: { $0.group == group }) else { return false }
        let start = group > 0 ? groups[group]?.words.first?.start ?? .max : shown.word.start
        let frame = entries[line.lowerBound].word.start
        return groups.contains { number, other in
            guard number != group, let first = other.words.first, frame < first.start else { return false }
            return first.start < start || first.start == start && (group == 0 || number < group)
                || first.anchor <= shown.word.anchor
        }
    }

    /// Numbers the parts of a line that stays: parts that were shown at different places, where a new line begins between them.
    private mutating func number(_ line: Range<Int>) {
        var (part, last): (Int, Entry?) = (0, nil)
        for index in line where !entries[index].isRemoved && entries[index].group == 0 {
            let entry = entries[index]
            if let last, last.shown != entry.shown, begins(between: last.word, entry.word) { part += 1 }
            entries[index].part = part
            last = entry
        }
    }

    private func begins(between last: Word, _ next: Word) -> Bool {
        groups.values.contains { group in
            guard let first = group.words.first, last.start < first.start else { return false }
            return first.start <= next.start || first.anchor <= next.anchor
        }
    }

    private func rebuilt() -> FileTranscript {
        var lines: [Line] = []
        var rest: [Int: [Word]] = [:]
        var parts: [(line: Int, part: Int, words: [Word])] = []
        for entry in entries where !entry.isRemoved {
            if entry.part == 0, entry.group != Self.apart {
                rest[entry.line, default: []].append(entry.word)
            } else if let last = parts.last, (last.line, last.part) == (entry.line, entry.part) {
                parts[parts.count - 1].words.append(entry.word)
            } else {
                parts.append((entry.line, entry.part, [entry.word]))
            }
        }
        lines += parts.map { Line($0.words, speaker: present.lines[$0.line].speaker) }
        for (index, var line) in present.lines.enumerated() {
            let words = rest[index] ?? []
            if words.isEmpty && !line.words.isEmpty { continue }
            let isCertain = marksAll && !words.isEmpty && words.allSatisfy { $0.confidence == 1 }
            if words.count < line.words.count {
                // The text and its alternatives were those of the whole line.
                (line.text, line.alternatives, line.confidence) = ("", [], nil)
            }
            line.words = words
            if isCertain { line.confidence = 1 }
            lines.append(line)
        }
        for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
            var line = Line(group.words.sorted { $0.start < $1.start }, speaker: group.speaker)
            line.confidence = line.words.allSatisfy { $0.confidence == 1 } ? 1 : nil
            lines.append(line)
        }
        var result = present
        result.lines = lines.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        result.heard.insert(heard)
        return result
    }
}
