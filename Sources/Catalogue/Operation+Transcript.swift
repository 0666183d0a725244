// Importing and writing a transcript. One owner at a time; blocks briefly.
import Dictation
import Storage
import Words

extension Operation {
    /// Takes the words of a foreign file as the transcript of a recording, once they are read. True at the end. Refusals are noted
    /// as failures.
    func readTranscript(_ name: String, from path: String) throws(StorageError) -> Bool {
        var read: Result<ForeignTranscript, ForeignTranscriptError>?
        do throws(StorageError) {
            let isRead = try advance { () throws(StorageError) -> TranscriptReading in
                try library.refuseOpenTake(name)
                return try TranscriptReading(path)
            } whenDone: { job in
                read = job.result
            }
            guard isRead else { return false }
        } catch .badMetadata(_, let reason) {
            failures.append((name, .usage("transcript: \(path): \(reason)")))
            return true
        }
        switch read {
        case .success(let foreign)?: try take(foreign, from: path, for: name)
        case .failure(let error)?: failures.append((name, .usage("transcript: \(path): \(error)")))
        case nil: break
        }
        return true
    }

    /// Puts the words of a foreign file onto a recording. Refusals are noted as failures.
    private func take(_ foreign: ForeignTranscript, from path: String, for name: String) throws(StorageError) {
        try library.refuseOpenTake(name)
        var refusal: CatalogueError?
        var taken: Fields?
        try library.updateTranscript(of: name, step: .fresh()) { (transcript, recording) throws(StorageError) in
            do throws(ForeignTranscriptError) {
                let placed = try foreign.placed(on: recording.timeline, rate: recording.rate)
                let (before, count) = (Self.wordCount(transcript), Self.wordCount(placed))
                transcript.take(placed)
                let replaced = before + count - Self.wordCount(transcript)
                var fields: Fields = ["name": .text(name), "path": .text(path), "words": .int(Int64(count))]
                let leftOut = foreign.wordsAfter(recording.timeline, rate: recording.rate)
                if replaced > 0 { fields.append("words_replaced", .int(Int64(replaced))) }
                if leftOut > 0 { fields.append("words_left_out", .int(Int64(leftOut))) }
                if foreign.isGuessed { fields.append("read_as", .text("Windows-1252")) }
                taken = fields
            } catch {
                refusal = .usage("transcript: \(path): \(error)")
            }
        }
        // Words that cannot be written have no item.
        if let taken { items = [taken] }
        if let refusal { failures.append((name, refusal)) }
    }

    private static func wordCount(_ transcript: Transcript) -> Int {
        transcript.files.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.words.count } }
    }

    /// Writes a text for a stretch of a recording. Refusals are noted as failures.
    func writeTranscript(_ name: String, _ writing: TranscriptWriting) throws(StorageError) {
        try library.refuseOpenTake(name)
        var written: Fields?
        try library.updateTranscript(of: name, step: .fresh()) { (transcript, recording) throws(StorageError) in
            guard let range = frames(writing.section, of: recording) else { return }
            do throws(CatalogueError) {
                written = try writing.apply(to: &transcript, recording, range)
            } catch {
                failures.append((name, error))
            }
        }
        if let written { items = [written] }
    }
}
