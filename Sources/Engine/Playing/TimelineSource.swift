internal import Dictation
// A value any thread may hold.
internal import Playback
internal import Storage

/// What is to be read for playing.
enum TimelineSource: Sendable, Hashable {
    /// All of one audio file.
    case file(String)
    /// What a timeline has made of several.
    case spans([FileSpan])
    /// A take that is still being written, of which so many frames can be read, after what is heard before it.
    case take(after: [FileSpan], path: String, frames: Int64)

    /// Of a recording whose first audio file is at `path`, or at `decoded` where only ffmpeg reads it. A take that nobody has edited
    /// is its file, as long as that is now.
    init(_ recording: Recording, at path: String, decoded: String? = nil, in library: Library) {
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

    static func spans(_ timeline: Timeline, rate: Int, in library: Library) -> [FileSpan] {
        timeline.spans.map { FileSpan(path: library.path(of: $0.segment), first: $0.first, length: $0.length, rate: rate) }
    }

    var isGrowing: Bool { if case .take = self { true } else { false } }

    /// Reader thread. Blocks on the disk.
    func open() throws(PlaybackError) -> TimelineReader {
        switch self {
        case .file(let path): try TimelineReader(path: path)
        case .spans(let spans): try TimelineReader(spans: spans)
        case .take(let before, let path, let frames): try TimelineReader(spans: before, path: path, growing: frames)
        }
    }
}
