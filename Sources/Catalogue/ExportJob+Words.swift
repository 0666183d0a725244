// The words and the chapters that go with an exported file. One owner at a time; no I/O unless noted.
import Dictation
import Storage
import Words

extension ExportJob {
    /// Reads the transcript that a file is to have; nil if it is to have none. Blocks. Throws `.noWords` or `.heardNoWords`.
    static func transcript(
        _ library: Library, _ recording: Recording, _ options: ExportOptions, _ range: Range<Int64>
    ) throws(StorageError) -> Transcript? {
        guard options.words != nil else { return nil }
        let transcript = try library.transcript(of: recording.name)
        guard TimelineText(transcript, recording.timeline.part(range)).lines.isEmpty else { return transcript }
        let whole = TimelineText(transcript, recording.timeline)
        guard whole.lines.isEmpty else { throw .noWords(name: recording.name, inPart: true) }
        // Another transcription would find nothing left to write down.
        let isHeard = whole.unheard.count < min(Int64(recording.rate), whole.length)
        guard !isHeard else { throw .heardNoWords(name: recording.name) }
        throw .noWords(name: recording.name, inPart: false)
    }

    /// Throws `.exists` if a file beside the exported one is there, and `.noMarkers` if there is nothing for it. Blocks.
    static func checkBeside(
        _ path: String, _ recording: Recording, _ options: ExportOptions, _ range: Range<Int64>
    ) throws(StorageError) {
        for ending in options.endings {
            let beside = Companion.path(ending, beside: path)
            guard !Library.isThere(beside) else { throw .exists(path: beside) }
        }
        guard options.hasChapterFile, !recording.markers.contains(where: { range.contains($0.frame) }) else { return }
        throw .noMarkers(name: recording.name, inPart: !recording.markers.isEmpty)
    }

    /// The words that are heard in the file, in its frames; nil if it is to have none.
    var text: TimelineText? {
        guard let transcript else { return nil }
        var timeline = recording.timeline.part(range)
        for gap in gaps.reversed() { timeline.delete(gap) }
        let text = TimelineText(transcript, timeline).scaled(by: ratio, length: frames)
        // With a voice on each channel, the words of the other one are not heard in the file.
        guard let voice = options.voice else { return text }
        return text.without(speakers: [voice == .left ? "right" : "left"])
    }

    /// The words as a tag of the file; empty for none.
    func lyrics(_ text: TimelineText?) -> String {
        options.words?.isInside == true ? text?.lyrics(rate: rate) ?? "" : ""
    }

    /// The words as captions in the file; empty for none. ffmpeg would put a backslash before a brace.
    func captions(_ text: TimelineText?) -> [UInt8] {
        guard options.words?.isInside == true, options.format.container == nil, let text, !text.lines.isEmpty else { return [] }
        let braces: [UInt8: UInt8] = [UInt8(ascii: "{"): UInt8(ascii: "("), UInt8(ascii: "}"): UInt8(ascii: ")")]
        return TranscriptFormat.vtt.print(text, rate: rate).map { braces[$0] ?? $0 }
    }

    /// The files beside the exported one.
    func companions(_ text: TimelineText?, _ tags: AudioTags) -> [Companion] {
        var found: [Companion] = []
        if let format = options.words?.beside, let text, let transcript {
            let bytes = format.print(text, rate: rate, language: transcript.language)
            found.append(Companion(ending: format.ending, bytes: bytes))
        }
        if options.hasChapterFile {
            found.append(Companion(ending: PodcastChapters.ending, bytes: PodcastChapters.printed(tags.markers, rate: rate)))
        }
        return found
    }

    /// Fields of the answer about words and chapters.
    var wordFields: Fields {
        var fields = Fields()
        if let written { fields.append("words", .int(Int64(written))) }
        if let format = options.words?.beside {
            fields.append("words_path", .text(Companion.path(format.ending, beside: path)))
        }
        if options.hasChapterFile {
            fields.append("chapters_path", .text(Companion.path(PodcastChapters.ending, beside: path)))
        }
        return fields
    }
}
