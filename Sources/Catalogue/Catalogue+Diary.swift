// The verb `describe`: a recording as an entry of a diary. One owner at a time; blocks on the disk.
public import Dictation
internal import Messages
internal import Storage
internal import Words

extension Catalogue {
    /// Answers the verb `describe` for a recording. Blocks on the disk. Throws `CatalogueError`.
    public func entry(_ name: String, _ request: Request) throws(CatalogueError) -> Reply {
        let form: DiaryForm
        let recording: Recording
        do throws(StorageError) {
            let name = try library.nameOfRecording(try named(name))
            recording = try library.recording(name)
            form = DiaryForm(recording, try library.transcript(of: name))
        } catch {
            throw .storage(error)
        }
        guard request.text(.as) != "diary" else {
            return Reply(["document": .text(String(decoding: form.printed, as: UTF8.self))])
        }
        let stretches = recording.timeline.stretches
        let rate = Double(max(1, recording.rate))
        let items: [Fields] = stretches.enumerated().map { index, stretch in
            [
                "number": .int(Int64(index + 1)), "filename": .text(stretch.segment),
                "id": .text(recording.segment(stretch.segment)?.id.description ?? ""),
                "from_seconds": .double(Double(stretch.range.lowerBound) / rate),
                "seconds": .double(Double(stretch.range.count) / rate),
            ]
        }
        var fields: Fields = [
            "name": .text(recording.name), "id": .text(form.id), "created": .text(form.created), "state": .text(form.state),
            "title": .text(form.title), "seconds": .double(Double(recording.timeline.length) / rate),
        ]
        if let transcript = form.transcript { fields.append("transcript", .text(transcript)) }
        fields.append("document", .text(Self.words(form, recording, items)))
        return Reply(fields, items: items)
    }

    /// The entry in words: title, state and time, then the parts, then the transcript.
    private static func words(_ form: DiaryForm, _ recording: Recording, _ items: [Fields]) -> String {
        let length = TimeSpan.length(recording.timeline.length, rate: max(1, recording.rate))
        let (count, state, created) = (items.count, state(recording.state), form.created)
        var lines = [
            form.title,
            tr(
                count, "\(state), begun \(created), \(length) in \(count) part",
                "\(state), begun \(created), \(length) in \(count) parts"),
        ]
        for item in items {
            let length = TimeSpan.length(item.double("seconds"))
            lines.append("  \(item["number"]?.description ?? "")  \(item["filename"]?.description ?? "")  \(length)")
        }
        if let transcript = form.transcript { lines += ["", transcript] }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The state in words.
    private static func state(_ state: Recording.State) -> Message {
        switch state {
        case .draft: "draft"
        case .completed: "completed"
        }
    }
}

extension Fields {
    fileprivate func double(_ key: String) -> Double {
        guard case .double(let number)? = self[key] else { return 0 }
        return number
    }
}
