// A recording as an entry of a diary (F17): its form stands here only. Any thread; a value, no I/O.
public import Dictation
import JSON

/// A recording in the diary form: JSON with exactly the keys id, created, state, title, transcript and segments.
public struct DiaryForm: Sendable, Hashable {
    /// A segment, with the part of it that is heard.
    public struct Segment: Sendable, Hashable {
        /// Identity of the segment.
        public let id: String
        /// Name of its file.
        public let filename: String
        /// Seconds of it that are heard.
        public let duration: Double
        /// Place in the order of the timeline, from 0.
        public let order: Int
    }

    /// Identity of the recording.
    public let id: String
    /// Start of the first take, ISO 8601 in UTC.
    public let created: String
    /// `draft` or `completed`.
    public let state: String
    /// The title, or `Untitled`.
    public let title: String
    /// The words that are heard; nil without.
    public let transcript: String?
    /// The segments that are heard, each once, in the order in which they begin.
    public let segments: [Segment]

    /// Title of a recording without one.
    public static let untitled = "Untitled"

    /// Describes a recording with its words.
    public init(_ recording: Recording, _ transcript: Transcript) {
        id = recording.id.description
        created = recording.created.isEmpty ? recording.segments.first?.created ?? "" : recording.created
        state = recording.state.rawValue
        title = recording.title.isEmpty ? Self.untitled : recording.title
        let text = TimelineText(transcript, recording.timeline).text
        self.transcript = text.allSatisfy(\.isWhitespace) ? nil : text
        let rate = Double(max(1, recording.rate))
        segments = recording.timeline.segments.enumerated().map { order, file in
            Segment(
                id: recording.segment(file)?.id.description ?? "", filename: file,
                duration: Double(recording.timeline.length(of: file)) / rate, order: order)
        }
    }

    /// The JSON text, which ends with a line feed.
    public var printed: [UInt8] {
        JSONTree.object([
            .init("id", .text(id)), .init("created", .text(created)), .init("state", .text(state)), .init("title", .text(title)),
            .init("transcript", transcript.map(JSONTree.text) ?? .none),
            .init("segments", .list(segments.map(Self.json))),
        ]).printed
    }

    private static func json(_ segment: Segment) -> JSONTree {
        .object([
            .init("id", .text(segment.id)), .init("filename", .text(segment.filename)),
            .init("duration", .number(segment.duration.description)), .init("order", .integer(segment.order)),
        ])
    }
}
