// Correcting a text in an editor (W7). Any thread; no state, no I/O.
public import Dictation
internal import Messages

/// The text of a recording as the user's editor gets it, and the way back.
public enum TextEdit {
    /// Largest edited text.
    public static let mostBytes = 16 << 20

    /// The page for the editor: a header of comments, then each line with its time and speaker. `rate` is frames a second.
    public static func page(for text: TimelineText, rate: Int) -> String {
        let header = [
            tr("Text of the recording. Correct the words; their times stay, and new words get times between their neighbours."),
            tr("Break and join lines as you like. '(Name)' before a text is its speaker. Times are for reading only."),
            tr("Lines that begin with '# ' are left out. An empty text changes nothing."),
        ]
        var page = header.map { "# \($0)\n" }.joined() + "\n"
        for line in text.lines {
            let written = tokens(of: line).joined(separator: " ")
            page += "[\(time(line.start, rate))] \(SpeakerText.print(line.speaker, written))\n"
        }
        return page
    }

    /// Brings an edited page back. `base` is the transcript and the timeline for which the page was made; `transcript` is the present
    /// one, whose words may have changed meanwhile. The sound may have been cut: words go to the frames of the files where they
    /// were. With `marksAll` the user has read all lines, and all words become certain; else only the changed ones.
    ///
    /// Takes a part of a second for an hour of speech. Throws when the text is empty or too large, or there is no sound.
    public static func apply(
        edited: String, base: (transcript: Transcript, timeline: Timeline), rate: Int, marksAll: Bool = false,
        onto transcript: inout Transcript
    ) throws(TextEditError) -> TextEditReport {
        guard edited.utf8.count <= mostBytes else { throw .tooLarge(bytes: edited.utf8.count) }
        let text = TimelineText(base.transcript, base.timeline)
        let page = EditedPage(edited, speakers: Set(text.lines.compactMap { SpeakerText.name($0.speaker) }))
        guard !page.lines.isEmpty else {
            if text.words.isEmpty { return TextEditReport() }
            throw .empty
        }
        guard base.timeline.length > 0 else { throw .noSound }
        let plan = EditPlan(page, text, base, rate: rate)
        var report = plan.report
        for file in plan.files {
            var merge = FileMerge(
                plan.edits[file] ?? [], base: base.transcript[file], present: transcript[file], marksAll: marksAll)
            transcript[file] = merge.merged()
            report.conflicts += merge.conflicts
        }
        return report
    }

    /// The words of a line as the page shows them: as the recogniser wrote them, if each is one of the words with a time.
    static func tokens(of line: TimedLine) -> [String] {
        let written = line.text.split(whereSeparator: \.isWhitespace).map(String.init)
        return written.count == line.words.count ? written : line.words.map { SpeakerText.oneLine($0.text) }
    }

    private static func time(_ frame: Int64, _ rate: Int) -> String {
        String(ClockText.print(ClockText.milliseconds(frame, rate: rate), hours: 1).dropLast(2))
    }
}
