// Words of the text that was given out. Any thread; a value, no I/O.
import Dictation

extension EditPlan {
    /// A word of the text that was given out.
    struct Token {
        var text: String
        /// Index of the line in the text.
        var line: Int
        var file: String
        var key: WordKey
        /// The word at its frames of the file.
        var word: Word
        /// Frames of the file that its span has.
        var span: Range<Int64>
        /// Index of the span.
        var place: Int
    }

    /// The words of the text, with their places in the files.
    static func tokens(_ text: TimelineText, _ base: (transcript: Transcript, timeline: Timeline)) -> [Token] {
        let files = Dictionary(base.transcript.files.map { ($0.file, $0) }) { first, _ in first }
        var tokens: [Token] = []
        for (index, line) in text.lines.enumerated() {
            for (written, timed) in zip(TextEdit.tokens(of: line), line.words) where !written.isEmpty {
                guard let file = files[line.file], line.index < file.lines.count else { continue }
                let spoken = file.lines[line.index].words
                // The middle of the word that is heard lies in the span that has the word, even where an edge cuts it.
                guard timed.index < spoken.count, let span = span(of: timed, spoken[timed.index], base.timeline) else { continue }
                tokens.append(
                    Token(
                        text: written, line: index, file: line.file, key: WordKey(line: line.index, word: timed.index),
                        word: spoken[timed.index], span: span.range, place: span.place))
            }
        }
        return tokens
    }

    private static func span(of timed: TimedWord, _ word: Word, _ timeline: Timeline) -> (range: Range<Int64>, place: Int)? {
        let middle = timed.start + (timed.end - timed.start) / 2
        for frame in [middle, timed.start, timed.end - 1] {
            guard let place = timeline.place(of: frame) else { continue }
            let span = timeline.spans[place.span]
            if (span.first..<span.end).contains(word.anchor) { return (span.first..<span.end, place.span) }
        }
        return nil
    }
}
