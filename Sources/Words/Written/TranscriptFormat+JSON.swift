// JSON for programs that read the files of Whisper, and for feeds of podcasts. Any thread; no I/O.
import Dictation
import JSON

extension TranscriptFormat {
    /// The text with times in seconds. Version and the last three keys of a segment are those of the podcast namespace.
    static func json(_ text: TimelineText, _ rate: Int, _ language: String) -> JSONTree {
        var members: [JSONTree.Member] = [
            .init("version", .text("1.0.0")), .init("language", .text(language)), .init("text", .text(text.text)),
            .init("duration", seconds(text.length, rate)),
        ]
        if let confidence = text.confidence { members.append(.init("confidence", .number(String(confidence)))) }
        members.append(.init("segments", .list(text.lines.enumerated().map { segment($1, id: $0, rate) })))
        return .object(members)
    }

    private static func segment(_ line: TimedLine, id: Int, _ rate: Int) -> JSONTree {
        var members: [JSONTree.Member] = [
            .init("id", .integer(id)), .init("start", seconds(line.start, rate)), .init("end", seconds(line.end, rate)),
            .init("text", .text(line.text)),
        ]
        if let confidence = line.confidence { members.append(.init("confidence", .number(String(confidence)))) }
        if !line.alternatives.isEmpty { members.append(.init("alternatives", .list(line.alternatives.map(JSONTree.text)))) }
        if let speaker = line.speaker { members.append(.init("speaker", .text(speaker))) }
        members.append(.init("words", .list(line.words.map { word($0, rate) })))
        members += [
            .init("startTime", seconds(line.start, rate)), .init("endTime", seconds(line.end, rate)),
            .init("body", .text(line.text)),
        ]
        return .object(members)
    }

    /// A word has its text under both names that programs look for.
    private static func word(_ word: TimedWord, _ rate: Int) -> JSONTree {
        var members: [JSONTree.Member] = [
            .init("word", .text(word.text)), .init("text", .text(word.text)), .init("start", seconds(word.start, rate)),
            .init("end", seconds(word.end, rate)),
        ]
        if let confidence = word.confidence { members.append(.init("confidence", .number(String(confidence)))) }
        return .object(members)
    }

    private static func seconds(_ frame: Int64, _ rate: Int) -> JSONTree {
        .number(ClockText.seconds(ClockText.milliseconds(frame, rate: rate)))
    }
}
