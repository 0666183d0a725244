// The transcription that a request asks for. Any thread; blocks briefly to find the recogniser.
import Dictation
internal import Messages
import Recognition
import Storage

extension TranscriptionOptions {
    /// Reads a request, in which the settings are filled in. Throws `.recognition` if there is no recogniser, `.usage` for a language
    /// that is none.
    init(_ request: Request) throws(CatalogueError) {
        let language = request.text(.language) ?? request.text(.recogniserLanguage)
        if let language, !RecogniserOptions.isLanguage(language) {
            throw .usage(tr("transcribe: '\(language)' is no language; write it as en or pt-BR"))
        }
        let vocabulary = request.text(.vocabulary) ?? request.text(.recogniserVocabulary)
        do throws(RecognitionError) {
            let recogniser = try Recogniser.find(request.text(.recogniser))
            if let vocabulary, !Library.isThere(vocabulary) || Library.isFolder(vocabulary) {
                throw .unreadable(path: vocabulary, setting: "recogniser-vocabulary")
            }
            self.init(
                recogniser, .init(language: language, vocabulary: vocabulary, model: request.text(.recogniserModel)),
                speakers: request.text(.speakers).flatMap(Speakers.init) ?? .none, isAgain: request.flag(.again))
        } catch {
            throw .recognition(error)
        }
    }
}
