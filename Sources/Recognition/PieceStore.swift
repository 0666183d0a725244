// Words of finished pieces on their way to the disk. The transcription's thread only; blocks on the disk.
internal import Dictation
internal import Storage
internal import System
internal import Words

/// Stores the words of finished pieces. A piece is on the disk before the recogniser hears the next one, so a killed program loses
/// one piece at most. Each storing writes the whole transcript anew. In recordings of a day that takes seconds: pieces wait for each
/// other there, and storing takes at most about a twentieth of the time. A killed program loses the pieces that wait; the next
/// transcription listens to them again.
struct PieceStore {
    /// Frames of one file that are to be listened to.
    struct Stretch: Equatable {
        let file: String
        let frames: Range<Int64>
        var count: Int64 { frames.upperBound - frames.lowerBound }
    }

    /// A piece with the lines heard in it; without a hearing if it is silent.
    struct Piece {
        let stretch: Stretch
        let frames: Range<Int64>
        let lines: [Line]
        let hearing: Hearing?
    }

    /// Time between two slow storings, in times of how long one takes.
    static let share = 20.0
    /// Seconds that a storing takes at least before pieces wait for the next one. A busy disk takes a fraction of that for the words
    /// of hours.
    static let slow = 0.5

    private let library: Library
    private let name: String
    private let options: TranscriptionOptions
    private let board: TranscriptionBoard
    private let now: () -> Moment
    /// All stretches of the transcription, in its order.
    private let stretches: [Stretch]
    /// The edit that the words are part of, if they replace others; nil for words where there were none.
    private let step: Identifier?
    private var waiting: [Piece] = []
    /// Time from which the next storing may begin.
    private var next: Moment

    /// Makes a store for the stretches of a transcription.
    init(
        _ library: Library, _ name: String, _ options: TranscriptionOptions, _ board: TranscriptionBoard, _ stretches: [Stretch],
        now: @escaping () -> Moment = { .now }
    ) {
        (self.library, self.name, self.options, self.board, self.stretches) = (library, name, options, board, stretches)
        (self.now, next) = (now, now())
        step = options.isAgain ? .fresh() : nil
    }

    /// Takes a piece. Stores it with those that wait, unless the last storing was too slow for that.
    mutating func add(_ piece: Piece) throws(RecognitionError) {
        waiting.append(piece)
        if now() >= next { try flush() }
    }

    /// Stores all pieces that wait; their words are on the disk when this returns. Throws `missing` if the file of a piece is gone;
    /// the words of the others are stored all the same.
    mutating func flush() throws(RecognitionError) {
        guard !waiting.isEmpty else { return }
        let (pieces, begin) = (waiting, now())
        waiting = []
        var hasForgotten = board.state.hasForgotten
        var kept: [Piece] = []
        var lost: String?
        let stored: Transcript
        do throws(StorageError) {
            stored = try library.updateTranscript(of: name, step: step) { (transcript, recording) throws(StorageError) in
                for piece in pieces {
                    guard recording.segment(piece.stretch.file) != nil else {
                        lost = piece.stretch.file
                        continue
                    }
                    // Words are forgotten only once the recogniser has worked.
                    if options.isAgain, !hasForgotten, piece.hearing != nil {
                        forget(before: piece, in: &transcript)
                        hasForgotten = true
                    }
                    write(piece, in: &transcript)
                    kept.append(piece)
                }
            }.transcript
        } catch {
            throw .storage(error)
        }
        board.change {
            $0.words += kept.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.words.count } }
            $0.frames += kept.reduce(0) { $0 + $1.frames.upperBound - $1.frames.lowerBound }
            $0.pieces += kept.count { $0.hearing != nil }
            $0.hasForgotten = hasForgotten
            ($0.language, $0.model) = (stored.language, stored.model)
        }
        let end = now()
        let taken = end.seconds(since: begin)
        next = taken < Self.slow ? end : end.later(seconds: taken * Self.share)
        if let lost { throw .storage(.missing(path: library.path(of: lost))) }
    }

    private func write(_ piece: Piece, in transcript: inout Transcript) {
        // An editor may have written words meanwhile.
        transcript[piece.stretch.file].hearUnheard(piece.frames, piece.lines)
        guard let heard = piece.hearing else { return }
        transcript.engine = options.recogniser.name
        if let model = heard.model { transcript.model = model }
        if let language = heard.language ?? options.given.language { transcript.language = language }
    }

    /// Forgets all that was heard in the stretches that are written down again. Those before the piece were silent, and have been
    /// listened to.
    private func forget(before piece: Piece, in transcript: inout Transcript) {
        for stretch in stretches { transcript[stretch.file].forget(stretch.frames) }
        for stretch in stretches {
            guard stretch != piece.stretch else {
                return transcript[stretch.file].heard.insert(stretch.frames.lowerBound..<piece.frames.lowerBound)
            }
            transcript[stretch.file].heard.insert(stretch.frames)
        }
    }
}
