// A transcription that runs on a thread of its own. One owner at a time; the owner's calls do not block, but for `cancel`.
public import Storage
internal import Synchronization
internal import System

/// Writes down the speech of one recording, beside all other work: a thread of low priority cuts the sound into pieces, has a
/// recogniser listen to each, and stores the words of each piece. A killed program loses the work on one piece, or on a few in a
/// transcript that takes long to write (`PieceStore`).
///
/// The words belong to frames of the segment files. An edit of the recording meanwhile does not concern them.
public final class Transcription: Sendable {
    private let board: TranscriptionBoard
    private let thread: NamedThread

    /// Begins. `range` holds the frames of the timeline to write down; nil for all. Throws `StorageError` if the system refuses a
    /// thread.
    public init(
        _ library: Library, _ name: String, _ range: Range<Int64>?, _ options: TranscriptionOptions, _ cache: DecodeCache
    ) throws(StorageError) {
        let board = TranscriptionBoard()
        self.board = board
        do throws(SystemError) {
            thread = try NamedThread("dicta-words") {
                // The number 0 means this thread.
                SignalNumber.lowerPriority(of: 0, to: 15)
                let work = TranscriptionWork(library, name, range, options, cache, board)
                do throws(RecognitionError) {
                    try work.run()
                    board.change { $0.end = .success(()) }
                } catch {
                    board.change { $0.end = .failure(error) }
                }
            }
        } catch {
            throw .system(operation: "transcribe", path: name, code: error.code)
        }
    }

    /// Progress, or the result.
    public var state: TranscriptionState { board.state }

    /// Ends the recogniser and the thread, and waits for both; the words of finished pieces stay. Call once, as the last call,
    /// also after the end.
    public func cancel() {
        board.cancel()
        thread.join()
    }
}

/// The state that the thread and its owner share.
final class TranscriptionBoard: Sendable {
    private let shared = Mutex(TranscriptionState())
    private let cancelled = Atomic(false)

    /// The state now.
    var state: TranscriptionState { shared.withLock { $0 } }

    /// True once the owner wants no more.
    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    /// Asks the thread to end.
    func cancel() { cancelled.store(true, ordering: .relaxed) }

    /// Changes the state.
    func change(_ change: (inout sending TranscriptionState) -> Void) { shared.withLock { change(&$0) } }
}
