// The words that go with an exported file. Any thread; a value.
import Dictation
internal import Messages
import Storage
import Words

/// The places in which an exported file has its words: in the file itself, in a file beside it, or in both.
struct ExportWords: Hashable {
    /// True if the words are in the file.
    let isInside: Bool
    /// Format of the file beside; nil for none.
    let beside: TranscriptFormat?

    /// Containers with a place for words that players read; nil stands for AAC in MPEG-4.
    private static let places: Set<AudioFormat.Container?> = [.flac, .ogg, .opus, .mp3, nil]

    /// Reads the options of a request; nil for no words. Throws `.usage` for a container without a place for them.
    init?(_ request: Request, in format: ExportFormat) throws(CatalogueError) {
        let place = request.text(.words)
        isInside = place == "inside" || place == "both"
        let isBeside = place == "beside" || place == "both"
        beside = isBeside ? TranscriptFormat(rawValue: request.text(.wordsAs) ?? "vtt") : nil
        guard isBeside || request.text(.wordsAs) == nil else {
            throw .usage(tr("\(request.name): --words-as is the format of a file beside; add --words beside"))
        }
        guard !isInside || Self.places.contains(format.container) else {
            throw .usage(
                tr(
                    "\(request.name): \(format.fileExtension) has no place for words that players read; use --words beside, or"
                        + " flac, ogg, opus, mp3 or m4a"))
        }
        guard isInside || isBeside else { return nil }
    }
}
