// Writing the text of one stretch (W7). Any thread; no state, no I/O.
public import Dictation

extension TextEdit {
    /// Writes a text for a stretch of the timeline, as one line; `(Name)` before it is its speaker. Words that stay keep their times,
    /// the others get times between them and become certain. The words that stand there already, with their speaker, are confirmed:
    /// all become certain. An empty text removes the words of the stretch. Nobody has to listen to the stretch again.
    ///
    /// Throws when the text is too large, or the stretch has no sound.
    public static func write(
        _ text: String, in range: Range<Int64>, of timeline: Timeline, rate: Int, onto transcript: inout Transcript
    ) throws(TextEditError) -> TextEditReport {
        let part = timeline.part(range)
        guard part.length > 0 else { throw .noSound }
        let line = SpeakerText.oneLine(text)
        var report = TextEditReport()
        if SpeakerText.parse(line).text.isEmpty {
            report.removed = TimelineText(transcript, part).words.count
            report.lines = 1
            for span in part.spans { transcript[span.segment].forget(span.first..<span.end) }
        } else {
            // The time keeps a text that begins with a number sign from being a comment.
            let edited = "[0:00:00.0] \(line)\n"
            let base = (transcript, part)
            report = try apply(edited: edited, base: base, rate: rate, onto: &transcript)
            if report == TextEditReport() {
                report = try apply(edited: edited, base: base, rate: rate, marksAll: true, onto: &transcript)
            }
        }
        for span in part.spans { transcript[span.segment].heard.insert(span.first..<span.end) }
        return report
    }
}
