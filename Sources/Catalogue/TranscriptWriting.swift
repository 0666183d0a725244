// The text that a request writes into a transcript. Any thread; a value without I/O.
import Dictation
internal import Messages
import Words

/// A text for a stretch of a recording.
struct TranscriptWriting: Hashable {
    let section: TimelineSection
    let text: String
    /// The text that stood there when the writer saw it; nil to write over any.
    let instead: String?

    /// Reads a request. Throws `.usage` without a stretch or a text.
    init(_ request: Request) throws(CatalogueError) {
        section = TimelineSection(request)
        guard section.from != nil, section.until != nil, let text = request.text(.text) else {
            throw .usage(tr("transcript: write needs --from and --until, and the --text of that stretch"))
        }
        (self.text, instead) = (text, request.text(.instead))
    }

    /// Writes the text, and gives the counts of changes. Throws `.refused` if the words there are not those that the writer saw.
    func apply(
        to transcript: inout Transcript, _ recording: Recording, _ range: Range<Int64>
    ) throws(CatalogueError) -> Fields {
        let there = TimelineText(transcript, recording.timeline.part(range)).text
        if let instead, instead.split(whereSeparator: \.isWhitespace) != there.split(whereSeparator: \.isWhitespace) {
            throw .refused(
                tr(
                    "transcript: the words of \(recording.name) there have changed meanwhile, so nothing was written;"
                        + " look at them again"))
        }
        do throws(TextEditError) {
            let report = try TextEdit.write(text, in: range, of: recording.timeline, rate: recording.rate, onto: &transcript)
            return [
                "name": .text(recording.name), "changed": .int(Int64(report.changed)), "inserted": .int(Int64(report.inserted)),
                "removed": .int(Int64(report.removed)),
            ]
        } catch {
            throw .usage("transcript: \(error)")
        }
    }
}
