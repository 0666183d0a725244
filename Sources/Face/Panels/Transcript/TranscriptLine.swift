// A line of the transcript. Any thread; a value.
internal import Dictation

/// A line as the engine tells it.
struct TranscriptLine: Sendable, Equatable {
    /// First frame of the timeline.
    let start: Int64
    /// Frame after the last word.
    let end: Int64
    let text: String
    /// The speaker's name; empty for none.
    let speaker: String
    /// True for a line with a word that the recogniser was not sure of.
    let isDoubtful: Bool

    init(_ item: Fields) {
        start = item.frames("from_frames")
        end = max(start, item.frames("to_frames"))
        text = PrintableText.line(item.text("text"))
        speaker = PrintableText.line(item.text("speaker"))
        isDoubtful = item["confidence"] != nil && item.number("confidence") < WordCertainty.doubtful
    }

    /// The line as it is typed: `(Name)` before the text is its speaker.
    var typed: String {
        if !speaker.isEmpty { return "(\(speaker)) \(text)" }
        return text.hasPrefix("(") ? "() \(text)" : text
    }

    /// The line as it is read.
    var shown: String { speaker.isEmpty ? text : "\(speaker): \(text)" }
}
