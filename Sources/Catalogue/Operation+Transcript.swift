// Importing and writing a transcript. One owner at a time; blocks briefly.
import Dictation
import Storage
import Words

extension Operation {
    /// Takes the words of a foreign file as the transcript of a recording. Refusals are noted as failures.
    func readTranscript(_ name: String, from path: String) throws(StorageError) {
        try library.refuseOpenTake(name)
        let bytes: [UInt8]
        do throws(StorageError) {
            bytes = try Library.contents(ofText: path, atMost: ForeignTranscript.mostBytes)
        } catch .badMetadata(_, let reason) {
            return failures.append((name, .usage("transcript: \(path): \(reason)")))
        }
        // Read before the library is locked, since a long text takes a while.
        let foreign: ForeignTranscript
        do throws(ForeignTranscriptError) { foreign = try ForeignTranscript(reading: bytes, named: path) } catch {
            return failures.append((name, .usage("transcript: \(path): \(error)")))
        }
        var refusal: CatalogueError?
        try library.updateTranscript(of: name, step: .fresh()) { (transcript, recording) throws(StorageError) in
            do throws(ForeignTranscriptError) {
                let placed = try foreign.placed(on: recording.timeline, rate: recording.rate)
                transcript.take(placed)
                let count = placed.files.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.words.count } }
                var fields: Fields = ["name": .text(name), "path": .text(path), "words": .int(Int64(count))]
                let leftOut = foreign.wordsAfter(recording.timeline, rate: recording.rate)
                if leftOut > 0 { fields.append("words_left_out", .int(Int64(leftOut))) }
                if foreign.isGuessed { fields.append("read_as", .text("Windows-1252")) }
                items = [fields]
            } catch {
                refusal = .usage("transcript: \(path): \(error)")
            }
        }
        if let refusal { failures.append((name, refusal)) }
    }

    /// Writes a text for a stretch of a recording. Refusals are noted as failures.
    func writeTranscript(_ name: String, _ writing: TranscriptWriting) throws(StorageError) {
        try library.refuseOpenTake(name)
        try library.updateTranscript(of: name, step: .fresh()) { (transcript, recording) throws(StorageError) in
            guard let range = frames(writing.section, of: recording) else { return }
            do throws(CatalogueError) {
                items = [try writing.apply(to: &transcript, recording, range)]
            } catch {
                failures.append((name, error))
            }
        }
    }
}
