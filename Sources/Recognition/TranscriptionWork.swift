// The work of a transcription. Its own thread only; blocks on the disk and on the recogniser.
internal import Dictation
internal import Playback
internal import Speech
internal import Storage
internal import Words

/// Listens to the stretches of a recording that have no words yet, piece by piece.
struct TranscriptionWork {
    private let library: Library
    private let name: String
    private let range: Range<Int64>?
    private let options: TranscriptionOptions
    private let cache: DecodeCache
    private let board: TranscriptionBoard

    private typealias Stretch = PieceStore.Stretch

    init(
        _ library: Library, _ name: String, _ range: Range<Int64>?, _ options: TranscriptionOptions, _ cache: DecodeCache,
        _ board: TranscriptionBoard
    ) {
        (self.library, self.name, self.range, self.options) = (library, name, range, options)
        (self.cache, self.board) = (cache, board)
    }

    /// Does all the work, or as much as is done when the owner cancels. Throws `RecognitionError`.
    func run() throws(RecognitionError) {
        let recording = try onDisk { () throws(StorageError) in try library.recording(name) }
        let stretches = try stretches(of: recording)
        board.change { $0.rate = recording.rate }
        let files = Set(stretches.map(\.file))
        let decoded = try onDisk { () throws(StorageError) -> DecodeJob in
            let job = try DecodeJob(library, recording.segments.filter { files.contains($0.file) }, cache)
            while !board.isCancelled { if try job.step() { break } }
            return job
        }
        var store = PieceStore(library, name, options, board, stretches)
        do throws(RecognitionError) {
            try listen(to: stretches, of: recording, decoded, &store)
        } catch {
            // Words of finished pieces stay. The error that ended the work is the one to tell.
            try? store.flush()
            throw error
        }
        try store.flush()
    }

    /// Listens to all stretches.
    private func listen(
        to stretches: [Stretch], of recording: Recording, _ decoded: DecodeJob, _ store: inout PieceStore
    ) throws(RecognitionError) {
        let total = stretches.reduce(Int64(0)) { $0.boundedSum($1.count) }
        var done: Int64 = 0
        for stretch in stretches where !board.isCancelled {
            let span = FileSpan(
                path: decoded.path(of: stretch.file), first: stretch.frames.lowerBound, length: stretch.count,
                rate: recording.rate)
            let timeline: TimelineReader
            do throws(PlaybackError) { timeline = try TimelineReader(spans: [span]) } catch { throw PieceSound.words(error) }
            let sound = PieceSound(timeline)
            let isStereo = recording.segment(stretch.file).map { $0.channels > 1 } ?? false
            for piece in try pieces(sound, stretch.count, recording.rate) where !board.isCancelled {
                let share = Double(piece.whole.upperBound - piece.whole.lowerBound) / Double(max(1, total))
                let before = Double(done + piece.whole.lowerBound) / Double(max(1, total))
                let tell = { (part: Double) in board.change { $0.fraction = min(1, before + share * part) } }
                guard let heard = try treat(piece, of: stretch, sound, isStereo, recording.rate, tell) else { return }
                try store.add(heard)
                tell(1)
            }
            done += stretch.count
        }
    }

    /// Frames of the recording's files to listen to, in the order of the timeline.
    private func stretches(of recording: Recording) throws(RecognitionError) -> [Stretch] {
        let known = try onDisk { () throws(StorageError) in try library.transcript(of: name) }
        var wanted: [(file: String, frames: FrameSet)] = []
        for span in recording.timeline.part(range ?? 0..<recording.timeline.length).spans {
            let frames = span.first..<span.end
            let missing = options.isAgain ? FrameSet([frames]) : known[span.segment].heard.missing(in: frames)
            if let index = wanted.firstIndex(where: { $0.file == span.segment }) {
                wanted[index].frames.insert(missing)
            } else {
                wanted.append((span.segment, missing))
            }
        }
        return wanted.flatMap { file, frames in frames.ranges.map { Stretch(file: file, frames: $0) } }
    }

    /// The pieces of a stretch, in frames from its beginning; none after a cancellation.
    private func pieces(_ sound: PieceSound, _ frames: Int64, _ rate: Int) throws(RecognitionError) -> [SpeechChunker.Piece] {
        var chunker = SpeechChunker(rate: rate)
        let learning = min(frames, Int64(SilenceFinder.learningSeconds) * Int64(max(1, rate)))
        unsafe try sound.read(0..<learning) { block throws(RecognitionError) in unsafe chunker.learn(block) }
        chunker.begin()
        var place: Int64 = 0
        while place < frames, !board.isCancelled {
            // A cancellation waits for one step: a second of sound, or little more.
            let end = min(frames, place + 1 << 16)
            unsafe try sound.read(place..<end) { block throws(RecognitionError) in unsafe chunker.add(block) }
            place = end
        }
        return board.isCancelled ? [] : chunker.pieces()
    }

    /// Has the recogniser listen to a piece. Nil after a cancellation.
    private func treat(
        _ piece: SpeechChunker.Piece, of stretch: Stretch, _ sound: PieceSound, _ isStereo: Bool, _ rate: Int,
        _ tell: (Double) -> Void
    ) throws(RecognitionError) -> PieceStore.Piece? {
        let isTold = options.speakers == .channels && isStereo
        let voices: [(side: PieceSound.Side, speaker: String?)] = isTold ? [(.left, "left"), (.right, "right")] : [(.both, nil)]
        let frames = stretch.frames.lowerBound + piece.sound.lowerBound..<stretch.frames.lowerBound + piece.sound.upperBound
        var lines: [Line] = []
        var heard: Hearing?
        for (index, voice) in voices.enumerated() where !piece.sound.isEmpty {
            let part = { (fraction: Double) in tell((Double(index) + fraction) / Double(voices.count)) }
            guard let hearing = try listen(sound, piece.sound, voice.side, rate, part) else { continue }
            if board.isCancelled { return nil }
            lines += hearing.lines(in: frames, rate: rate, speaker: voice.speaker)
            heard = hearing
        }
        guard !board.isCancelled else { return nil }
        let whole = stretch.frames.lowerBound + piece.whole.lowerBound..<stretch.frames.lowerBound + piece.whole.upperBound
        return PieceStore.Piece(stretch: stretch, frames: whole, lines: lines, hearing: heard)
    }

    /// The answer of the recogniser to one side of a piece; nil for a silent side, and after a cancellation.
    private func listen(
        _ sound: PieceSound, _ piece: Range<Int64>, _ side: PieceSound.Side, _ rate: Int, _ tell: (Double) -> Void
    ) throws(RecognitionError) -> Hearing? {
        // The end of the object removes the file, which holds speech, also after a failure.
        let file = try onDisk { () throws(StorageError) in try TemporaryFile(inCache: "words", ending: ".wav") }
        guard try sound.write(piece, side, to: file) else { return nil }
        let seconds = Double(piece.upperBound - piece.lowerBound) / Double(max(1, rate))
        let run = try RecogniserRun(options.recogniser, options.given, file: file.path, RecogniserLimits(sound: seconds))
        while !board.isCancelled {
            if let hearing = try run.step() { return hearing }
            tell(run.fraction)
        }
        return nil
    }

    /// Runs a call of the library, whose errors become those of recognition.
    private func onDisk<Value>(_ call: () throws(StorageError) -> Value) throws(RecognitionError) -> Value {
        do throws(StorageError) { return try call() } catch { throw .storage(error) }
    }
}
