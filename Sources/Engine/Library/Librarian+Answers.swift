// The recording that answers a sheet. Library worker only.
internal import Catalogue
internal import Dictation
internal import Guide
internal import Storage
internal import Threads
internal import Words

extension Librarian {
    /// Finds the recording that answers a sheet, and posts the state of its answers. `is_there` is 0 for a recording that is to
    /// be made under the name in the reply.
    func answers(
        _ id: UInt64, to sheet: QuestionSheet, _ name: String?, isNew: Bool, _ languages: [String], _ words: GuideWords
    ) {
        do throws(CatalogueError) {
            let (name, recording) = try catalogue.recording(answering: sheet.name, named: name, isNew: isNew)
            var transcript = Transcript()
            if let recording {
                do throws(StorageError) { transcript = try library.transcript(of: recording.name) } catch {
                    throw .storage(error)
                }
            }
            let answered = AnsweredSheet(
                sheet, named: sheet.name, recording, transcript, words: words, languages: languages)
            let found: Fields = ["recording": .text(name), "is_there": .int(recording == nil ? 0 : 1)]
            outbox.post(.answered(id: id, Reply(answered.fields + found, items: answered.items)))
        } catch {
            outbox.post(.refused(id: id, .catalogue(error)))
        }
    }
}
