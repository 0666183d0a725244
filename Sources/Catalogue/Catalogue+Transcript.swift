// Transcripts of recordings: shown, written to files, and imported. One owner at a time; blocks on the disk.
public import Dictation
internal import Messages
internal import Storage
internal import System
public import Words

extension Catalogue {
    /// The words of a recording as its timeline is now. Blocks on the disk. Throws `CatalogueError.storage`.
    public func text(of name: String) throws(CatalogueError) -> (text: TimelineText, recording: Recording) {
        do throws(StorageError) {
            let name = try library.nameOfRecording(try named(name))
            let recording = try library.recording(name)
            return (TimelineText(try library.transcript(of: name), recording.timeline), recording)
        } catch {
            throw .storage(error)
        }
    }

    /// Answers the verb `transcript` for a recording, all but an import. Blocks on the disk. Throws `CatalogueError`.
    public func transcript(_ name: String, _ request: Request) throws(CatalogueError) -> Reply {
        guard request.text(.do) != "edit" else {
            throw .usage(
                tr(
                    "transcript edit opens an editor: run 'dicta transcript edit \(name.shellWord)' on the machine of the library"
                ))
        }
        let (whole, recording) = try self.text(of: name)
        let section = TimelineSection(request)
        let isPart = section.from != nil || section.until != nil
        let text = isPart ? whole.part(try section.range(in: recording, LoopPoints())) : whole
        let rate = Double(max(1, recording.rate))
        var fields: Fields = [
            "name": .text(recording.name), "seconds": .double(Double(text.length) / rate), "rate": .int(Int64(recording.rate)),
            "lines": .int(Int64(text.lines.count)),
            "words": .int(Int64(text.words.count)), "unheard_seconds": .double(Double(text.unheard.count) / rate),
        ]
        if let confidence = text.confidence { fields.append("confidence", .double(confidence)) }
        if let words = request.text(.find) {
            let wanted = PlainWord.words(words)
            guard !wanted.isEmpty else { throw .usage(tr("transcript: --find needs a word")) }
            return Reply(fields, items: text.places(of: wanted).map { Self.item($0, text, rate) })
        }
        if let limit = request.double(.doubtful) {
            return Reply(fields, items: text.doubtful(below: limit).map { Self.item($0, text, rate) })
        }
        let format = request.text(.as).flatMap(TranscriptFormat.init)
        let isHeard = !whole.lines.isEmpty || whole.unheard.count < min(Int64(recording.rate), whole.length)
        guard isHeard || format == nil && request.text(.to) == nil else { throw .storage(.noTranscript(name: recording.name)) }
        if let path = request.text(.to) {
            fields.append("path", .text(try write(text, recording, format, request, to: path)))
            return Reply(fields)
        }
        if let format {
            let language = try language(of: recording.name)
            let printed = String(decoding: format.print(text, rate: recording.rate, language: language), as: UTF8.self)
            let lines = printed.split(separator: "\n", omittingEmptySubsequences: false).dropLast(printed.hasSuffix("\n") ? 1 : 0)
            return Reply(fields, items: lines.map { ["output": .text(String($0))] })
        }
        return Reply(fields, items: text.lines.enumerated().map { Self.item($1, number: $0 + 1, rate) })
    }

    /// The language of a transcript.
    private func language(of name: String) throws(CatalogueError) -> String {
        do throws(StorageError) { return try library.transcript(of: name).language } catch { throw .storage(error) }
    }

    /// Writes a text to a new file and gives its path. A folder gets a file with the recording's name.
    private func write(
        _ text: TimelineText, _ recording: Recording, _ format: TranscriptFormat?, _ request: Request, to path: String
    ) throws(CatalogueError) -> String {
        let byEnding = TranscriptFormat.allCases.first { path.hasBytes(last: ".\($0.ending)") }
        guard let format = format ?? byEnding else {
            let known = TranscriptFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage(tr("transcript: say the format of \(path) with --as (\(known)), or by its ending"))
        }
        let target = Library.isFolder(path) ? "\(path)/\(recording.name).\(format.ending)" : path
        try refuseOwnPlace(target, request)
        let bytes = format.print(text, rate: recording.rate, language: try language(of: recording.name))
        do throws(StorageError) { try Library.writeNew(bytes, to: target) } catch { throw .storage(error) }
        return target
    }

    /// A line of the text.
    private static func item(_ line: TimedLine, number: Int, _ rate: Double) -> Fields {
        var fields: Fields = [
            "line": .int(Int64(number)), "from_frames": .int(line.start), "from_seconds": .double(Double(line.start) / rate),
            "to_frames": .int(line.end), "to_seconds": .double(Double(line.end) / rate), "text": .text(line.text),
        ]
        if let speaker = line.speaker { fields.append("speaker", .text(speaker)) }
        if let confidence = line.confidence ?? line.words.compactMap(\.confidence).min() {
            fields.append("confidence", .double(confidence))
        }
        return fields
    }

    /// A stretch of words, with the line around it.
    private static func item(_ place: WordPlace, _ text: TimelineText, _ rate: Double) -> Fields {
        var fields: Fields = [
            "line": .int(Int64(place.line + 1)), "from_frames": .int(place.start),
            "from_seconds": .double(Double(place.start) / rate), "to_frames": .int(place.end),
            "to_seconds": .double(Double(place.end) / rate), "words": .text(place.text),
            "text": .text(text.lines[place.line].text),
        ]
        if let confidence = place.confidence { fields.append("confidence", .double(confidence)) }
        return fields
    }
}
