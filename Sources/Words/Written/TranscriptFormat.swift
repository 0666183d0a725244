// Files for other programs (W5). Any thread; no I/O.
import Dictation
internal import JSON

/// Forms in which the text of a recording is written.
public enum TranscriptFormat: String, Sendable, CaseIterable {
    /// The text alone, one line each.
    case text
    /// The text with the time and the speaker before each line.
    case times
    /// WebVTT captions.
    case vtt
    /// SubRip captions.
    case srt
    /// JSON with times in seconds, as Whisper writes it and feeds of podcasts read it.
    case json

    /// Ending of the files, without the dot.
    public var ending: String {
        switch self {
        case .text, .times: "txt"
        case .vtt, .srt, .json: rawValue
        }
    }

    /// Writes a text. `rate` is frames a second of the timeline; `language` such as `en` stands in JSON only.
    public func print(_ text: TimelineText, rate: Int, language: String = "") -> [UInt8] {
        switch self {
        case .text: Array(text.lines.map { SpeakerText.oneLine($0.text) + "\n" }.joined().utf8)
        case .times: Array(text.lines.map { Self.timed($0, rate) }.joined().utf8)
        case .vtt: Array(Self.webVTT(Caption.captions(of: text, rate: rate), language).utf8)
        case .srt: Array(Self.subRip(Caption.captions(of: text, rate: rate)).utf8)
        case .json: Self.json(text, rate, language).printed + [UInt8(ascii: "\n")]
        }
    }

    private static func timed(_ line: TimedLine, _ rate: Int) -> String {
        let start = ClockText.print(ClockText.milliseconds(line.start, rate: rate), hours: 1)
        return "\(start)  \(SpeakerText.print(line.speaker, line.text))\n"
    }
}
