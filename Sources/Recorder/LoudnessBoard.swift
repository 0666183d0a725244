// The newest loudness of the running take or of the inputs. One thread writes, any thread but JACK's reads.
internal import Dictation
package import Synchronization

/// Hands the values of the topic `loudness` from the writer thread to the control loop, under a lock that each holds for a
/// microsecond.
package final class LoudnessBoard: Sendable {
    /// Loudness in LUFS; silence is -200.
    package struct Reading: Sendable, Equatable {
        /// The sound that is measured.
        package enum Source: String, Sendable { case none, take, inputs }

        package var source = Source.none
        /// Recording of the take; empty for the inputs.
        package var name = ""
        /// The last 0.4 seconds.
        package var momentary = LoudnessFigures.silence
        /// The last 3 seconds.
        package var shortTerm = LoudnessFigures.silence
        /// All seconds that are measured.
        package var integrated = LoudnessFigures.silence
        /// Seconds that are measured.
        package var seconds = 0.0

        /// Silence of that sound.
        package init(source: Source = .none, name: String = "") { (self.source, self.name) = (source, name) }
    }

    private let newest = Mutex(Reading())
    /// True while somebody is subscribed; otherwise nothing is measured for the topic.
    package let isWatched = Atomic<Bool>(false)

    /// A board with nothing on it.
    package init() {}

    /// The newest values.
    package var reading: Reading { newest.withLock { $0 } }

    /// Replaces the values.
    func show(_ reading: Reading) { newest.withLock { $0 = reading } }
}
