// Source of what is played. Any thread; a value.
package import Dictation
package import Playback
package import Storage

/// Audio files to read for playing.
package enum TimelineSource: Sendable, Hashable {
    /// All of one audio file.
    case file(String)
    /// A timeline: parts of one or more files, in order.
    case spans([FileSpan])
    /// A take still being recorded, of which `frames` frames can be read, after the spans heard before it.
    case take(after: [FileSpan], path: String, frames: Int64)

    /// Source of a recording whose first audio file is at `path`, or at `decoded` when only ffmpeg reads that file. An unedited
    /// take is played from its file, at the length that the file has now.
    package init(_ recording: Recording, at path: String, decoded: String? = nil, in library: Library) {
        if recording.isUnedited || decoded != nil && !recording.segments.contains(where: { library.path(of: $0.file) == path }) {
            self = .file(decoded ?? path)
        } else {
            self = .spans(
                Self.spans(recording.timeline, rate: recording.rate, in: library).map { span in
                    guard let decoded, span.path == path else { return span }
                    return FileSpan(path: decoded, first: span.first, length: span.length, rate: span.rate)
                })
        }
    }

    /// Spans of a timeline as parts of files; `rate` in Hz, of the timeline.
    package static func spans(_ timeline: Timeline, rate: Int, in library: Library) -> [FileSpan] {
        timeline.spans.map { FileSpan(path: library.path(of: $0.segment), first: $0.first, length: $0.length, rate: rate) }
    }

    /// True for a take still being recorded.
    package var isGrowing: Bool { if case .take = self { true } else { false } }

    /// Opens the files. One thread at a time; blocks on the disk. Throws when a file cannot be read.
    package func open() throws(PlaybackError) -> TimelineReader {
        switch self {
        case .file(let path): try TimelineReader(path: path)
        case .spans(let spans): try TimelineReader(spans: spans)
        case .take(let before, let path, let frames): try TimelineReader(spans: before, path: path, growing: frames)
        }
    }
}
