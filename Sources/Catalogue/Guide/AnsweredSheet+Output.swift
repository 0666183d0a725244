// Forms of the answers to a sheet. Any thread; no I/O.
public import Dictation
internal import Guide
public import JSON
internal import Messages

extension AnsweredSheet {
    /// The version of the JSON form.
    static let version: Int64 = 1

    /// One item of a reply for each question.
    public var items: [Fields] {
        entries.map { entry in
            var fields: Fields = [
                "number": .int(Int64(entry.number ?? 0)), "question_id": .text(entry.id), "question": .text(entry.text),
                "answer": .text(entry.answer), "answered": .flag(entry.isAnswered),
                "required": .flag(entry.item?.place?.isRequired ?? false), "category": .text(entry.item?.category ?? ""),
            ]
            if let first = entry.stretches.first, let last = entry.stretches.last {
                fields.append("from_seconds", .double(Double(first.lowerBound) / Double(rate)))
                fields.append("to_seconds", .double(Double(last.upperBound) / Double(rate)))
            }
            if !entry.lastModified.isEmpty { fields.append("modified", .text(entry.lastModified)) }
            return fields
        }
    }

    /// Questions, notes by the id of their question, version and answered share. The metadata of a note has the recording, and
    /// the places of its audio in frames and in seconds.
    public var json: JSONTree {
        .object([
            .init("version", .integer(Self.version)),
            .init("questions", .list(entries.compactMap { $0.item == nil ? nil : Self.question($0) })),
            .init("notes", .object(entries.filter(\.isAnswered).map { .init($0.id, note($0)) })),
            .init("completionPercentage", .number("\(percent)")),
        ])
    }

    private static func question(_ entry: Entry) -> JSONTree {
        let place = entry.item?.place
        return .object([
            .init("id", .text(entry.id)), .init("text", .text(entry.text)), .init("category", .text(entry.item?.category ?? "")),
            .init("displayOrder", .integer(place?.displayOrder ?? 0)), .init("isRequired", .flag(place?.isRequired ?? false)),
            .init("hint", entry.hint.isEmpty ? .none : .text(entry.hint)), .init("createdAt", .text(place?.createdAt ?? "")),
        ])
    }

    private func note(_ entry: Entry) -> JSONTree {
        let frames = entry.stretches.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " ")
        let seconds = entry.stretches.map { "\(time($0.lowerBound))-\(time($0.upperBound))" }.joined(separator: " ")
        var metadata: [JSONTree.Member] = [
            .init("recording", .text(recording)), .init("sheet", .text(sheet)), .init("question", .text(entry.text)),
        ]
        if !frames.isEmpty {
            metadata += [
                .init("rate", .text("\(rate)")), .init("frames", .text(frames)), .init("seconds", .text(seconds)),
            ]
        }
        return .object([
            .init("questionId", .text(entry.id)), .init("answer", .text(entry.answer)),
            .init("createdAt", .text(entry.createdAt)),
            .init("lastModified", .text(entry.lastModified)), .init("metadata", .object(metadata)),
        ])
    }

    private func time(_ frame: Int64) -> String { (Double(frame) / Double(rate)).fixed(3) }

    /// A document in Markdown: a heading for each question, and the places of its audio.
    public var markdown: String {
        var lines = ["# \(Self.plain(sheet))", ""]
        lines.append(sums.joined(separator: " "))
        for entry in entries {
            let number = entry.number.map { "\($0). " } ?? ""
            lines += ["", "## \(number)\(Self.plain(entry.text.isEmpty ? entry.id : entry.text))", ""]
            if entry.answer.isEmpty {
                let words = entry.stretches.isEmpty ? tr("No answer yet.") : tr("Not written down yet.")
                lines.append("*" + words + "*")
            } else {
                lines.append(Self.plain(entry.answer))
            }
            let places = entry.stretches.map { stretch in
                let (from, to) = (clock(stretch.lowerBound), clock(stretch.upperBound))
                return tr("\(from) to \(to)")
            }
            if !places.isEmpty { lines += ["", "*\(Self.plain(recording)), \(places.joined(separator: ", "))*"] }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The sums as sentences.
    private var sums: [String] {
        let share = percent.localized(0)
        let all = tr(
            count, "\(answered) of \(count) question is answered (\(share) %).",
            "\(answered) of \(count) questions are answered (\(share) %).")
        guard requiredLeft > 0 else { return [all] }
        return [
            all,
            tr(
                requiredLeft, "\(requiredLeft) required answer is missing.", "\(requiredLeft) required answers are missing."),
        ]
    }

    private func clock(_ frame: Int64) -> String { PlaceFormat("%H:%M:%S.%d").text(frame: frame, rate: rate, name: "") }

    /// A text without characters that Markdown reads as marks.
    private static func plain(_ text: String) -> String {
        text.split(separator: "\n").map { line in
            line.reduce(into: "") { result, character in
                if "\\`*_{}[]<>#|".contains(character) { result.append("\\") }
                result.append(character)
            }
        }.joined(separator: " ")
    }
}
