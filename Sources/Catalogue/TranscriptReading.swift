// Reading a foreign transcript, for the verb `transcript`. One owner at a time; a step waits for a moment only.
import Storage
import Synchronization
import System
import Words

/// Reads a foreign transcript on a thread of its own, since a long one takes seconds. An abandoned job ends the thread.
final class TranscriptReading: PieceJob {
    /// State that the thread and its owner share.
    private final class Board: Sendable {
        let result = Mutex<Result<ForeignTranscript, ForeignTranscriptError>?>(nil)
        let isCancelled = Atomic(false)
    }

    private let board: Board
    private let thread: NamedThread
    private var isJoined = false

    /// Reads the bytes of a file, and begins to understand them. Blocks on the disk. Throws as `Library.contents(ofText:)` does,
    /// and `.system` if the system refuses a thread.
    init(_ path: String) throws(StorageError) {
        let bytes = try Library.contents(ofText: path, atMost: ForeignTranscript.mostBytes)
        let board = Board()
        self.board = board
        do throws(SystemError) {
            thread = try NamedThread("dicta-read") {
                do throws(ForeignTranscriptError) {
                    let read = try ForeignTranscript(reading: bytes, named: path) {
                        board.isCancelled.load(ordering: .relaxed)
                    }
                    board.result.withLock { $0 = .success(read) }
                } catch {
                    board.result.withLock { $0 = .failure(error) }
                }
            }
        } catch {
            throw .system(operation: "read", path: path, code: error.code)
        }
    }

    deinit {
        board.isCancelled.store(true, ordering: .relaxed)
        if !isJoined { thread.join() }
    }

    /// Nothing is known of the time that is left.
    let fraction = 0.0

    /// The transcript, or the reason why there is none; nil while it is being read.
    var result: Result<ForeignTranscript, ForeignTranscriptError>? { board.result.withLock { $0 } }

    /// Waits up to 20 ms for the end of the thread.
    func step() -> Bool {
        isJoined = isJoined || thread.join(within: 0.02)
        return isJoined
    }
}
