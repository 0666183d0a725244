// The verb `transcribe` as a part of an operation. One owner at a time; does not wait for the recogniser.
import Dictation
import Recognition
import Storage

extension Operation {
    /// Looks at the transcription of a recording, after beginning it if it has not begun. True at its end.
    func transcribe(
        _ name: String, _ options: TranscriptionOptions, _ section: TimelineSection
    ) throws(StorageError) -> Bool {
        var range: Range<Int64>?
        if job == nil {
            try library.refuseOpenTake(name)
            let recording = try library.recording(name)
            guard let part = frames(section, of: recording) else { return true }
            range = section.from == nil && section.until == nil ? nil : part
        }
        return try advance { () throws(StorageError) in
            try TranscribeJob(library, name, range, options, reserve: reserve)
        } whenDone: { job in
            if let failure = job.failure {
                var told = CatalogueError.recognition(failure)
                if case .storage(let error) = failure { told = .storage(library.told(error, of: name)) }
                failures.append((name, told))
                return
            }
            let state = job.state
            items.append([
                "name": .text(name), "words": .int(Int64(state.words)), "pieces": .int(Int64(state.pieces)),
                "seconds": .double(Double(state.frames) / Double(max(1, state.rate))),
                "language": .text(state.language), "recogniser": .text(options.recogniser.name), "model": .text(state.model),
            ])
        }
    }

    /// Command lines that go on with a transcription after the end of this program; none for other work, and for one whose options
    /// no line can hold.
    var resumptions: [String] {
        guard case .transcribing(let options, _) = work, let request, done < names.count else { return [] }
        let hasForgotten = (job as? TranscribeJob)?.state.hasForgotten ?? false
        let rest = Array(names.dropFirst(done))
        guard options.isAgain, hasForgotten else { return [line(rest, request, isAgain: options.isAgain)].compactMap(\.self) }
        return [line([names[done]], request, isAgain: false), line(Array(rest.dropFirst()), request, isAgain: true)]
            .compactMap(\.self)
    }

    private func line(_ names: [String], _ request: Request, isAgain: Bool) -> String? {
        guard !names.isEmpty else { return nil }
        var words = ["transcribe"]
        let kept: [ParameterKey] = [.language, .vocabulary, .speakers, .recogniser, .from, .until]
        for parameter in request.command.parameters where kept.contains(parameter.key) {
            if let word = request.word(parameter) { words += ["--\(parameter.name)", word] }
        }
        if isAgain { words.append("--again") }
        words += names
        var line: [String] = []
        for word in words {
            // A line has no way to write both quotes in one word.
            let quote = word.contains("\"") ? "'" : "\""
            guard !word.contains(quote), !word.contains("\n") else { return nil }
            line.append(quote + word + quote)
        }
        return line.joined(separator: " ")
    }
}
