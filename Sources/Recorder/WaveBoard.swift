// The newest columns of the running take or of the inputs. One thread writes, any thread but JACK's reads.
package import Dictation
package import Synchronization

/// Hands the columns of the topic `wave` from the writer thread to the control loop, under a lock that each holds for a
/// microsecond. Only the newest columns are kept: a reader that comes late takes the rest from the verb `peaks`.
package final class WaveBoard: Sendable {
    private let newest = Mutex(WaveColumns(source: .none))
    /// True while somebody is subscribed; otherwise nothing is measured.
    package let isWatched = Atomic<Bool>(false)

    /// A board with nothing on it.
    package init() {}

    /// The newest columns.
    package var columns: WaveColumns { newest.withLock { $0 } }

    /// Begins with another sound, or behind a hole: `columns` has none yet.
    func begin(_ columns: WaveColumns) { newest.withLock { $0 = columns } }

    /// Adds a column, and drops the oldest one beyond those of a message.
    func add(_ column: WaveColumn) {
        newest.withLock { wave in
            wave.columns.append(column)
            let excess = wave.columns.count - WaveColumns.messageColumns(rate: wave.rate)
            guard excess > 0 else { return }
            wave.columns.removeFirst(excess)
            wave.firstFrame += Int64(excess * wave.columnFrames)
        }
    }
}
