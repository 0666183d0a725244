// Words that an edit has replaced, for undo and redo. Any thread; a value, no I/O.
public import Dictation

/// The opposite of an edit of the words: what stood there before. Applying it takes what stands there now in exchange, so one step
/// serves undo and redo by turns. The sidecar has a step with the same identity, which tells the order among edits of the sound.
public struct WordsStep: Sendable, Hashable {
    /// The part of one segment file.
    public struct Part: Sendable, Hashable {
        /// Frames at which the replaced lines start.
        var starts: Range<Int64>
        /// Frames in which other sound counts as heard.
        var heard: Range<Int64>
        /// The lines and the heard frames to put there.
        var content: FileTranscript
    }

    /// Facts about the whole transcript.
    public struct Source: Sendable, Hashable {
        var language: String
        var engine: String
        var model: String
        var alternatives: [String]
    }

    /// Identity of the step, as the sidecar has it.
    public let id: Identifier
    /// The parts, by files.
    var parts: [Part] = []
    /// Facts about the whole before the edit; nil if the edit left them alone.
    var source: Source?

    init(id: Identifier) { self.id = id }

    /// Finds the step that leads from `after` back to `before`. Nil if they are the same.
    init?(id: Identifier, from after: Transcript, to before: Transcript) {
        self.id = id
        var known: Set<String> = []
        for file in (before.files + after.files).map(\.file) where known.insert(file).inserted {
            if let part = Part(from: after[file], to: before[file]) { parts.append(part) }
        }
        source = before.source == after.source ? nil : before.source
        if isEmpty { return nil }
    }

    /// True if it changes nothing.
    var isEmpty: Bool { parts.isEmpty && source == nil }

    /// Number of its words.
    var words: Int { parts.reduce(0) { $0 + $1.content.lines.reduce(0) { $0 + $1.words.count } } }
}

extension WordsStep.Part {
    /// Finds what leads from one transcript of a file back to another one; nil if they are the same.
    init?(from after: FileTranscript, to before: FileTranscript) {
        let (old, new) = (before.lines, after.lines)
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = min(
            zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count, min(old.count, new.count) - head)
        let changed = (old[head..<old.count - tail] + new[head..<new.count - tail]).map(\.start)
        let starts = changed.min().flatMap { first in changed.max().map { first..<$0 + 1 } } ?? 0..<0
        var frames: [Range<Int64>] = []
        for (one, other) in [(before.heard, after.heard), (after.heard, before.heard)] {
            for range in one.ranges { frames += other.missing(in: range).ranges }
        }
        let heard = (frames.map(\.lowerBound).min() ?? 0)..<(frames.map(\.upperBound).max() ?? 0)
        guard !starts.isEmpty || !heard.isEmpty else { return nil }
        self.init(starts: starts, heard: heard, of: before)
    }

    init(starts: Range<Int64>, heard: Range<Int64>, of file: FileTranscript) {
        (self.starts, self.heard, content) = (starts, heard, FileTranscript(file: file.file))
        content.lines = file.lines.filter { starts.contains($0.start) }
        content.heard = file.heard.part(heard)
    }
}

extension Transcript {
    /// Most words that all steps keep together; the last one is kept whatever its length.
    public static let mostWordsOfSteps = 100_000

    var source: WordsStep.Source {
        get { WordsStep.Source(language: language, engine: engine, model: model, alternatives: alternatives) }
        set {
            (language, engine, model, alternatives) = (newValue.language, newValue.engine, newValue.model, newValue.alternatives)
        }
    }

    /// Notes the way back to `before` as the last step, and forgets the oldest ones past the bound. A step of that identity that is
    /// the last one already leads back to where it led. False if nothing has changed.
    public mutating func note(_ id: Identifier, from before: Transcript) -> Bool {
        var origin = before
        if steps.last?.id == id { _ = origin.turn(id) }
        guard let step = WordsStep(id: id, from: self, to: origin) else { return false }
        steps.removeAll { $0.id == id }
        steps.append(step)
        var words = 0
        let first = steps.lastIndex { step in
            words += step.words
            return words > Self.mostWordsOfSteps
        }
        steps.removeFirst(min(first.map { $0 + 1 } ?? 0, steps.count - 1))
        return true
    }

    /// Puts back what a step has, and keeps in it what stood there. False if there is no such step.
    public mutating func turn(_ id: Identifier) -> Bool {
        guard let index = steps.firstIndex(where: { $0.id == id }) else { return false }
        for (place, part) in steps[index].parts.enumerated() {
            let file = part.content.file
            let there = WordsStep.Part(starts: part.starts, heard: part.heard, of: self[file])
            self[file].lines.removeAll { part.starts.contains($0.start) }
            self[file].lines += part.content.lines
            self[file].lines.sort { ($0.start, $0.end) < ($1.start, $1.end) }
            self[file].heard.remove(part.heard)
            self[file].heard.insert(part.content.heard)
            steps[index].parts[place] = there
        }
        files.removeAll { $0.heard.isEmpty && $0.lines.isEmpty }
        if let before = steps[index].source {
            steps[index].source = source
            source = before
        }
        return true
    }
}
