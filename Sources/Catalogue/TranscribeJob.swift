// The verb `transcribe` on one recording. One owner at a time; a step does not block.
import Dictation
import Recognition
import Storage

/// Watches a transcription, which runs on a thread of its own. An abandoned job ends the recogniser and the thread; finished pieces
/// stay.
final class TranscribeJob: PieceJob {
    private let transcription: Transcription
    private(set) var state = TranscriptionState()

    /// Begins the transcription of a range of the timeline. Throws `StorageError`.
    init(
        _ library: Library, _ name: String, _ range: Range<Int64>?, _ options: TranscriptionOptions, reserve: Int64
    ) throws(StorageError) {
        transcription = try Transcription(library, name, range, options, DecodeCache(reserve: reserve))
    }

    deinit { transcription.cancel() }

    var fraction: Double { state.fraction }

    /// The failure at the end; nil for none.
    var failure: RecognitionError? {
        if case .failure(let error)? = state.end { error } else { nil }
    }

    func step() -> Bool {
        state = transcription.state
        return state.end != nil
    }
}
