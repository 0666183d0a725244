// Fields and reply of an operation. One owner at a time; no I/O.
import Dictation
import Messages
import Storage

extension Operation {
    /// One line in the list of operations.
    var fields: Fields {
        var fields: Fields = [
            "operation": .int(Int64(id)), "verb": .text(verb.rawValue), "state": .text(state.rawValue),
            "done": .int(Int64(finished.count)), "total": .int(Int64(names.count)),
            "percent": .int(Int64((fraction * 100).rounded(.down))),
            "fraction": .double(fraction), "failed": .int(Int64(failures.count)),
        ]
        if names.count == 1, let name = names.first { fields.append("name", .text(name)) }
        if names.count > 1 {
            if !isOver { fields.append("current", .text(current)) }
            fields.append("finished", .list(finished.suffix(Self.mostNamed).map(PrintableText.line)))
        }
        if !skipped.isEmpty {
            fields.append("skipped", .int(Int64(skipped.count)))
            fields.append("skipped_files", .list(skipped.prefix(Self.mostNamed).map { PrintableText.line($0.path) }))
        }
        if let first = failures.first {
            fields.append("error", .text(names.count == 1 ? first.error.description : told.joined(separator: "; ")))
        }
        // Nobody reads the reply of one in the background.
        let listed = findings + warnings.prefix(Self.mostNamed)
        if !listed.isEmpty { fields.append("warning", .text(listed.joined(separator: "\n"))) }
        return fields
    }

    /// Notes for the list how many problems a check or a recovery has found, and the first ones. The reply has them as items.
    func noteFindings() {
        let key: String
        let found: [Fields]
        switch work {
        case .verify: (key, found) = ("problem", items)
        case .recover:
            let unrepaired = [RecoveryNote.Action.left, .lost].map(\.rawValue)
            (key, found) = ("words", items.filter { unrepaired.contains($0["action"]?.description ?? "") })
        default: return
        }
        guard !found.isEmpty else { return }
        let count = found.count
        let first = found.prefix(Self.mostNamed).map {
            Failure.words($0[key]?.description ?? "", of: $0["name"]?.description ?? "")
        }
        findings = [tr(count, "\(count) problem", "\(count) problems")] + first
    }

    /// Recordings, warnings and files left alone that the list of operations names, of recordings the newest. The log names all
    /// but warnings.
    static let mostNamed = 20

    /// The failures, each with its recording and its reason.
    var told: [String] { failures.map { Failure.words($0.error.description, of: $0.name) } }

    /// The finished recordings of an operation on several, as lines for the log: one for every few of them.
    var toldFinished: [String] {
        guard names.count > 1, isChange || [.export, .render].contains(verb) else { return [] }
        return stride(from: 0, to: finished.count, by: Self.mostNamed).map { first in
            finished.dropFirst(first).prefix(Self.mostNamed).map(PrintableText.line).joined(separator: ", ")
        }
    }

    /// The reply to an operation that was not completed: an item for each finished part, then one for each failed part. Only
    /// the error if the single part failed.
    private func partial(_ error: CatalogueError) -> Result<Reply, CatalogueError> {
        let whole: [Fields] = items.isEmpty && work != .recover ? finished.map { ["name": .text($0)] } : items
        guard !whole.isEmpty || !skipped.isEmpty || failures.count > 1 else { return .failure(error) }
        let failed: [Fields] = failures.map { failure in
            work == .recover
                ? ["name": .text(failure.name), "action": .text("failed"), "words": .text(failure.error.description)]
                : ["name": .text(failure.name), "error": .text(failure.error.description)]
        }
        return .success(Reply(warned, items: whole + skippedItems + failed, failure: error.failure))
    }

    /// The reply after the operation has ended.
    var result: Result<Reply, CatalogueError> {
        if state == .cancelled { return partial(.cancelled(verb: verb.rawValue, done: finished.count, total: names.count)) }
        if let first = failures.first, isChange || verb == .export || verb == .render {
            if max(names.count, failures.count) <= 1 { return partial(first.error) }
            return partial(
                .partly(verb: verb.rawValue, failed: told, total: max(names.count, failures.count)))
        }
        var fields: Fields = [:]
        switch work {
        case .verify:
            let failed: [Fields] = failures.map { ["name": .text($0.name), "problem": .text($0.error.description)] }
            return .success(
                Reply(
                    ["checked": .int(Int64(names.count)), "problems": .int(Int64(items.count + failed.count))],
                    items: items + failed))
        case .peaks, .silences, .analysing:
            if let first = failures.first { return .failure(first.error) }
            return .success(Reply(reply + warned, items: items))
        case .recover:
            return .success(
                Reply(["checked": .int(Int64(names.count)), "problems": .int(Int64(left))], items: items))
        case .clean:
            return .success(Reply(["files": .int(Int64(items.count)), "bytes": .int(bytes)], items: items))
        case .restoring, .discarding:
            return .success(Reply(["files": .int(Int64(items.count)), "bytes": .int(bytes)], items: items))
        case .edit, .turning, .readingTranscript, .writingTranscript, .answering, .relinking:
            return .success(Reply(items.first ?? [:]))
        case .exporting, .rendering, .flattening, .delivering, .transcribing:
            if items.count == 1, let item = items.first { fields = item }
            fields.append("done", .int(Int64(done)))
            fields.append("operation", .int(Int64(id)))
            return .success(Reply(fields + warned, items: items))
        case .importing(_, isRecursive: true): return resultOfFolders
        case .importing, .tag, .favourite, .describe, .rename, .copy, .delete:
            if names.count == 1, let name = newName ?? names.first { fields.append("name", .text(name)) }
            fields.append("done", .int(Int64(done)))
            fields.append("operation", .int(Int64(id)))
            return .success(Reply(fields + warned, items: items + skippedItems))
        }
    }
}
